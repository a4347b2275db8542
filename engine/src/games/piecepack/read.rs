//! Reads what players type.
use super::{
    Action, Aim, Coin, Due, Formation, Kicker, Phase, Piecepack, Spot, Tried,
    field::{Corner, KICKERS, POWERS, Point},
    typed::{named_kicker, thousandths, tidy, wind},
    words::{coin_name, side, write},
};
use crate::{
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};

/// The power of a flick at something whose power is left out.
const USUAL_POWER: u8 = 50;

/// What one correction without a number changes: degrees in thousandths, points of power.
const NUDGE: i32 = 1000;
const PUSH: i32 = 5;

/// So many words are offered to somebody who typed what is not open.
const OFFERED: usize = 10;

/// A direction and a power.
pub(super) struct Shooting {
    pub(super) aim: Aim,
    pub(super) power: u8,
}

impl Piecepack {
    pub(super) fn read_action(&self, seat: Seat, text: &str) -> Result<Action, Refusal> {
        self.check_seat(seat)?;
        let plain = tidy(text);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let read = match self.phase {
            Phase::Placing { .. } => self.read_placing(seat, &words),
            Phase::Returning { .. } => self.read_return(seat, &words),
            Phase::Due(due) => self.read_due(seat, due, &words),
            Phase::Over(_) => Err(self.unreadable(text)),
        };
        match read {
            Ok(action) => {
                self.allows(&action)?;
                Ok(action)
            }
            // Half a choice is never played; it is offered whole.
            Err(refusal) if refusal.code == Code::Unreadable && refusal.instead.is_empty() => {
                let started = self.started(&plain);
                if started.is_empty() {
                    return Err(self.unreadable(text).instead(self.examples()));
                }
                let says = format!("`{}` is not the whole of it.", short(text));
                Err(Refusal::new(Code::Ambiguous, says).instead(started))
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Lists the choices that begin with some words.
    fn started(&self, plain: &str) -> Vec<String> {
        if plain.is_empty() {
            return Vec::new();
        }
        let begins = |it: &String| it.to_lowercase().starts_with(plain);
        self.listed().iter().map(write).filter(begins).collect()
    }

    /// Lists a few choices of every kind.
    pub(super) fn examples(&self) -> Vec<String> {
        let listed = self.listed();
        let plain = |it: &&Action| match it {
            Action::Flick { power, aim, .. } => *power == 60 && *aim == Aim::Coin(Coin::Ball),
            Action::FreeKick { power, .. } | Action::Throw { power, .. } => *power == 60,
            _ => true,
        };
        listed.iter().filter(plain).map(write).take(OFFERED).collect()
    }

    fn unreadable(&self, text: &str) -> Refusal {
        let says = match text.trim() {
            "" => "There was nothing to read.".to_owned(),
            _ => format!("`{}` is not understood.", short(text)),
        };
        Refusal::unreadable(says)
    }

    fn read_placing(&self, seat: Seat, words: &[&str]) -> Result<Action, Refusal> {
        for formation in [Formation::Default, Formation::Wall, Formation::Wide] {
            if words == [formation.name()] {
                return Ok(Action::Form(formation));
            }
        }
        let ["place" | "put" | "set", rest @ ..] = words else {
            return Err(match self.read_due(seat, Due::Turn(seat), words) {
                Ok(_) => Refusal::illegal("First the kickers are set up.").instead(self.examples()),
                Err(_) => self.unreadable(&words.join(" ")),
            });
        };
        let rest: Vec<&str> = rest.iter().copied().filter(|it| *it != "at").collect();
        if rest.is_empty() || !rest.len().is_multiple_of(3) {
            return Err(self.unreadable(&words.join(" ")));
        }
        let mut places = Vec::new();
        for three in rest.chunks_exact(3) {
            let kicker = self.read_kicker(seat, three[0])?;
            places.push((kicker, self.read_place(three[1], three[2])?));
        }
        Ok(Action::Place(places))
    }

    fn read_return(&self, seat: Seat, words: &[&str]) -> Result<Action, Refusal> {
        let through = self.numbers(seat, |it| it == Kicker::Through);
        if words == ["default"]
            && let [kicker, ..] = through[..]
        {
            return Ok(Action::Return { kicker, to: Spot::In(self.usual_corner()) });
        }
        let ["put" | "return" | "place" | "callin", rest @ ..] = words else {
            return Err(match self.read_due(seat, Due::Turn(seat), words) {
                Ok(_) => self.first("First whatever went through a goal is put into a corner box."),
                Err(_) => self.unreadable(&words.join(" ")),
            });
        };
        let (kicker, to) = self.read_spot(seat, rest)?;
        Ok(Action::Return { kicker, to })
    }

    fn read_due(&self, seat: Seat, due: Due, words: &[&str]) -> Result<Action, Refusal> {
        match words {
            ["callin", rest @ ..] | ["call", "in", rest @ ..] => match due {
                Due::Turn(_) => {
                    let (kicker, to) = self.read_spot(seat, rest)?;
                    Ok(Action::CallIn { kicker, to })
                }
                Due::FreeKick(_) => {
                    Err(self.first("The free kick comes first; call a kicker in afterwards."))
                }
                Due::Throw(..) => {
                    Err(self.first("The corner throw comes first; call a kicker in afterwards."))
                }
            },
            ["pass" | "skip" | "end"] => {
                let says = match due {
                    Due::Turn(_) => "There is no passing; the gentlest flick has power 1.",
                    Due::FreeKick(_) | Due::Throw(..) => {
                        "It cannot be declined; the gentlest flick has power 1."
                    }
                };
                Err(self.first(says))
            }
            _ => match self.read_shot(seat, due, words)? {
                Some(action) => Ok(action),
                None => Err(self.unreadable(&words.join(" "))),
            },
        }
    }

    fn first(&self, says: &str) -> Refusal {
        Refusal::illegal(says).instead(self.examples())
    }

    /// Reads a flick of any kind; nothing where the words do not begin like one.
    pub(super) fn read_shot(
        &self,
        seat: Seat,
        due: Due,
        words: &[&str],
    ) -> Result<Option<Action>, Refusal> {
        let rest = match words {
            ["flick" | "shoot" | "kick", rest @ ..] => rest,
            ["freekick", rest @ ..] | ["free", "kick", rest @ ..] => match due {
                Due::FreeKick(_) => rest,
                _ => return Err(self.first("You have no free kick now.")),
            },
            ["throw", rest @ ..] | ["corner", "throw", rest @ ..] => match due {
                Due::Throw(..) => rest,
                _ => return Err(self.first("You have no corner throw now.")),
            },
            _ => return Ok(None),
        };
        let rest = match rest {
            ["the", "ball", rest @ ..] | ["ball", rest @ ..] => {
                if matches!(due, Due::Turn(_)) {
                    return Err(
                        self.first("Only kickers are flicked; the ball itself in a free kick.")
                    );
                }
                rest
            }
            _ => rest,
        };
        if !matches!(due, Due::Turn(_)) && names_a_kicker(rest) {
            return Err(
                self.first("Now the ball itself is flicked, no kicker: leave the number out.")
            );
        }
        let last = self.tried.get(seat).as_ref();
        if let Some(tried) = self.corrected(seat, last, rest)? {
            return Ok(Some(self.again(due, tried)?));
        }
        match due {
            Due::Turn(_) => {
                let Some((kicker, rest)) = rest.split_first() else { return Ok(None) };
                let kicker = match (*kicker, rest.split_first()) {
                    ("kicker" | "coin", Some((number, after))) => {
                        return self.read_flick(seat, number, after).map(Some);
                    }
                    _ => kicker,
                };
                self.read_flick(seat, kicker, rest).map(Some)
            }
            Due::FreeKick(_) => {
                let Shooting { aim, power } = self.read_shooting(rest)?;
                Ok(Some(Action::FreeKick { aim, power }))
            }
            Due::Throw(_, corner) => {
                let (from, rest) = match rest {
                    ["from", x, y, rest @ ..] => (Some(self.read_place(x, y)?), rest),
                    _ => (None, rest),
                };
                let from = from.filter(|it| *it != super::moves::thrown_from(corner));
                let Shooting { aim, power } = self.read_shooting(rest)?;
                Ok(Some(Action::Throw { from, aim, power }))
            }
        }
    }

    fn read_flick(&self, seat: Seat, kicker: &str, rest: &[&str]) -> Result<Action, Refusal> {
        let kicker = self.read_kicker(seat, kicker)?;
        let Shooting { aim, power } = self.read_shooting(rest)?;
        Ok(Action::Flick { kicker, aim, power })
    }

    /// Makes a flick of one that was tried before.
    pub(super) fn again(&self, due: Due, tried: Tried) -> Result<Action, Refusal> {
        let Tried { coin, heading, power } = tried;
        let aim = Aim::Heading(heading);
        match (due, coin) {
            (Due::Turn(_), Coin::Kicker(_, kicker)) => Ok(Action::Flick { kicker, aim, power }),
            (Due::Turn(_), Coin::Ball) => Err(self.first(
                "Your last flick was the ball itself; now a kicker is to be flicked. Say which one.",
            )),
            (Due::FreeKick(_), _) => Ok(Action::FreeKick { aim, power }),
            (Due::Throw(..), _) => Ok(Action::Throw { from: None, aim, power }),
        }
    }

    /// Reads corrections such as `left 2 harder` of an earlier aim; nothing where there are none.
    pub(super) fn corrected(
        &self,
        seat: Seat,
        last: Option<&Tried>,
        words: &[&str],
    ) -> Result<Option<Tried>, Refusal> {
        let is_one = |it: &str| ["left", "right", "harder", "softer"].contains(&it);
        let (named, words) = match words {
            [kicker, rest @ ..] if rest.first().is_some_and(|it| is_one(it)) => {
                match self.read_kicker(seat, kicker) {
                    Ok(kicker) => (Some(kicker), rest),
                    Err(refusal) if refusal.code == Code::Unreadable => return Ok(None),
                    Err(refusal) => return Err(refusal),
                }
            }
            _ => (None, words),
        };
        if !words.first().is_some_and(|it| is_one(it)) {
            return Ok(None);
        }
        let mended = last.filter(|it| match (it.coin, named) {
            (Coin::Kicker(_, kicker), Some(named)) => kicker == named,
            (Coin::Ball, Some(_)) => false,
            (_, None) => true,
        });
        let Some(mut tried) = mended.copied() else {
            let says = "There is no aim of yours to correct yet: say a whole one first, such as `aim 2 at ball 60`.";
            return Err(Refusal::new(Code::NotNow, says).instead(self.examples()));
        };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if !is_one(word) {
                return Err(self.unreadable(&format!("… {word}")));
            }
            let number = words.peek().and_then(|it| thousandths(it));
            if number.is_some() {
                words.next();
            }
            let by = number.unwrap_or(if is_turn(word) { NUDGE } else { PUSH * 1000 });
            let by = if ["left", "softer"].contains(word) { -by } else { by };
            if is_turn(word) {
                tried.heading = (tried.heading + by).rem_euclid(360_000);
            } else {
                let power = i32::from(tried.power) + by / 1000;
                // Held within the powers there are.
                tried.power = power.clamp(POWERS[0].into(), POWERS[1].into()) as u8;
            }
        }
        Ok(Some(tried))
    }

    /// Reads a direction and a power: `at ball 60`, `at N3 40`, `at goal`, `37.5° 55`, `at 5.2 11 70`, `north 30`.
    pub(super) fn read_shooting(&self, words: &[&str]) -> Result<Shooting, Refusal> {
        let unreadable = || self.unreadable(&words.join(" "));
        let (aim, rest, usual) = match words {
            ["at", "the", rest @ ..] | ["at", rest @ ..] => {
                let (aim, rest) = self.read_target(rest)?;
                (aim, rest, Some(USUAL_POWER))
            }
            [heading, rest @ ..] => {
                let heading =
                    wind(heading).or_else(|| thousandths(heading)).ok_or_else(unreadable)?;
                (Aim::Heading(heading.rem_euclid(360_000)), rest, None)
            }
            [] => return Err(unreadable()),
        };
        let rest = match rest {
            ["power" | "with" | "p", rest @ ..] => rest,
            _ => rest,
        };
        let power = match (rest, usual) {
            ([power], _) => self.read_power(power)?,
            ([], Some(power)) => power,
            ([], None) => {
                let says = "Say the power, too: a direction and a number from 1 to 100.";
                return Err(Refusal::new(Code::Ambiguous, says).instead(self.examples()));
            }
            _ => return Err(unreadable()),
        };
        Ok(Shooting { aim, power })
    }

    fn read_target<'a, 'b>(&self, words: &'b [&'a str]) -> Result<(Aim, &'b [&'a str]), Refusal> {
        match words {
            ["ball", rest @ ..] => Ok((Aim::Coin(Coin::Ball), rest)),
            ["goal", rest @ ..] => Ok((Aim::Goal, rest)),
            [word, rest @ ..] if named_kicker(word).is_some() => {
                let coin = named_kicker(word).unwrap_or(Coin::Ball);
                Ok((Aim::Coin(coin), rest))
            }
            [x, y, rest @ ..] => Ok((Aim::Spot(self.read_place(x, y)?), rest)),
            _ => Err(self.unreadable(&words.join(" "))),
        }
    }

