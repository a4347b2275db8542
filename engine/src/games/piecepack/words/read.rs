//! Reads what players type.
use crate::games::piecepack::{
    Action, Aim, Coin, Due, Kicker, KickerFormation, KickerSpot, Phase, Piecepack,
    field::{Corner, KICKERS, LONG, POWERS, Point, WIDE, exact},
    moves::{STEPS, sound_power},
    words::typed::{named_kicker, readings, thousandths, wind},
    words::{coin_name, side, write},
};
use crate::{
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};

/// The power of a flick if it is left out.
const USUAL_POWER: u8 = 50;

/// The most suggestions for an action that isn't possible.
const OFFERED: usize = 10;

impl Piecepack {
    pub(in crate::games::piecepack) fn read_action(
        &self,
        seat: Seat,
        text: &str,
    ) -> Result<Action, Refusal> {
        let mut read =
            readings(text).into_iter().map(|reading| self.read_plain(seat, text, &reading));
        let first = read.next().unwrap_or_else(|| Err(self.unreadable(text)));
        match (first, read.next()) {
            (Ok(one), Some(Ok(other))) if one != other => {
                let says = format!(
                    "The comma in `{}` could be a point or a space. Write one of \
                                    those.",
                    short(text)
                );
                Err(Refusal::new(Code::Ambiguous, says).instead([write(&one), write(&other)]))
            }
            // `flick 2 37,5` lacks a power; 5 would be a guess, and a flick can't be repeated.
            (Err(refusal), Some(Ok(other)))
                if refusal.code == Code::Ambiguous && other.flicks() =>
            {
                let mut refusal = self.with_a_way_on(seat, refusal);
                refusal.instead.push(write(&other));
                Err(refusal)
            }
            (Ok(action), _) | (Err(_), Some(Ok(action))) => Ok(action),
            (Err(refusal), _) => Err(self.with_a_way_on(seat, refusal)),
        }
    }

    /// Keeps only the suggestions that can be played, and always offers something.
    fn with_a_way_on(&self, seat: Seat, mut refusal: Refusal) -> Refusal {
        refusal.instead.retain(|offer| self.read_plain(seat, offer, &offer.to_lowercase()).is_ok());
        if refusal.instead.is_empty() { refusal.instead(self.examples()) } else { refusal }
    }

