//! Trying an aim in private: the first straight line of a flick and what it meets, nothing of what comes of it (C.5).
use super::{
    Action, Aim, Coin, Due, Met, Phase, Piecepack, Tried,
    field::{Point, exact, floor, inches, slide},
    moves::thrown_from,
    options::Tremor,
    shot::met,
    tremor::spread,
    typed::tidy,
    words::{coin_name, coin_word, tenths, tile_name, write},
};
use crate::{
    physics::{Vector, heading_of},
    refusal::Refusal,
    seat::Seat,
};

/// A flick that is only tried.
pub(super) struct Trial {
    pub(super) coin: Coin,
    pub(super) from: Point,
    pub(super) aim: Aim,
    pub(super) power: u8,
}

/// Where the first straight line of a flick ends.
pub(super) struct Line {
    pub(super) way: Vector,
    pub(super) from: Point,
    pub(super) to: Point,
    meets: Option<Met>,
    leaves: bool,
}

impl Piecepack {
    /// Answers `aim …`, and corrections of the last flick; `None` for anything else.
    pub(super) fn answer(&self, seat: Seat, text: &str) -> Option<Result<String, Refusal>> {
        let trial = self.trial(seat, text)?;
        Some(trial.and_then(|it| self.told_line(seat, &it)))
    }

    /// Reads a question.
    pub(super) fn trial(&self, seat: Seat, text: &str) -> Option<Result<Trial, Refusal>> {
        let plain = tidy(text);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let due = self.due_to(seat);
        let last = self.tried.get(seat).as_ref();
        let words = match words[..] {
            ["aim", ref rest @ ..] => rest.to_vec(),
            _ => {
                return match self.corrected(seat, last, &words) {
                    Ok(None) => None,
                    Ok(Some(tried)) => {
                        Some(self.again(due, tried).and_then(|it| self.trial_of(seat, due, &it)))
                    }
                    Err(refusal) => Some(Err(refusal)),
                };
            }
        };
        let said = [&["flick"], &words[..]].concat();
        let read = self.read_shot(seat, due, &said);
        Some(
            read.and_then(|it| match it {
                Some(action) => self.trial_of(seat, due, &action),
                None => Err(self.odd_aim()),
            })
            .map_err(|it| {
                if it.instead.is_empty() {
                    it.instead(self.aims_to_try(seat, due))
                } else {
                    as_aims(it)
                }
            }),
        )
    }

    fn odd_aim(&self) -> Refusal {
        Refusal::unreadable("Say what is aimed with, where to and how hard.")
    }

    fn aims_to_try(&self, seat: Seat, due: Due) -> Vec<String> {
        match due {
            Due::Turn(_) => {
                let all = self.on_field(seat).into_iter();
                all.map(|it| format!("aim {it} at ball 60")).collect()
            }
            Due::FreeKick(_) | Due::Throw(..) => vec!["aim at goal 60".to_owned()],
        }
    }

    /// Returns what a side could flick now, or in its next turn.
    fn due_to(&self, seat: Seat) -> Due {
        match self.phase {
            Phase::Due(due) | Phase::Returning { then: due, .. } if due.seat() == seat => due,
            _ => Due::Turn(seat),
        }
    }

    fn trial_of(&self, seat: Seat, due: Due, action: &Action) -> Result<Trial, Refusal> {
        let (coin, from, aim, power) = match (action, due) {
            (Action::Flick { kicker, aim, power }, _) => {
                let coin = Coin::Kicker(seat, *kicker);
                let from = self.lies(coin).ok_or_else(|| {
                    Refusal::illegal(format!("{} is not on the field.", coin_name(coin)))
                })?;
                (coin, from, *aim, *power)
            }
            (Action::Throw { from, aim, power }, Due::Throw(_, corner)) => {
                (Coin::Ball, from.unwrap_or_else(|| thrown_from(corner)), *aim, *power)
            }
            (Action::FreeKick { aim, power }, _) => (Coin::Ball, self.ball, *aim, *power),
            _ => return Err(self.odd_aim()),
        };
        Ok(Trial { coin, from, aim, power })
    }

    /// Follows a flick to the end of its first straight line.
    pub(super) fn line(&self, seat: Seat, trial: &Trial) -> Result<Line, Refusal> {
        let Trial { coin, from, aim, power } = *trial;
        let way = self.arrow(seat, from, aim)?;
        let run = self.tried_out(coin, from, way, i32::from(power) * 1000);
        let coins = self.coins();
        let own = coins.iter().position(|it| it.0 == coin);
        let path = own.and_then(|it| run.paths.get(it));
        let end = path.map_or(from, |it| Point::rounded(it.end.at));
        let Some(hit) = run.hits.first() else {
            let leaves = end.in_goal_of().is_some();
            return Ok(Line { way, from, to: end, meets: None, leaves });
        };
        // What is at rest runs into nothing: the first contact is that of the flicked coin.
        let names: Vec<Coin> = coins.iter().map(|it| it.0).collect();
        let meets = met(hit, &floor(), &names);
        let to = Point::rounded(hit.at);
        Ok(Line { way, from, to, meets: Some(meets), leaves: false })
    }

