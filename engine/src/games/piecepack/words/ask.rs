//! Trying an aim in private: the first straight line of a flick and what it hits, but not the result (C.5).
use crate::games::piecepack::{
    Action, Aim, Coin, Due, Met, Phase, Piecepack, Tried,
    field::{Point, floor, inches, slide},
    moves::shot::met,
    moves::tremor::spread,
    moves::{sound_power, thrown_from},
    options::Tremor,
    words::read::read_power,
    words::typed::readings,
    words::{aim_word, coin_name, coin_word, no_score, post_name, tenths, tile_name, write},
};
use crate::{
    physics::{Vector, heading_of},
    refusal::{Code, Refusal},
    seat::Seat,
};

/// A flick that is only tried.
pub(in crate::games::piecepack) struct Trial {
    pub(in crate::games::piecepack) coin: Coin,
    pub(in crate::games::piecepack) from: Point,
    pub(in crate::games::piecepack) aim: Aim,
    pub(in crate::games::piecepack) power: u8,
}

/// Where the first straight line of a flick ends.
pub(in crate::games::piecepack) struct FirstLine {
    pub(in crate::games::piecepack) way: Vector,
    pub(in crate::games::piecepack) from: Point,
    pub(in crate::games::piecepack) to: Point,
    pub(in crate::games::piecepack) meets: Option<Met>,
    pub(in crate::games::piecepack) leaves: bool,
}

impl FirstLine {
    /// Returns the coin that it meets.
    pub(in crate::games::piecepack) fn coin(&self) -> Option<Coin> {
        match self.meets {
            Some(Met::Coin(coin)) => Some(coin),
            Some(Met::Border(_) | Met::Side(_) | Met::Post(_)) | None => None,
        }
    }
}

impl Piecepack {
    /// Answers `aim …`, and corrections of the last flick; `None` for anything else.
    pub(in crate::games::piecepack) fn told_aim(
        &self,
        seat: Seat,
        text: &str,
    ) -> Option<Result<String, Refusal>> {
        let told = self.trial(seat, text)?.and_then(|trial| self.told_line(seat, &trial));
        let told = told.map(|line| {
            line + " Only you see this. Adjust it with `left 2`, `right 1.5`, `harder` or \
                    `softer`; `flick` plays it."
        });
        Some(told.map_err(|refusal| self.with_aims(seat, refusal)))
    }

    /// Reads a question.
    pub(in crate::games::piecepack) fn trial(
        &self,
        seat: Seat,
        text: &str,
    ) -> Option<Result<Trial, Refusal>> {
        let mut read = readings(text).into_iter().map(|reading| self.trial_in(seat, &reading));
        let first = read.next()??;
        match (first, read.next()) {
            (Err(_), Some(Some(Ok(trial)))) => Some(Ok(trial)),
            (first, _) => Some(first),
        }
    }

    fn trial_in(&self, seat: Seat, plain: &str) -> Option<Result<Trial, Refusal>> {
        let words: Vec<&str> = plain.split_whitespace().collect();
        let due = self.due_to(seat);
        let last = self.tried.get(seat).as_ref();
        let ["aim", ref rest @ ..] = words[..] else {
            let tried = self.corrected(seat, last, &words).transpose()?;
            return Some(
                tried
                    .and_then(|tried| self.again(due, tried))
                    .and_then(|action| self.trial_of(seat, due, &action)),
            );
        };
        if matches!(due, Due::Turn(_)) && self.on_field(seat).is_empty() {
            let says = match self.phase {
                Phase::Placing { .. } => "Set up your kickers first, then you can aim.",
                _ => "You have no kicker on the field to aim with.",
            };
            return Some(Err(Refusal::illegal(says)));
        }
        let said = [&["flick"], rest].concat();
        let read = self.read_shot(seat, due, &said).and_then(|shot| match shot {
            Some(action) => self.trial_of(seat, due, &action),
            None => Err(self.odd_aim()),
        });
        Some(read.map_err(|refusal| match refusal.code {
            Code::Unreadable if refusal.instead.is_empty() => {
                self.half_an_aim(seat, plain, refusal)
            }
            _ => refusal,
        }))
    }

