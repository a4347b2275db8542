//! Questions about a position: what they name on this field, and which answer fits. Everything here is open to both sides.
mod deeds;
mod facts;
mod past;
mod rolls;

use super::{
    Metasoccer, Phase, field::Spot, moves::course::Hop, squad::Id, why::reasons::Objection,
};
use crate::{
    question::{Question, Relation, Thing},
    quote::{lower_case, sentence_case},
    seat::{Observer, Seat},
};

/// What a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PitchThing {
    Checker(Id),
    Square(Spot),
    /// The goal that this side defends.
    Goal(Seat),
    Ball,
    Side(Seat),
}

/// A question about a match, with what it names.
struct PitchQuestion<'a> {
    game: &'a Metasoccer,
    question: &'a Question,
    to: Observer<'a>,
    /// Whose `my` is meant.
    own: Seat,
    by: Vec<PitchThing>,
    target: Vec<PitchThing>,
}

impl Metasoccer {
    /// Answers from the position; none if it can't be said.
    pub(super) fn answer_in_words(
        &self,
        question: &Question,
        to: Observer<'_>,
    ) -> Option<Vec<String>> {
        let asked = PitchQuestion::new(self, question, to)?;
        match question.relation {
            Relation::Stands => asked.stands(),
            Relation::Count => asked.count(),
            Relation::Distance => asked.distance(),
            Relation::Progress => Some(asked.progress()),
            _ if matches!(self.phase, Phase::Over(_)) => None,
            Relation::Reach => asked.reach(),
            Relation::WhyNot => asked.why_not(),
            Relation::Take => asked.take(),
            Relation::Pass => asked.pass(),
            Relation::Hit => asked.push(),
            Relation::Steal => asked.steal(),
            Relation::Offside => asked.offside(),
            Relation::InTheWay => asked.in_the_way(),
            Relation::Stuck => asked.stuck(),
            Relation::Safe => asked.safe(),
            Relation::Chance => asked.chance(),
            Relation::Meaning => asked.roll_allows(),
            Relation::Happened | Relation::Bring | Relation::Wounded => None,
        }
    }
}

impl<'a> PitchQuestion<'a> {
    /// Reads what a question names; none if something of it isn't in this match.
    fn new(
        game: &'a Metasoccer,
        question: &'a Question,
        to: Observer<'a>,
    ) -> Option<PitchQuestion<'a>> {
        let own = question.asker.or(game.asked()).unwrap_or(game.play.side);
        let mut by = meant(game, own, &question.by)?;
        let mut target = meant(game, own, &question.to)?;
        // `Is e9 a square that 7 can reach`, and `can I get 7 to e9`.
        let is_checker = |meant: &PitchThing| matches!(meant, PitchThing::Checker(_));
        if question.relation == Relation::Reach {
            let (checkers, others) = by.iter().chain(&target).partition(|it| is_checker(it));
            let (checkers, others): (Vec<PitchThing>, Vec<PitchThing>) = (checkers, others);
            if let (
                [one],
                [.., place @ (PitchThing::Square(_) | PitchThing::Goal(_) | PitchThing::Ball)],
            ) = (&checkers[..], &others[..])
            {
                (by, target) = (vec![*one], vec![*place]);
            }
        }
        Some(PitchQuestion { game, question, to, own, by, target })
    }

    /// Returns what is named at all, those of who does it first.
    fn named(&self) -> impl Iterator<Item = PitchThing> {
        self.by.iter().chain(&self.target).copied()
    }

    /// Returns the checker that is meant, by itself or by its square.
    fn checker(&self, meant: PitchThing) -> Option<Id> {
        match meant {
            PitchThing::Checker(id) => Some(id),
            PitchThing::Square(at) => self.game.squad.on(at),
            PitchThing::Ball => self.game.squad.ball,
            PitchThing::Goal(_) | PitchThing::Side(_) => None,
        }
    }

    /// Returns where something is.
    fn spot(&self, meant: PitchThing) -> Option<Spot> {
        match meant {
            PitchThing::Square(at) => Some(at),
            PitchThing::Checker(id) => self.game.squad.at(id),
            PitchThing::Ball => self.game.squad.ball_at(),
            PitchThing::Goal(_) | PitchThing::Side(_) => None,
        }
    }

    /// Returns the side that does it: the one that is named, that of the checker named, or the asker's own.
    fn doer(&self) -> Seat {
        // `How likely is Bob to score`.
        let asked = self.target.iter().filter(|_| self.question.relation == Relation::Chance);
        let named = self.by.iter().chain(asked).find_map(|meant| match meant {
            PitchThing::Side(seat) => Some(*seat),
            meant => self.checker(*meant).map(|it| it.seat),
        });
        named.unwrap_or(self.own)
    }

    /// Tells whether anyone of either side is meant.
    fn is_of_anyone(&self) -> bool {
        self.by.is_empty()
            && self.question.has(&["anyone", "anybody", "someone", "somebody", "who", "they"])
    }

    fn name(&self, at: Spot) -> String {
        self.game.options.field.name_of(at)
    }

    fn is_own(&self, seat: Seat) -> bool {
        self.question.asker == Some(seat)
    }

    /// Names a side within a sentence: `you`, `Bob`.
    fn side(&self, seat: Seat) -> String {
        if self.is_own(seat) { "you".to_owned() } else { self.to.name(seat).to_owned() }
    }

    /// Begins a sentence about a side: `You have`, `Bob has`.
    fn side_does(&self, seat: Seat, you: &str, they: &str) -> String {
        if self.is_own(seat) {
            format!("You {you}")
        } else {
            format!("{} {they}", self.to.name(seat))
        }
    }

    /// Says whose something is: `your goal`, `Bob's goal`.
    fn of(&self, seat: Seat, what: &str) -> String {
        if self.is_own(seat) {
            format!("your {what}")
        } else {
            format!("{}'s {what}", self.to.name(seat))
        }
    }

    /// Names a checker within a sentence: `your 7`, `Bob's goalie`.
    fn who(&self, id: Id) -> String {
        self.of(id.seat, &if id.is_goalie() { "goalie".to_owned() } else { id.number.to_string() })
    }

    /// Names a checker and its square: `your 7 on d5`.
    fn who_at(&self, id: Id) -> String {
        match self.game.squad.at(id) {
            Some(at) => format!("{} on {}", self.who(id), self.name(at)),
            None => self.who(id),
        }
    }

    /// Says where a checker is that isn't on the field, as the end of a sentence; none if it is.
    fn absent(&self, id: Id) -> Option<String> {
        let who = self.who(id);
        match self.game.squad.at(id) {
            Some(at) if self.game.options.field.holds(at) => None,
            Some(at) => Some(format!(
                "{who} is out of bounds on {}. It comes back at the start of {}",
                self.name(at),
                self.of(id.seat, "turn")
            )),
            None if id.number <= self.game.options.side.count() => {
                Some(format!("{who} was sent off"))
            }
            None => Some(format!("there is no {} in this match", id.numbered())),
        }
    }

    /// Explains to the asker why something isn't allowed. `game` has the roll; `seat` would do it.
    fn reason(&self, game: &Metasoccer, seat: Seat, why: Objection) -> String {
        match why {
            Objection::Mate(at) => format!(
                "{} is in the way, and nobody pushes teammates",
                game.squad.on(at).map_or(self.name(at), |id| self.who_at(id))
            ),
            Objection::PassUsed if !self.is_own(seat) => {
                format!("{} has made the one pass of this turn", self.side(seat))
            }
            why => {
                let says = lower_case(game.says(why).trim_end_matches('.'));
                if self.is_own(seat) { says } else { says.replace("your turn", "its turn") }
            }
        }
    }

    /// Answers yes or no, as it is asked: behind `why not` there stands no yes.
    fn verdict(&self, came: Result<String, String>) -> Vec<String> {
        let asks_why = self.question.relation == Relation::WhyNot || self.question.has(&["why"]);
        vec![match (came, asks_why) {
            (Ok(how), false) => format!("Yes{how}."),
            (Ok(how), true) => format!("That works{how}."),
            (Err(why), false) => format!("No: {why}."),
            (Err(why), true) => format!("{}.", sentence_case(&why)),
        }]
    }
}