    fn read_plain(&self, seat: Seat, text: &str, plain: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = plain.split_whitespace().collect();
        if let Some(says) = self.out_of_place(&words) {
            return Err(self.first(says));
        }
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
            // An incomplete choice is never played, but its completions are offered.
            Err(refusal) if refusal.code == Code::Unreadable && refusal.instead.is_empty() => {
                let mut started = self.started(plain);
                let shots =
                    ["flick", "shoot", "kick", "freekick", "free kick", "throw", "corner throw"];
                if started.is_empty() && shots.contains(&plain) {
                    started = self.examples();
                }
                if started.is_empty() {
                    return Err(self.unreadable(text).instead(self.examples_with(&words)));
                }
                Err(Refusal::unfinished(text, started))
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Lists the choices that begin with some words.
    fn started(&self, plain: &str) -> Vec<String> {
        if plain.is_empty() {
            return Vec::new();
        }
        let begins = |line: &String| line.to_lowercase().starts_with(plain);
        self.listed().iter().map(write).filter(begins).collect()
    }

    /// Lists a few choices of every kind.
    pub(in crate::games::piecepack) fn examples(&self) -> Vec<String> {
        let listed = self.listed();
        let sound =
            |power: &u8| matches!(self.phase, Phase::Due(due) if *power == sound_power(due));
        let plain = |action: &&Action| match action {
            Action::Flick { power, aim, .. } => sound(power) && *aim == Aim::Coin(Coin::Ball),
            Action::FreeKick { power, .. } | Action::Throw { power, .. } => sound(power),
            _ => true,
        };
        listed.iter().filter(plain).map(write).take(OFFERED).collect()
    }

    /// Lists a few choices with the named kicker, or of every kind if none was named.
    fn examples_with(&self, words: &[&str]) -> Vec<String> {
        let named = |action: &Action| match action {
            Action::Flick { kicker, power, .. } => {
                *power == sound_power(Due::Turn(self.seat()))
                    && words.get(1).is_some_and(|it| *it == kicker.to_string())
            }
            _ => false,
        };
        let listed = self.listed().into_iter().filter(named);
        let named: Vec<String> = listed.map(|it| write(&it)).take(OFFERED).collect();
        if named.is_empty() { self.examples() } else { named }
    }

    pub(in crate::games::piecepack) fn unreadable(&self, text: &str) -> Refusal {
        let form = self.form();
        let says = match text.trim() {
            "" => format!("That message was empty: {form}."),
            _ => format!("I don't understand `{}`: {form}.", short(text)),
        };
        Refusal::unreadable(says)
    }

    fn read_placing(&self, seat: Seat, words: &[&str]) -> Result<Action, Refusal> {
        for formation in KickerFormation::ALL {
            if words == [formation.name()] {
                return Ok(Action::Form(formation));
            }
        }
        let ["place" | "put" | "set" | "return", rest @ ..] = words else {
            return Err(self.unreadable(&words.join(" ")));
        };
        let rest: Vec<&str> = rest.iter().copied().filter(|it| *it != "at").collect();
        if rest.is_empty() || !rest.len().is_multiple_of(3) {
            let says = "Place a kicker with its number and two distances in inches, from the west \
                        and from the south.";
            let one = self.formed(seat, KickerFormation::Default).into_iter().take(1).collect();
            return Err(Refusal::new(Code::Ambiguous, says).instead([write(&Action::Place(one))]));
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
            return Ok(Action::Return { kicker, to: KickerSpot::In(self.usual_corner()) });
        }
        let rest = match words {
            ["put" | "return" | "place" | "set" | "callin", rest @ ..]
            | ["call", "in", rest @ ..] => rest,
            _ => return Err(self.unreadable(&words.join(" "))),
        };
        let (kicker, to) = self.read_spot(seat, rest).map_err(|refusal| match refusal.code {
            Code::Unreadable => {
                let says = "Say which kicker, and a corner box or a place in one.";
                Refusal::new(Code::Ambiguous, says).instead(self.examples())
            }
            _ => refusal,
        })?;
        Ok(Action::Return { kicker, to })
    }

    fn read_due(&self, seat: Seat, due: Due, words: &[&str]) -> Result<Action, Refusal> {
        match words {
            ["callin", rest @ ..] | ["call", "in", rest @ ..] => {
                let (kicker, to) = self.read_spot(seat, rest)?;
                Ok(Action::CallIn { kicker, to })
            }
            _ => match self.read_shot(seat, due, words)? {
                Some(action) => Ok(action),
                None => Err(self.unreadable(&words.join(" "))),
            },
        }
    }

    pub(in crate::games::piecepack) fn first(&self, says: &str) -> Refusal {
        Refusal::illegal(says).instead(self.examples())
    }

    /// Reads a flick of any kind; none if the words don't begin like one.
    pub(in crate::games::piecepack) fn read_shot(
        &self,
        seat: Seat,
        due: Due,
        words: &[&str],
    ) -> Result<Option<Action>, Refusal> {
        let rest = match words {
            ["flick" | "shoot" | "kick" | "freekick" | "throw", rest @ ..]
            | ["free", "kick", rest @ ..]
            | ["corner", "throw", rest @ ..] => rest,
            _ => return Ok(None),
        };
        let rest = match rest {
            ["the", "ball", rest @ ..] | ["ball", rest @ ..] => {
                if matches!(due, Due::Turn(_)) {
                    return Err(
                        self.first("You flick kickers; the ball itself only in a free kick.")
                    );
                }
                rest
            }
            _ => rest,
        };
        if !matches!(due, Due::Turn(_)) && names_a_kicker(rest) {
            return Err(self.first("Flick the ball itself now: leave the kicker's number out."));
        }
        let last = self.tried.get(seat).as_ref();
        if let Some(tried) = self.corrected(seat, last, rest)? {
            return Ok(Some(self.again(due, tried)?));
        }
        match due {
            Due::Turn(_) => {
                let Some((kicker, rest)) = rest.split_first() else { return Ok(None) };
                let kicker = match (*kicker, rest.split_first()) {
                    ("at" | "to" | "towards" | "goal", _) => {
                        return Err(self.which_kicker(seat, kicker, rest));
                    }
                    ("kicker" | "coin", Some((number, after))) => {
                        return self.read_flick(seat, number, after).map(Some);
                    }
                    _ => kicker,
                };
                self.read_flick(seat, kicker, rest).map(Some)
            }
            Due::FreeKick(_) => {
                self.read_shooting(rest, |aim, power| Action::FreeKick { aim, power }).map(Some)
            }
            Due::Throw(_, corner) => {
                let (from, rest) = match rest {
                    ["from", x, y, rest @ ..] => (Some(self.read_place(x, y)?), rest),
                    _ => (None, rest),
                };
                let from =
                    from.filter(|it| *it != crate::games::piecepack::moves::thrown_from(corner));
                self.read_shooting(rest, |aim, power| Action::Throw { from, aim, power }).map(Some)
            }
        }
    }

    /// Refuses a flick without a kicker, and offers it with each.
    fn which_kicker(&self, seat: Seat, first: &str, rest: &[&str]) -> Refusal {
        let words = [&[first], rest].concat();
        let each = self.on_field(seat).into_iter().filter_map(|kicker| {
            let flick = |aim, power| Action::Flick { kicker, aim, power };
            Some(write(&self.read_shooting(&words, flick).ok()?))
        });
        let says = "Say which kicker, with its number first.";
        Refusal::new(Code::Ambiguous, says).instead(each)
    }

    fn read_flick(&self, seat: Seat, kicker: &str, rest: &[&str]) -> Result<Action, Refusal> {
        let kicker = self.read_kicker(seat, kicker)?;
        let flick = self.read_shooting(rest, |aim, power| Action::Flick { kicker, aim, power });
        // An absent kicker is a more basic fault than a wrong aim.
        flick.map_err(|refusal| self.check_flicked(seat, kicker).err().unwrap_or(refusal))
    }

    /// Reads a direction and a power as a shot: `at ball 60`, `at N3 40`, `at goal`, `37.5° 55`, `at 5.2 11 70`,
    /// `north 30`.
    fn read_shooting(
        &self,
        words: &[&str],
        make: impl Fn(Aim, u8) -> Action,
    ) -> Result<Action, Refusal> {
        let unreadable = || self.unreadable(&words.join(" "));
        let (aim, rest, usual) = match words {
            ["at" | "to" | "towards", "the", rest @ ..] | ["at" | "to" | "towards", rest @ ..] => {
                let (aim, rest) = self.read_target(rest)?;
                (aim, rest, Some(USUAL_POWER))
            }
            [what, ..] if ["ball", "goal"].contains(what) || named_kicker(what).is_some() => {
                let (aim, rest) = self.read_target(words)?;
                (aim, rest, Some(USUAL_POWER))
            }
            [heading, rest @ ..] => {
                let heading =
                    wind(heading).or_else(|| thousandths(heading)).ok_or_else(unreadable)?;
                (Aim::Heading(heading.rem_euclid(360_000)), rest, None)
            }
            [] => return Err(unreadable()),
        };
        let rest = rest.strip_prefix(&["p"]).unwrap_or(rest);
        match (rest, usual) {
            ([power], _) => match read_power(power) {
                Ok(power) => Ok(make(aim, power)),
                Err(near) => {
                    let [least, most] = POWERS;
                    let says = format!(
                        "Power is a whole number from {least} to {most}, not `{}`.",
                        short(power)
                    );
                    Err(Refusal::illegal(says).instead([write(&make(aim, near))]))
                }
            },
            ([], Some(power)) => Ok(make(aim, power)),
            ([], None) => {
                let [least, most] = POWERS;
                let says =
                    format!("Say the power, too: a direction and a number from {least} to {most}.");
                let each = STEPS.map(|step| write(&make(aim, step)));
                Err(Refusal::new(Code::Ambiguous, says).instead(each))
            }
            _ => Err(unreadable()),
        }
    }

    /// Reads what a shot is aimed at, and returns the words after it.
    pub(in crate::games::piecepack) fn read_target<'a, 'b>(
        &self,
        words: &'b [&'a str],
    ) -> Result<(Aim, &'b [&'a str]), Refusal> {
        match words {
            ["ball", rest @ ..] => Ok((Aim::Coin(Coin::Ball), rest)),
            ["goal", rest @ ..] => Ok((Aim::Goal, rest)),
            ["their", "goal", rest @ ..] => Ok((Aim::Goal, rest)),
            [word, rest @ ..] if named_kicker(word).is_some() => {
                let coin = named_kicker(word).unwrap_or(Coin::Ball);
                Ok((Aim::Coin(coin), rest))
            }
            [x, y, rest @ ..] => Ok((Aim::Spot(self.read_place(x, y)?), rest)),
            _ => Err(self.unreadable(&words.join(" "))),
        }
    }