    fn read_power(&self, word: &str) -> Result<u8, Refusal> {
        let [least, most] = POWERS;
        let bare = word.trim_end_matches('%');
        let whole = thousandths(bare).filter(|it| it % 1000 == 0).map(|it| it / 1000);
        match whole {
            Some(it) if (i32::from(least)..=i32::from(most)).contains(&it) => Ok(it as u8),
            _ if bare.starts_with(|it: char| it.is_ascii_digit() || it == '-') => {
                let says =
                    format!("The power is a whole number from 1 to 100, not `{}`.", short(word));
                Err(Refusal::illegal(says).instead(self.examples()))
            }
            _ => Err(self.unreadable(word)),
        }
    }

    /// Reads a kicker of one's own: `2`, `S2`, `#2`.
    fn read_kicker(&self, seat: Seat, word: &str) -> Result<u8, Refusal> {
        match named_kicker(word) {
            Some(Coin::Kicker(of, number)) if of == seat => return Ok(number),
            Some(coin) => {
                let (name, own) = (coin_name(coin), side(seat));
                let says = format!("{name} is not yours; you play {own}, kickers 1 to 4.");
                return Err(Refusal::illegal(says).instead(self.examples()));
            }
            None => {}
        }
        let number: Option<u8> = word.trim_start_matches('#').parse().ok();
        match number {
            Some(it) if (1..=KICKERS).contains(&it) => Ok(it),
            Some(_) => {
                let says = format!("There is no kicker `{}`; yours are 1 to 4.", short(word));
                Err(Refusal::illegal(says).instead(self.examples()))
            }
            None => Err(self.unreadable(word)),
        }
    }

