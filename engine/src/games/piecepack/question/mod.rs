//! Questions about a position: which coins and places they name, and which answer fits. Nothing is secret in this game, and what
//! would come of a shot after its first straight line is left to the shot.
mod facts;
mod past;
mod shots;

use super::{
    Coin, Due, Kicker, Piecepack,
    field::{KICKERS, Point, goal_of_other},
    scene::{COURT, spot},
    words::{coin_name, typed::named_kicker, typed::thousandths},
};
use crate::{
    question::{Question, Relation, Thing},
    quote::series,
    seat::{Observer, Seat},
};

/// What a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamedOnCourt {
    Coin(Coin),
    Spot(Point),
    /// The goal that this side defends.
    Goal(Seat),
    Side(Seat),
}

/// A question about a match, with what it names.
struct CourtQuestion<'a> {
    game: &'a Piecepack,
    question: &'a Question,
    to: Observer<'a>,
    /// Whose `my` is meant.
    own: Seat,
    by: Vec<NamedOnCourt>,
    target: Vec<NamedOnCourt>,
}

impl Piecepack {
    /// Answers from the position; none if it can't be said.
    pub(super) fn answer_in_words(
        &self,
        question: &Question,
        to: Observer<'_>,
    ) -> Option<Vec<String>> {
        let asked = CourtQuestion::new(self, question, to)?;
        if asked.is_of_last_shot() {
            return None;
        }
        match question.relation {
            Relation::Reach | Relation::Hit | Relation::Take => asked.hit(),
            Relation::WhyNot => asked.why_not(),
            Relation::Pass => asked.pass(),
            Relation::Steal => Some(asked.steal()),
            Relation::Offside => Some(vec!["No: this game has no offside.".to_owned()]),
            Relation::InTheWay => asked.in_the_way(),
            Relation::Stuck => asked.stuck(),
            Relation::Distance => asked.distance(),
            Relation::Chance => asked.chance(),
            Relation::Stands => asked.stands(),
            Relation::Count => asked.count(),
            Relation::Progress => Some(asked.progress()),
            Relation::Bring => asked.brings(),
            Relation::Happened | Relation::Meaning | Relation::Safe | Relation::Wounded => None,
        }
    }
}

impl<'a> CourtQuestion<'a> {
    /// Reads what a question names; none if something of it isn't in this game.
    fn new(
        game: &'a Piecepack,
        question: &'a Question,
        to: Observer<'a>,
    ) -> Option<CourtQuestion<'a>> {
        let own = question.asker.unwrap_or(game.seat());
        let place = place_in(&question.words);
        let by = meant(own, &question.by)?;
        // The numbers of a place are no kickers.
        let target = match place {
            Some(at) => vec![NamedOnCourt::Spot(at)],
            None => meant(own, &question.to)?,
        };
        Some(CourtQuestion { game, question, to, own, by, target })
    }

    /// Returns what is named at all, those of who does it first.
    fn named(&self) -> impl Iterator<Item = NamedOnCourt> {
        self.by.iter().chain(&self.target).copied()
    }

    /// Lists the coins that are named.
    fn coins(&self) -> Vec<Coin> {
        self.named().filter_map(coin).collect()
    }

    /// Returns the side that does it: that of the coin named, the one named, or the asker's own.
    fn doer(&self) -> Seat {
        let named = self.by.iter().find_map(|meant| match meant {
            NamedOnCourt::Side(seat) | NamedOnCourt::Coin(Coin::Kicker(seat, _)) => Some(*seat),
            _ => None,
        });
        named.unwrap_or(self.own)
    }

    /// Returns where something is; for a goal the middle of its line.
    fn place(&self, meant: NamedOnCourt) -> Option<Point> {
        match meant {
            NamedOnCourt::Coin(coin) => self.game.lies(coin),
            NamedOnCourt::Spot(at) => Some(at),
            NamedOnCourt::Goal(of) => Some(goal_of_other(of.other())),
            NamedOnCourt::Side(_) => None,
        }
    }

    /// Names something within a sentence: `S2`, `the ball`, `the north goal`, `5 6`.
    fn name(&self, meant: NamedOnCourt) -> String {
        match meant {
            NamedOnCourt::Coin(coin) => coin_name(coin),
            NamedOnCourt::Spot(at) => super::words::place_name(at),
            NamedOnCourt::Goal(Seat::First) => "the south goal".to_owned(),
            NamedOnCourt::Goal(Seat::Second) => "the north goal".to_owned(),
            NamedOnCourt::Side(seat) => self.side(seat),
        }
    }

    /// Names a side within a sentence: `you`, `Bob`.
    fn side(&self, seat: Seat) -> String {
        if self.question.asker == Some(seat) {
            "you".to_owned()
        } else {
            self.to.name(seat).to_owned()
        }
    }

    /// Begins a sentence about a side: `You need`, `Bob needs`.
    fn side_does(&self, seat: Seat, you: &str, they: &str) -> String {
        if self.question.asker == Some(seat) {
            format!("You {you}")
        } else {
            format!("{} {they}", self.to.name(seat))
        }
    }

    /// Lists the coins in the way of one that runs from a place to another; none of these.
    fn between(&self, from: Point, to: Point, but: &[Coin]) -> Vec<Coin> {
        let all = self.game.coins().into_iter().filter(|one| !but.contains(&one.0));
        let blocks = |one: &(Coin, Point)| COURT.is_between(spot(from), spot(to), spot(one.1));
        all.filter(blocks).map(|it| it.0).collect()
    }

    /// Says why a coin is nowhere on the field, as the end of a sentence; none if it is there.
    fn absent(&self, coin: Coin) -> Option<String> {
        let refusal = self.game.lies(coin).is_none().then(|| self.game.absent(coin))?;
        Some(refusal.says.trim_end_matches('.').to_owned())
    }
}