    /// Reads one of the player's kickers: `2`, `S2`, `#2`.
    pub(in crate::games::piecepack) fn read_kicker(
        &self,
        seat: Seat,
        word: &str,
    ) -> Result<u8, Refusal> {
        match named_kicker(word) {
            Some(Coin::Kicker(of, number)) if of == seat => return Ok(number),
            Some(coin) => {
                let (name, own) = (coin_name(coin), side(seat));
                let says = format!("{name} isn't yours; you play {own}, kickers 1 to {KICKERS}.");
                return Err(Refusal::illegal(says).instead(self.examples()));
            }
            None => {}
        }
        let number: Option<u8> = word.trim_start_matches('#').parse().ok();
        match number {
            Some(nth) if (1..=KICKERS).contains(&nth) => Ok(nth),
            Some(_) => {
                let says =
                    format!("There is no kicker `{}`; yours are 1 to {KICKERS}.", short(word));
                Err(Refusal::illegal(says).instead(self.examples()))
            }
            None => Err(self.unreadable(word)),
        }
    }

    fn read_spot(&self, seat: Seat, words: &[&str]) -> Result<(u8, KickerSpot), Refusal> {
        let (kicker, rest) = match words {
            ["kicker", kicker, rest @ ..] | [kicker, rest @ ..] => (kicker, rest),
            [] => return Err(self.unreadable("")),
        };
        let kicker = self.read_kicker(seat, kicker)?;
        let rest: Vec<&str> = rest
            .iter()
            .copied()
            .filter(|word| !["at", "in", "the", "box", "corner"].contains(word))
            .collect();
        match rest[..] {
            [] => Ok((kicker, KickerSpot::In(self.usual_corner()))),
            [corner] => match Corner::named(corner) {
                Some(corner) => Ok((kicker, KickerSpot::In(corner))),
                None => Err(self.unreadable(corner)),
            },
            [x, y] => Ok((kicker, KickerSpot::At(self.read_place(x, y)?))),
            _ => Err(self.unreadable(&words.join(" "))),
        }
    }