    fn read_spot(&self, seat: Seat, words: &[&str]) -> Result<(u8, Spot), Refusal> {
        let (kicker, rest) = match words {
            ["kicker", kicker, rest @ ..] | [kicker, rest @ ..] => (kicker, rest),
            [] => return Err(self.unreadable("")),
        };
        let kicker = self.read_kicker(seat, kicker)?;
        let rest: Vec<&str> = rest
            .iter()
            .copied()
            .filter(|it| !["at", "in", "the", "box", "corner"].contains(it))
            .collect();
        match rest[..] {
            [] => Ok((kicker, Spot::In(self.usual_corner()))),
            [corner] => match Corner::named(corner) {
                Some(corner) => Ok((kicker, Spot::In(corner))),
                None => Err(self.unreadable(corner)),
            },
            [x, y] => Ok((kicker, Spot::At(self.read_place(x, y)?))),
            _ => Err(self.unreadable(&words.join(" "))),
        }
    }

    fn read_place(&self, x: &str, y: &str) -> Result<Point, Refusal> {
        let (Some(x), Some(y)) = (thousandths(x), thousandths(y)) else {
            return Err(self.unreadable(&format!("{x} {y}")));
        };
        Point::try_from((x, y)).map_err(|_| {
            let says = "The field is 10 inches wide (x, from the west) and 12 long (y, from the south); that is far off it.";
            Refusal::illegal(says).instead(self.examples())
        })
    }
}

/// Tells whether a kicker is said where a direction should be: `2 at ball 60`, `2 37.5 55`.
fn names_a_kicker(words: &[&str]) -> bool {
    match words {
        [kicker, "at", ..] => *kicker != "ball",
        [_, degrees, power] => {
            thousandths(degrees).is_some() && thousandths(power).is_some() && words[0] != "at"
        }
        _ => false,
    }
}

fn is_turn(word: &str) -> bool {
    ["left", "right"].contains(&word)
}