fn coin(meant: NamedOnCourt) -> Option<Coin> {
    match meant {
        NamedOnCourt::Coin(coin) => Some(coin),
        NamedOnCourt::Spot(_) | NamedOnCourt::Goal(_) | NamedOnCourt::Side(_) => None,
    }
}

/// Says which coins are in the way: `N2 is in the way`.
fn in_way(coins: &[Coin]) -> String {
    let names: Vec<String> = coins.iter().map(|it| coin_name(*it)).collect();
    let is = if names.len() == 1 { "is" } else { "are" };
    format!("{} {is} in the way", series(&names))
}

/// Reads things in their order; a side before a kicker says whose it is. None if something isn't in this game.
fn meant(own: Seat, things: &[Thing]) -> Option<Vec<NamedOnCourt>> {
    let mut all = Vec::new();
    let mut owner: Option<Seat> = None;
    for thing in things {
        match thing {
            Thing::Side(seat) => all.extend(owner.replace(*seat).map(NamedOnCourt::Side)),
            Thing::Number(number) => {
                let number =
                    u8::try_from(*number).ok().filter(|one| (1..=KICKERS).contains(one))?;
                all.push(NamedOnCourt::Coin(Coin::Kicker(owner.take().unwrap_or(own), number)));
            }
            Thing::Name(name) => all.push(NamedOnCourt::Coin(named_kicker(name)?)),
            Thing::Ball => all.push(NamedOnCourt::Coin(Coin::Ball)),
            Thing::Goal(of) => {
                all.push(NamedOnCourt::Goal(of.or(owner.take()).unwrap_or(own.other())));
            }
            Thing::Kind(_) | Thing::Move(_) => {}
            Thing::Square(_) => return None,
        }
    }
    all.extend(owner.map(NamedOnCourt::Side));
    Some(all)
}

/// Reads a place behind `at` or `to`: two numbers in inches.
fn place_in(words: &[String]) -> Option<Point> {
    let place = |three: &[String]| {
        let [before, x, y] = three else { return None };
        let begins = ["at", "to", "reach", "from", "on"].contains(&before.as_str());
        Point::try_from((thousandths(x)?, thousandths(y)?)).ok().filter(|_| begins)
    };
    words.windows(3).find_map(place).filter(|at| at.is_open())
}
