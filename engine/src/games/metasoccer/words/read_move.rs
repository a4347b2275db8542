//! Reading moves, and the squares, shirts and directions in them.
use crate::games::metasoccer::{
    Action, Metasoccer, Phase, PlayKind,
    field::{Spot, Way},
    moves::course::Hop,
    squad::Id,
    why::reasons::Objection,
    words::read::{OFFERED, Read, no_shirt, number_of},
    words::verb::SoccerVerb,
};
use crate::{quote::short, seat::Seat};

impl Metasoccer {
    /// Reads `d5-d9`, `d5xd8`, `d5xe7>f8`, `d5 to d9`, `run d5 north`, `run e4 north pass e6`, `7-d9` and the like.
    pub(in crate::games::metasoccer) fn move_word(&self, seat: Seat, plain: &str) -> Read {
        // A direction may have a hyphen in it.
        let joined = ["north", "south"]
            .into_iter()
            .fold(plain.to_owned(), |text, word| text.replace(&format!("{word}-"), word));
        let bare = joined.replace(['-', 'x', '>', ':', '–', '→', '×'], " ");
        let mut words: Vec<&str> = bare.split_whitespace().filter(|it| *it != "to").collect();
        let (verb, named) = match words[..] {
            ["push", ..] => (SoccerVerb::Push, true),
            ["move" | "run" | "play" | "place" | "put" | "bring" | "jump", ..] => {
                (SoccerVerb::Move, true)
            }
            _ => (SoccerVerb::Move, false),
        };
        if named {
            words.remove(0);
        }
        let spot = |word: &str| self.spot_of(seat, word);
        // With a sign of a push, or the word for it, it must be a push.
        let pushes = verb == SoccerVerb::Push || joined.contains(['x', '>', '×']);
        let read = match words[..] {
            [] if verb == SoccerVerb::Push => self.pushes_onto(None),
            [] if named => Read::Part(verb),
            [] => return Read::Unknown,
            [on] if verb == SoccerVerb::Push && spot(on).is_some() => self.pushes_onto(spot(on)),
            [from] if spot(from).is_some() => {
                spot(from).map_or(Read::Unknown, |spot| self.stuck(spot))
            }
            [from, way] if Way::named(way).is_some() && spot(way).is_none() => {
                match (spot(from), Way::named(way)) {
                    (Some(from), Some(way)) => self.run_word(from, way),
                    _ => Read::Unknown,
                }
            }
            [from, way, "pass"] if spot(from).is_some() && Way::named(way).is_some() => {
                Read::Part(SoccerVerb::Fly)
            }
            [from, way, "pass", pass] => match (spot(from), Way::named(way), spot(pass)) {
                (Some(from), Some(way), Some(pass)) => {
                    Read::Action(Action::Fly { from, way, pass })
                }
                _ => Read::Unknown,
            },
            [from, to] => match (spot(from), spot(to)) {
                (Some(from), Some(to)) => Read::Action(self.placed(from, to)),
                _ => Read::Unknown,
            },
            [from, to, aside] => match (spot(from), spot(to), spot(aside)) {
                (Some(from), Some(to), Some(aside)) => self.push_word(from, to, aside),
                _ => Read::Unknown,
            },
            _ => Read::Unknown,
        };
        let read = match read {
            Read::Action(action) if !pushes => self.push_or_steal(action),
            read => read,
        };
        // Words that begin like a move are told which square doesn't exist.
        let begins = |word: &&str| is_place(word) || spot(word).is_some();
        if !matches!(read, Read::Unknown) || !named && !words.first().is_some_and(begins) {
            return read;
        }
        let none =
            |word: &&&str| spot(word).is_none() && Way::named(word).is_none() && **word != "pass";
        match words.iter().find(none) {
            Some(wrong) => Read::Wrong(verb, self.missing(seat, wrong)),
            None => {
                let says = "That's too much for one move. Say `d5-d9` or `run d5 north`.";
                Read::Wrong(verb, says.to_owned())
            }
        }
    }

    /// Asks whether a move onto the carrier is a push or a steal (A-R38).
    fn push_or_steal(&self, action: Action) -> Read {
        let Action::Move { from, to, aside: None } = action else { return Read::Action(action) };
        let acts = self.phase == Phase::Act && self.squad.ball_at() == Some(to);
        if !acts || self.can_steal(from).is_err() {
            return Read::Action(action);
        }
        let onto = |action: &Action| matches!(action, Action::Move { from: start, to: end, .. } if (*start, *end) == (from, to));
        let steal = std::iter::once(Action::Steal(from));
        Read::Several(steal.chain(self.actions().into_iter().filter(onto)).collect())
    }

    /// Reads a move as the answer to the question, if that asks where a checker goes.
    fn placed(&self, from: Spot, to: Spot) -> Action {
        let who = self.squad.on(from);
        match self.phase {
            Phase::Robbed { .. } if who.is_some() && who == self.squad.ball => Action::To(to),
            Phase::Goalie | Phase::Guard if who.is_some_and(|it| it.is_goalie()) => {
                Action::Goalie(to)
            }
            Phase::Kicker => match who.filter(|it| it.seat == self.play.side) {
                Some(who) => Action::Kicker { number: who.number, to },
                None => Action::Move { from, to, aside: None },
            },
            _ => Action::Move { from, to, aside: None },
        }
    }