    fn told_line(&self, seat: Seat, trial: &Trial) -> Result<String, Refusal> {
        let Line { way, from, to, meets, leaves } = self.line(seat, trial)?;
        let name = match trial.coin {
            Coin::Ball => "The ball".to_owned(),
            it => coin_word(it),
        };
        let far = inches(from.far(to));
        let mut out = format!(
            "{name} would set off at {}° with power {}, enough to slide {} inches.",
            exact(heading_of(way)),
            trial.power,
            inches(slide(trial.power))
        );
        out.push_str(&match meets {
            Some(Met::Coin(coin)) => {
                let aside = self.lies(coin).map_or(0, |at| beside(from, way, at));
                let aside = match aside {
                    -4..=4 => "in the middle".to_owned(),
                    ..-4 => format!("{} left of its centre", inches(-aside)),
                    _ => format!("{} right of its centre", inches(aside)),
                };
                format!(" Its line meets {} after {far}, {aside}.", coin_name(coin))
            }
            Some(Met::Border(tile)) => {
                format!(
                    " Its line meets the {} after {far}, at {} {}.",
                    tile_name(tile),
                    inches(to.x),
                    inches(to.y)
                )
            }
            Some(Met::Post(tile)) => {
                format!(" Its line meets a post, the {}, after {far}.", tile_name(tile))
            }
            None if leaves => " Its line meets nothing and leads through the goal.".to_owned(),
            None => {
                format!(
                    " Its line meets nothing and ends after {far}, at {} {}.",
                    inches(to.x),
                    inches(to.y)
                )
            }
        });
        let [degrees, _] = spread(trial.power);
        match self.options.tremor {
            Tremor::None => {}
            Tremor::Steady => {
                out.push_str(&format!(" Your hand strays by {}° or so.", tenths(degrees)))
            }
            Tremor::Wild => {
                out.push_str(&format!(" Your hand strays by {}° or so.", tenths(3 * degrees)))
            }
        }
        out.push_str(" Nobody else sees this. `left 2`, `right 1.5`, `harder` and `softer` mend it, `flick` plays it.");
        Ok(out)
    }

    /// Makes whole words of a correction of the aim tried last, or of `flick` alone.
    pub(super) fn mended(&self, seat: Seat, asked: &str, text: &str) -> Option<String> {
        let trial = self.trial(seat, asked)?.ok()?;
        let plain = tidy(text);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let (plays, rest) = match words[..] {
            ["flick" | "shoot" | "kick" | "throw" | "freekick", ref rest @ ..] => {
                (true, rest.to_vec())
            }
            ["aim", ref rest @ ..] => (false, rest.to_vec()),
            _ => (false, words.clone()),
        };
        let way = self.arrow(seat, trial.from, trial.aim).ok()?;
        let heading = heading_of(way) as i32;
        let tried = Tried { coin: trial.coin, heading, power: trial.power };
        let (aim, power) = match self.corrected(seat, Some(&tried), &rest) {
            Ok(Some(mended)) => (Aim::Heading(mended.heading), mended.power),
            Ok(None) if plays && rest.is_empty() => (trial.aim, trial.power),
            _ => return None,
        };
        let whole = match (trial.coin, self.due_to(seat)) {
            (Coin::Kicker(_, kicker), _) => Action::Flick { kicker, aim, power },
            (Coin::Ball, Due::Throw(_, corner)) => {
                let from = Some(trial.from).filter(|it| *it != thrown_from(corner));
                Action::Throw { from, aim, power }
            }
            (Coin::Ball, _) => Action::FreeKick { aim, power },
        };
        let whole = write(&whole);
        match (plays, whole.split_once(' ')) {
            (false, Some((_, rest))) => Some(format!("aim {rest}")),
            _ => Some(whole),
        }
    }
}

/// Turns what a refusal offers to play into what may be asked.
fn as_aims(mut refusal: Refusal) -> Refusal {
    for it in &mut refusal.instead {
        if let Some((verb, rest)) = it.split_once(' ')
            && ["flick", "freekick", "throw"].contains(&verb)
        {
            *it = format!("aim {rest}");
        }
    }
    refusal.instead.retain(|it| it.starts_with("aim "));
    refusal
}

/// Returns by how much a line passes right of the middle of a coin, in thousandths of an inch.
fn beside(from: Point, way: Vector, at: Point) -> i32 {
    let apart = at.centred() - from.centred();
    // The part of the way to the coin that points left of the line is what the line passes right of it.
    let aside = apart.y * way.x - apart.x * way.y;
    (aside * 1000.0).round() as i32
}
