//! Questions about positions of Piecepack Soccer.
use engine::{
    chance::Dice,
    scene::{
        Surface,
        court::{CoinItem, Court, CourtSpot, CourtThing, Off},
    },
    seat::{Seat, Viewer},
    table::Table,
};
use it::matches::observer;

use super::{asks, tells, yes_if};
use crate::position_questions::{Asks, Wanted};

/// Directions that are tried to both sides of a coin's middle.
const SWEEP: i32 = 24;

/// Makes questions about a position; `number` picks among them and among the ways to ask.
pub(super) fn questions(table: &dyn Table, mover: Seat, number: u64) -> Vec<Asks> {
    CourtPosition::new(table, mover, number).map_or(Vec::new(), |asked| asked.all())
}

type CoinAt = (CoinItem, CourtSpot);

/// A position, and who moves.
struct CourtPosition<'a> {
    table: &'a dyn Table,
    mover: Seat,
    court: Court,
    lying: Vec<CoinAt>,
    off: Vec<(CoinItem, Off)>,
    dice: std::cell::RefCell<Dice>,
}

impl<'a> CourtPosition<'a> {
    fn new(table: &'a dyn Table, mover: Seat, number: u64) -> Option<CourtPosition<'a>> {
        let scene = table.show(observer(Viewer::Room));
        let Surface::Court(court) = scene.board else { return None };
        let things = || scene.items.iter().filter_map(|it| it.on_court());
        let lying = things().filter_map(|thing| match thing {
            CourtThing::Coin { coin, at } => Some((*coin, *at)),
            _ => None,
        });
        let off = things().filter_map(|thing| match thing {
            CourtThing::Off { coin, why } => Some((*coin, *why)),
            _ => None,
        });
        let (lying, off) = (lying.collect(), off.collect());
        let dice = Dice::thinking(number + 500).into();
        Some(CourtPosition { table, mover, court, lying, off, dice })
    }

    fn pick<T: Clone>(&self, all: &[T]) -> Option<T> {
        let n = u32::try_from(all.len()).ok().filter(|n| 0 < *n)?;
        let at = self.dice.borrow_mut().below("a thing", n).ok()?;
        all.get(at as usize).cloned()
    }

    fn said(&self, ways: &[String]) -> String {
        self.pick(ways).expect("a way to ask")
    }

    fn name(&self, coin: CoinItem) -> String {
        coin.name(&self.court).to_lowercase()
    }

    fn shown(&self, coin: CoinItem) -> String {
        coin.name(&self.court)
    }

    fn kickers(&self, of: Seat) -> Vec<CoinAt> {
        let own = |one: &&CoinAt| one.0.of.is_some_and(|owner| owner.0 == of);
        self.lying.iter().filter(own).copied().collect()
    }

    fn ball(&self) -> Option<CoinAt> {
        self.lying.iter().find(|it| it.0.of.is_none()).copied()
    }

    fn all(&self) -> Vec<Asks> {
        let mut all = Vec::new();
        let turn = self.table.probe("phase").is_ok_and(|it| it.starts_with("turn"));
        if turn {
            all.extend(self.hit());
            all.extend(self.brings());
            all.extend(self.chance());
        }
        all.extend(self.in_the_way());
        all.extend(self.pass());
        all.extend(self.to_goal());
        all.extend(self.distance());
        all.extend(self.stands());
        all.extend(self.count());
        all.extend(self.last_shot());
        all
    }

    /// Says whether some direction makes the kicker meet the other coin first.
    fn meets(&self, own: CoinAt, other: CoinAt) -> bool {
        let (number, name) = (own.0.of.map_or(0, |it| it.1), self.shown(other.0));
        let (x, y) = (f64::from(other.1.x - own.1.x), f64::from(other.1.y - own.1.y));
        let middle = x.atan2(y).to_degrees();
        let wide = (f64::from(2 * self.court.radius) / x.hypot(y)).min(1.0).asin().to_degrees();
        let hit = if name == "ball" { "the ball".to_owned() } else { name };
        (-SWEEP..=SWEEP).any(|nth| {
            let degrees =
                (middle + wide * 0.98 * f64::from(nth) / f64::from(SWEEP)).rem_euclid(360.0);
            let line = format!("aim {number} {degrees:.3} 100");
            let told = self.table.ask(self.mover, &line);
            told.is_some_and(|one| {
                one.is_ok_and(|told| told.contains(&format!("It hits {hit} after")))
            })
        })
    }

    fn hit(&self) -> Option<Asks> {
        let own = self.pick(&self.kickers(self.mover))?;
        let others: Vec<CoinAt> = self.lying.iter().filter(|it| it.0 != own.0).copied().collect();
        let other = self.pick(&[others, self.ball().into_iter().collect()].concat())?;
        let (name, target) = (self.name(own.0), self.name(other.0));
        let words = self.said(&[
            format!("can {name} hit the {target}"),
            format!("is it possible for {name} to reach {target}"),
            format!("could {name} strike {target}"),
        ]);
        let truth = yes_if(self.meets(own, other));
        Some(asks(self.mover, &words, truth))
    }

    /// How far a place is from the straight way between two others, and whether it is beside it.
    fn aside(from: CourtSpot, to: CourtSpot, at: CourtSpot) -> Option<f64> {
        let vector = |a: CourtSpot, b: CourtSpot| (f64::from(b.x - a.x), f64::from(b.y - a.y));
        let ((x, y), (u, v)) = (vector(from, to), vector(from, at));
        let long = x.hypot(y);
        let along = (x * u + y * v) / long;
        (0.0 < along && along < long).then(|| (x * v - y * u).abs() / long)
    }

    /// Lists the coins in the way; none if one is so near to touching that rounding decides.
    fn blockers(&self, from: CourtSpot, to: CourtSpot, but: &[CoinItem]) -> Option<Vec<CoinItem>> {
        let touching = f64::from(2 * self.court.radius);
        let others = self.lying.iter().filter(|one| !but.contains(&one.0));
        let near: Vec<(CoinItem, f64)> = others
            .filter_map(|one| Some((one.0, Self::aside(from, to, one.1)?)))
            .filter(|it| it.1 < touching + 3.0)
            .collect();
        let is_clear = near.iter().all(|it| it.1 < touching - 3.0);
        is_clear.then(|| near.into_iter().map(|it| it.0).collect())
    }

    fn in_the_way(&self) -> Option<Asks> {
        let (ball, ball_at) = self.ball()?;
        let some = self.pick(&self.kickers(self.mover.other()))?.0;
        // Every second question is about one that is there, if any is.
        let one_of = |there: &[CoinItem]| self.pick(&[self.pick(there).unwrap_or(some), some]);
        let own = self.pick(&self.kickers(self.mover))?;
        let (there, asked, words) = if self.pick(&[true, false])? {
            let goal = self.court.goal(self.mover.other());
            let there = self.blockers(ball_at, goal, &[ball])?;
            let asked = one_of(&there)?;
            let name = self.name(asked);
            let words = self
                .said(&[format!("is {name} in the way"), format!("does {name} block the goal")]);
            (there, asked, words)
        } else {
            let from = self.name(own.0);
            let there = self.blockers(own.1, ball_at, &[ball, own.0])?;
            let asked = one_of(&there).filter(|it| *it != own.0)?;
            let words = format!("is {} between {from} and the ball", self.name(asked));
            (there, asked, words)
        };
        let truth = yes_if(there.contains(&asked));
        Some(asks(self.mover, &words, truth))
    }

    /// Asks only where the ball's own way decides.
    fn pass(&self) -> Option<Asks> {
        let (ball, ball_at) = self.ball()?;
        let mate = self.pick(&self.kickers(self.mover))?;
        let blocked = !self.blockers(ball_at, mate.1, &[ball, mate.0])?.is_empty();
        let number = mate.0.of?.1.to_string();
        let words = self
            .said(&[format!("can i pass to {number}"), format!("can i send the ball to {number}")]);
        let known = asks(self.mover, &words, Wanted::No(Vec::new()));
        blocked.then_some(known)
    }

    fn to_goal(&self) -> Option<Asks> {
        let (ball, ball_at) = self.ball()?;
        let goal = self.court.goal(self.mover.other());
        let mouth = self.court.tile / 2 - self.court.radius;
        let free = |aside: i32| {
            let to = CourtSpot { x: goal.x + aside, y: goal.y };
            Some(self.blockers(ball_at, to, &[ball])?.is_empty())
        };
        let ways: Option<Vec<bool>> = (-mouth..=mouth).step_by(5).map(free).collect();
        // Where a way is nearly closed somewhere, rounding decides only there.
        let is = match ways {
            Some(ways) => ways.iter().any(|it| *it),
            None if free(0) == Some(true) => true,
            None => return None,
        };
        let words = self.said(&[
            "can the ball get to the goal".to_owned(),
            "can the ball reach the goal".to_owned(),
        ]);
        Some(asks(self.mover, &words, yes_if(is)))
    }

    fn distance(&self) -> Option<Asks> {
        let ball = self.ball()?;
        let coin =
            self.pick(&[self.kickers(self.mover), self.kickers(self.mover.other())].concat())?;
        let goal = self.court.goal(self.mover.other());
        let name = self.name(coin.0);
        let far = |one: CourtSpot, other: CourtSpot| {
            f64::from(one.x - other.x).hypot(f64::from(one.y - other.y)).round() as i32
        };
        let (words, far) = match self.pick(&[0, 1, 2])? {
            0 => (format!("how far is {name}"), far(ball.1, coin.1)),
            1 => (format!("how far is {name} from the goal"), far(coin.1, goal)),
            _ => ("how far is the goal".to_owned(), far(ball.1, goal)),
        };
        let inches = tells(format!("{} inches", written(far)?));
        Some(asks(self.mover, &words, inches))
    }

    fn stands(&self) -> Option<Asks> {
        let out = self.off.iter().map(|one| (one.0, None));
        let all: Vec<(CoinItem, Option<CourtSpot>)> =
            self.lying.iter().map(|one| (one.0, Some(one.1))).chain(out).collect();
        let (coin, at) = self.pick(&all)?;
        let name = self.name(coin);
        let truth = match at {
            Some(at) => tells(format!("at {} {}", written(at.x)?, written(at.y)?)),
            None => tells("not on the field"),
        };
        let is_waiting = self.off.iter().any(|one| one.0 == coin && one.1 != Off::Fouled);
        let words = self.said(&[format!("where is {name}"), format!("where does {name} lie")]);
        (!is_waiting).then(|| asks(self.mover, &words, truth))
    }

    fn count(&self) -> Option<Asks> {
        let seat = self.mover;
        let counted = |words: &str, truth: Wanted| asks(seat, words, truth);
        let score = self.table.probe("score").ok()?;
        let (south, north) = score.split_once([' ', ':'])?;
        let fouled = |of: Seat| {
            self.off
                .iter()
                .filter(|one| one.1 == Off::Fouled && one.0.of.is_some_and(|own| own.0 == of))
                .count()
        };
        let other = seat.other();
        Some(match self.pick(&[0, 1, 2])? {
            0 => counted(
                "how many kickers do i have",
                tells(format!("You have {} of 4", self.kickers(seat).len())),
            ),
            1 => counted(
                "how many of his are fouled out",
                tells(format!("has {} fouled out", fouled(other))),
            ),
            _ => {
                let says = vec![format!(" {south},"), format!(" {north}.")];
                asks(seat, "how close am i to winning", Wanted::Tells(says))
            }
        })
    }

    /// The last shot was typed with its power, which ends its line.
    fn last_shot(&self) -> Option<Asks> {
        let other = self.mover.other();
        let side = if other == self.court.near { "south" } else { "north" };
        let last = self.table.probe(&format!("last {side}")).ok()?;
        let power = last.split(' ').next_back().filter(|one| one.parse::<u8>().is_ok())?.to_owned();
        let words = self.said(&[
            "how hard was his last shot".to_owned(),
            "what was the power of his last flick".to_owned(),
        ]);
        let truth = tells(format!("power {power}"));
        Some(asks(self.mover, &words, truth))
    }

    fn brings(&self) -> Option<Asks> {
        let own = self.pick(&self.kickers(self.mover))?;
        let other = self.pick(&self.lying)?;
        let typed = format!("flick {} at {} 45", own.0.of?.1, self.shown(other.0));
        let told = self.table.ask(self.mover, &typed.replacen("flick", "aim", 1))?.ok()?;
        let line = told.split(" A flick strays").next()?.split(" Only you").next()?.to_owned();
        Some(asks(self.mover, &format!("what would {typed} bring"), tells(line)))
    }

    /// Only without a tremor is it known at once: then what is met is met.
    fn chance(&self) -> Option<Asks> {
        let (own, ball) = (self.pick(&self.kickers(self.mover))?, self.ball()?);
        let name = self.name(own.0);
        let never = !self.meets(own, ball);
        let steady = self.table.show(observer(Viewer::Room)).title.contains("no tremor");
        let truth = match (never, steady) {
            (true, _) => tells("None"),
            (false, true) => tells("for sure"),
            (false, false) => tells("%"),
        };
        let words = format!("what is the chance that {name} hits the ball");
        Some(asks(self.mover, &words, truth))
    }
}

/// Writes thousandths of an inch in inches, without idle zeros; none for a half, which is rounded one way or the other.
fn written(mils: i32) -> Option<String> {
    let text = format!("{:.2}", f64::from(mils) / 1000.0);
    let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
    (mils % 10 != 5).then_some(text)
}