    /// Reads a push by the pushed checker; `push` alone is incomplete, and never played.
    fn pushes_onto(&self, on: Option<Spot>) -> Read {
        let pushed = |at: Spot| self.squad.on(at).is_some_and(|it| it.seat != self.play.side);
        if self.phase != Phase::Act || !on.is_none_or(pushed) {
            return Read::Part(SoccerVerb::Push);
        }
        let pushes = |action: &Action| match action {
            Action::Move { to, .. } => pushed(*to) && on.is_none_or(|on| on == *to),
            _ => false,
        };
        let mut all: Vec<Action> = self.actions().into_iter().filter(pushes).collect();
        match (all.len(), on) {
            (0, Some(at)) => {
                let at = self.options.field.name_of(at);
                let says =
                    format!("None of your checkers can push the one on {at} with this roll.");
                Read::Barred(SoccerVerb::Push, says)
            }
            (0, None) => Read::Part(SoccerVerb::Push),
            (1, Some(_)) => Read::Action(all.swap_remove(0)),
            _ => Read::Several(all),
        }
    }

    /// Reads a square alone: it begins a move, but only of a checker that can move.
    pub(in crate::games::metasoccer) fn stuck(&self, at: Spot) -> Read {
        if self.phase != Phase::Act || self.play.kind == PlayKind::Penalty {
            let resets = self.asked().filter(|seat| self.may_reset(*seat));
            let stays = resets.and_then(|seat| self.can_lift(seat, at).err());
            return match stays {
                Some(why) => Read::Barred(SoccerVerb::Move, self.says(why)),
                None => Read::Part(SoccerVerb::Move),
            };
        }
        let name = self.options.field.name_of(at);
        let says = match self.squad.on(at).map(|player| (player, self.may_move(player, at))) {
            None => self.says(Objection::Empty(at)),
            Some((_, Err(why))) => self.says(why),
            Some((_, Ok(()))) if self.can_steal(at).is_ok() => {
                let own = |action: &Action| action.start() == Some(at);
                let mut all: Vec<Action> = self.actions().into_iter().filter(own).collect();
                all.truncate(OFFERED);
                return Read::Several(all);
            }
            Some((who, Ok(()))) if self.hops(who).is_empty() => {
                format!("The checker on {name} has no move with this roll.")
            }
            Some((_, Ok(()))) => return Read::Part(SoccerVerb::Move),
        };
        Read::Barred(SoccerVerb::Move, says)
    }

    /// Reads a run by its direction.
    fn run_word(&self, from: Spot, way: Way) -> Read {
        let moves = |who: Id| {
            self.hops(who).into_iter().filter(|hop| hop.from.way_to(hop.to()) == Some(way))
        };
        let ends: Vec<Hop> = self.squad.on(from).into_iter().flat_map(moves).collect();
        let run = |to: Spot| Action::Move { from, to, aside: None };
        match &ends[..] {
            [only] => Read::Action(run(only.to())),
            // Nothing can go that way; the refusal says why.
            [] => Read::Action(run(from.step(way))),
            _ => Read::Several(ends.iter().map(|hop| run(hop.to())).collect()),
        }
    }

    /// Reads a push with the square the other is pushed to, which only a knight chooses.
    fn push_word(&self, from: Spot, to: Spot, aside: Spot) -> Read {
        let hops = self.squad.on(from).map_or(Vec::new(), |who| self.hops(who));
        let straight = |hop: &Hop| {
            hop.to() == to
                && hop.aside.is_none()
                && hop.course.push.is_some_and(|it| it.to == aside)
        };
        let aside = if hops.iter().any(straight) { None } else { Some(aside) };
        Read::Action(Action::Move { from, to, aside })
    }

    /// Reads a square, or the shirt number of one's own checker, also as boards in characters show it: `s7`, `nG`.
    pub(in crate::games::metasoccer) fn spot_of(&self, seat: Seat, word: &str) -> Option<Spot> {
        if let Some(at) = self.options.field.spot(word) {
            return Some(at);
        }
        let shirt = word.trim_start_matches('#');
        let own = if seat == Seat::First { 's' } else { 'n' };
        let number = match shirt.strip_prefix(own) {
            Some("g") => Some(1),
            Some(bare) => number_of(bare),
            None => number_of(shirt),
        };
        self.squad.at(Id { seat, number: number? })
    }

    /// Says what is wrong with a word that is neither a square nor the shirt of a checker on the pitch.
    pub(in crate::games::metasoccer) fn missing(&self, seat: Seat, word: &str) -> String {
        let field = self.options.field;
        let word = word.trim_start_matches('#');
        match number_of(word) {
            Some(_) if *self.squad.expelled.get(seat) != 0 => {
                return format!("Your {word} isn't on the pitch any more.");
            }
            Some(_) => return format!("Your side has no {word}."),
            None if is_place(word) => {}
            None => {
                return format!("`{}` isn't a square such as d5, or a shirt number.", short(word));
            }
        }
        if word.bytes().all(|it| it.is_ascii_digit()) {
            return no_shirt(word);
        }
        let last = Spot { x: field.files(), y: field.ranks() };
        let ring = Spot { x: field.files() + 1, y: field.ranks() + 1 };
        format!(
            "There is no square {} here. The field goes from a1 to {}, the border around it from \
             L0 to {}.",
            short(word),
            field.name_of(last),
            field.name_of(ring)
        )
    }
}

/// Tells whether a word looks like a square or a number: up to two letters, then digits.
fn is_place(word: &str) -> bool {
    let digits = word.trim_start_matches(|it: char| it.is_ascii_alphabetic());
    word.len() - digits.len() <= 2
        && !digits.is_empty()
        && digits.bytes().all(|it| it.is_ascii_digit())
}