    fn read_place(&self, x: &str, y: &str) -> Result<Point, Refusal> {
        let (Some(x), Some(y)) = (thousandths(x), thousandths(y)) else {
            return Err(self.unreadable(&format!("{x} {y}")));
        };
        Point::try_from((x, y)).map_err(|_| {
            let [wide, long] = [WIDE, LONG].map(|mils| exact(mils.into()));
            let says = format!(
                "That's far off the field, which is {wide} inches wide (x, from the west) and \
                 {long} long (y, from the south)."
            );
            Refusal::illegal(says).instead(self.examples())
        })
    }
}

/// Reads a power; the error is the nearest possible one.
pub(in crate::games::piecepack) fn read_power(word: &str) -> Result<u8, u8> {
    let bare = word.trim_end_matches('%');
    let below = bare.starts_with(['-', '−']);
    // A number too long to read is above or below all powers.
    let asked = match thousandths(bare) {
        Some(it) => it,
        None if below => i32::MIN,
        None if bare.starts_with(|it: char| it.is_ascii_digit()) => i32::MAX,
        None => i32::from(USUAL_POWER) * 1000 + 1,
    };
    let [least, most] = POWERS.map(|power| i32::from(power) * 1000);
    let near = (asked.clamp(least, most) + 500).div_euclid(1000) as u8;
    if i32::from(near) * 1000 == asked { Ok(near) } else { Err(near) }
}

/// Tells whether a kicker stands where a direction should be: `2 at ball 60`, `2 37.5 55`.
fn names_a_kicker(words: &[&str]) -> bool {
    match words {
        ["at" | "to" | "towards" | "ball" | "goal", ..] => false,
        [_, "at" | "to" | "towards" | "ball" | "goal", ..] => true,
        [_, degrees, power] => {
            let way = wind(degrees).or_else(|| thousandths(degrees));
            way.is_some() && thousandths(power).is_some()
        }
        _ => false,
    }
}