/// Reads things in their order; a side before a checker says whose it is. None if something isn't in this match.
fn meant(game: &Metasoccer, own: Seat, things: &[Thing]) -> Option<Vec<PitchThing>> {
    let mut all = Vec::new();
    let mut owner: Option<Seat> = None;
    for thing in things {
        let number = match thing {
            Thing::Number(number) => Some(u8::try_from(*number).ok()?),
            Thing::Kind(kind) if ["goalie", "keeper", "goalkeeper", "gk"].contains(&&**kind) => {
                Some(1)
            }
            Thing::Name(name) if name == "gk" => Some(1),
            _ => None,
        };
        if let Some(number) = number {
            let id = Id { seat: owner.take().unwrap_or(own), number };
            all.push(PitchThing::Checker(Id::all().find(|it| *it == id)?));
            continue;
        }
        match thing {
            Thing::Side(seat) => {
                all.extend(owner.replace(*seat).map(PitchThing::Side));
                continue;
            }
            Thing::Square(at) => all.push(PitchThing::Square(game.options.field.spot(at)?)),
            Thing::Name(name) => all.push(PitchThing::Checker(named(name)?)),
            Thing::Ball => all.push(PitchThing::Ball),
            Thing::Goal(of) => {
                all.push(PitchThing::Goal(of.or(owner.take()).unwrap_or(own.other())));
            }
            Thing::Kind(kind) if kind == "carrier" => all.push(PitchThing::Ball),
            Thing::Kind(_) | Thing::Move(_) | Thing::Number(_) => {}
        }
    }
    all.extend(owner.map(PitchThing::Side));
    Some(all)
}

/// Reads the name of a checker on boards drawn in characters: `s7`, `nG`.
fn named(name: &str) -> Option<Id> {
    let seat = match name.as_bytes().first()? {
        b's' => Seat::First,
        b'n' => Seat::Second,
        _ => return None,
    };
    let shirt = &name[1..];
    let number = if ["g", "gk"].contains(&shirt) { 1 } else { shirt.parse().ok()? };
    Id::of(seat).find(|it| it.number == number)
}

/// Tells whether a move pushes this checker.
fn pushes(hop: &Hop, other: Id) -> bool {
    hop.course.push.is_some_and(|push| push.who == other)
}