    /// Completes an unfinished aim.
    fn half_an_aim(&self, seat: Seat, plain: &str, odd: Refusal) -> Refusal {
        let due = self.due_to(seat);
        let ways = |coin: Coin| {
            let aims = self.aims(seat, coin, coin == Coin::Ball).into_iter();
            aims.map(|aim| format!("{} {}", aim_word(aim), sound_power(due)))
        };
        let all: Vec<String> = match due {
            Due::Turn(_) => self
                .on_field(seat)
                .into_iter()
                .flat_map(|number| {
                    ways(Coin::Kicker(seat, number)).map(move |way| format!("aim {number} {way}"))
                })
                .collect(),
            Due::FreeKick(_) | Due::Throw(..) => {
                ways(Coin::Ball).map(|way| format!("aim {way}")).collect()
            }
        };
        let begins = |line: &String| line.to_lowercase().starts_with(plain);
        let started: Vec<String> = all.into_iter().filter(begins).collect();
        if !started.is_empty() {
            return Refusal::unfinished(plain, started);
        }
        // The named kicker may not be on the field.
        let named = plain.split(' ').nth(1).and_then(|word| self.read_kicker(seat, word).ok());
        let coin = named.map(|it| Coin::Kicker(seat, it)).filter(|coin| self.lies(*coin).is_none());
        coin.map_or(odd, |coin| self.absent(coin))
    }

    /// Turns a refusal's suggestions into questions, or into what to do before anything can be aimed.
    fn with_aims(&self, seat: Seat, refusal: Refusal) -> Refusal {
        let works = |line: &String| {
            let trial = self.trial(seat, line);
            trial.is_some_and(|read| read.is_ok_and(|trial| self.line(seat, &trial).is_ok()))
        };
        let mut refusal = as_aims(refusal);
        refusal.instead.retain(&works);
        if refusal.instead.is_empty() {
            refusal.instead = self.aims_to_try(seat, self.due_to(seat));
            refusal.instead.retain(works);
        }
        if refusal.instead.is_empty() && self.waits_for(seat) {
            return refusal.instead(self.examples());
        }
        refusal
    }

    fn odd_aim(&self) -> Refusal {
        Refusal::new(Code::Ambiguous, "Say which kicker, where to and how hard.")
    }

    fn aims_to_try(&self, seat: Seat, due: Due) -> Vec<String> {
        match due {
            Due::Turn(_) => {
                let all = self.on_field(seat).into_iter();
                all.map(|number| format!("aim {number} at ball {}", sound_power(due))).collect()
            }
            Due::FreeKick(_) | Due::Throw(..) => {
                let aims = self.aims(seat, Coin::Ball, true).into_iter().take(1);
                aims.map(|aim| format!("aim {} {}", aim_word(aim), sound_power(due))).collect()
            }
        }
    }

    /// Returns what a side could flick now, or in its next turn.
    pub(in crate::games::piecepack) fn due_to(&self, seat: Seat) -> Due {
        match self.phase {
            Phase::Due(due) | Phase::Returning { then: due, .. } if due.seat() == seat => due,
            _ => Due::Turn(seat),
        }
    }

    fn trial_of(&self, seat: Seat, due: Due, action: &Action) -> Result<Trial, Refusal> {
        let (coin, from, aim, power) = match (action, due) {
            (Action::Flick { kicker, aim, power }, _) => {
                let coin = Coin::Kicker(seat, *kicker);
                let from = self.lies(coin).ok_or_else(|| self.absent(coin))?;
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
    pub(in crate::games::piecepack) fn line(
        &self,
        seat: Seat,
        trial: &Trial,
    ) -> Result<FirstLine, Refusal> {
        let Trial { coin, from, aim, power } = *trial;
        let way = self.arrow(seat, from, aim)?;
        let run = self.tried_out(coin, from, way, i32::from(power) * 1000);
        let coins = self.coins();
        let own = coins.iter().position(|it| it.0 == coin);
        let path = own.and_then(|nth| run.paths.get(nth));
        let end = path.map_or(from, |it| Point::rounded(it.end.at));
        let Some(hit) = run.hits.first() else {
            let leaves = end.in_goal_of().is_some();
            return Ok(FirstLine { way, from, to: end, meets: None, leaves });
        };
        // Coins at rest hit nothing: the first contact is the flicked coin's.
        let names: Vec<Coin> = coins.iter().map(|it| it.0).collect();
        let meets = met(hit, &floor(), &names);
        let to = Point::rounded(hit.at);
        Ok(FirstLine { way, from, to, meets: Some(meets), leaves: false })
    }

    /// Follows a shot without its tremor to the end of its first straight line; none if nothing is flicked.
    pub(in crate::games::piecepack) fn first_line(
        &self,
        seat: Seat,
        action: &Action,
    ) -> Option<FirstLine> {
        self.line(seat, &self.trial_of(seat, self.due_to(seat), action).ok()?).ok()
    }

    /// Says where the first straight line of a flick goes, and what it meets.
    pub(in crate::games::piecepack) fn told_line(
        &self,
        seat: Seat,
        trial: &Trial,
    ) -> Result<String, Refusal> {
        let FirstLine { way, from, to, meets, leaves } = self.line(seat, trial)?;
        let name = match trial.coin {
            Coin::Ball => "The ball".to_owned(),
            it => coin_word(it),
        };
        let far = inches(from.far(to));
        let mut out = format!(
            "{name} would set off at {}° with power {}, enough to slide {} inches.",
            tenths(heading_of(way) as i32),
            trial.power,
            inches(slide(trial.power))
        );
        out.push_str(&match meets {
            Some(Met::Coin(coin)) => {
                let aside = self.lies(coin).map_or(0, |at| beside(from, way, at));
                let aside = match aside {
                    -4..=4 => "dead centre".to_owned(),
                    ..-4 => format!("{} inches left of its centre", inches(-aside)),
                    _ => format!("{} inches right of its centre", inches(aside)),
                };
                format!(" It hits {} after {far} inches, {aside}.", coin_name(coin))
            }
            Some(Met::Border(tile) | Met::Side(tile)) => {
                format!(
                    " It hits the {} after {far} inches, at {} {}.",
                    tile_name(tile),
                    inches(to.x),
                    inches(to.y)
                )
            }
            Some(Met::Post(tile)) => {
                format!(" It hits the {} after {far} inches.", post_name(tile))
            }
            None if leaves => " It hits nothing and goes through the goal.".to_owned(),
            None => {
                format!(
                    " It hits nothing and ends after {far} inches, at {} {}.",
                    inches(to.x),
                    inches(to.y)
                )
            }
        });
        if let (Coin::Ball, Due::Throw(..)) = (trial.coin, self.due_to(seat)) {
            out.push_str(&format!(" {}", no_score(seat)));
        }
        let [degrees, _] = spread(trial.power);
        match self.options.tremor {
            Tremor::None => {}
            Tremor::Steady => {
                out.push_str(&format!(" A flick strays by about {}°.", tenths(degrees)))
            }
            Tremor::Wild => {
                out.push_str(&format!(" A flick strays by about {}°.", tenths(3 * degrees)))
            }
        }
        Ok(out)
    }

    /// Completes a correction of the last aim, or `flick` alone.
    pub(in crate::games::piecepack) fn adjusted(
        &self,
        seat: Seat,
        asked: &str,
        text: &str,
    ) -> Option<String> {
        let trial = self.trial(seat, asked)?.ok()?;
        let plain = readings(text).into_iter().next()?;
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
            Ok(Some(adjusted)) => (Aim::Heading(adjusted.heading), adjusted.power),
            Ok(None) if plays && rest.is_empty() => (trial.aim, trial.power),
            Ok(None) if !plays => self.aimed_anew(&trial, &rest)?,
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

    /// Reads another target for the kicker of an earlier try, such as `at goal`, with another power or the same one.
    fn aimed_anew(&self, trial: &Trial, words: &[&str]) -> Option<(Aim, u8)> {
        // A ball that is shot has no number to leave out.
        let Coin::Kicker(..) = trial.coin else { return None };
        let target = match words {
            ["at" | "to" | "towards", "the", rest @ ..] | ["at" | "to" | "towards", rest @ ..] => {
                rest
            }
            _ => return None,
        };
        let (aim, rest) = self.read_target(target).ok()?;
        match rest {
            [] => Some((aim, trial.power)),
            [power] | ["p", power] => Some((aim, read_power(power).ok()?)),
            _ => None,
        }
    }
}

/// Turns suggested plays into questions.
fn as_aims(mut refusal: Refusal) -> Refusal {
    for offer in &mut refusal.instead {
        if let Some((verb, rest)) = offer.split_once(' ')
            && ["flick", "freekick", "throw"].contains(&verb)
        {
            *offer = format!("aim {rest}");
        }
    }
    refusal.instead.retain(|it| it.starts_with("aim "));
    refusal
}

/// Returns how far a line passes to the right of a coin's centre, in thousandths of an inch.
pub(in crate::games::piecepack) fn beside(from: Point, way: Vector, at: Point) -> i32 {
    let apart = at.centred() - from.centred();
    // The leftward part of the vector to the coin is how far the line passes to its right.
    let aside = apart.y * way.x - apart.x * way.y;
    (aside * 1000.0).round() as i32
}
