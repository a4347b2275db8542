//! Which coin can be sent where: whether its first straight line is free, what is in the way, and how surely it hits.
use super::{COURT, Coin, CourtQuestion, Due, Kicker, NamedOnCourt, Point, coin, in_way, spot};
use crate::{
    games::piecepack::{
        Action, Aim,
        field::{APART, POWERS, RADIUS, TILE, inches, slide},
        moves::{sound_power, tremor::all_strays},
        words::{ask::Trial, coin_name, write},
    },
    physics::{Vector, heading_of, turned},
    quote::{sentence_case, series},
    seat::Seat,
};

/// How finely the sides of a coin are searched for a free way, in thousandths of an inch.
const FINE: usize = 15;

/// A first straight line that meets a coin.
struct StraightHit {
    aim: Aim,
    far: i32,
}

impl CourtQuestion<'_> {
    /// Finds a straight way from a coin to another, at its middle if that is free.
    fn straight(&self, own: Coin, target: Coin) -> Option<StraightHit> {
        let (from, at) = (self.game.lies(own)?, self.game.lies(target)?);
        let power = power_for(from.far(at)).unwrap_or(POWERS[1]);
        let met = |aim: Aim| {
            let trial = Trial { coin: own, from, aim, power };
            let line = self.game.line(self.doer(), &trial).ok()?;
            (line.coin() == Some(target)).then(|| StraightHit { aim, far: line.from.far(line.to) })
        };
        let beside =
            |aside: i32| met(Aim::Heading(heading_of(way_beside(from, at, aside)?) as i32));
        met(Aim::Coin(target)).or_else(|| sides().find_map(beside))
    }

    /// Lists the coins that a side can set going next: the ball in a free kick or a throw, else its kickers.
    fn movers(&self, seat: Seat) -> Vec<Coin> {
        match self.game.due_to(seat) {
            Due::Turn(_) => {
                self.game.on_field(seat).into_iter().map(|one| Coin::Kicker(seat, one)).collect()
            }
            Due::FreeKick(_) | Due::Throw(..) => vec![Coin::Ball],
        }
    }

    pub(super) fn hit(&self) -> Option<Vec<String>> {
        let seat = self.doer();
        let named = self.by.iter().find_map(|it| coin(*it));
        if let Some(absent) = named.and_then(|one| self.absent(one)) {
            return Some(vec![format!("No: {absent}.")]);
        }
        if self.target.is_empty() && self.question.has(&["score", "scores", "scoring"]) {
            return Some(self.way_to_goal(Coin::Ball, seat.other()));
        }
        let target =
            self.target.iter().find(|meant| !matches!(meant, NamedOnCourt::Side(_))).copied();
        let flicks_ball = self.movers(seat) == [Coin::Ball];
        let is_kickers = matches!(named, Some(Coin::Kicker(..)))
            || named.is_none() && target == Some(NamedOnCourt::Coin(Coin::Ball));
        if flicks_ball && is_kickers {
            let kick = self.game.due_to(seat).noun();
            return Some(vec![format!("No: at {kick} the ball itself is flicked.")]);
        }
        match (named, target) {
            (_, Some(NamedOnCourt::Goal(of))) => {
                Some(self.way_to_goal(named.unwrap_or(Coin::Ball), of))
            }
            (Some(own), Some(NamedOnCourt::Coin(target))) => Some(self.one_hits(own, target)),
            (None, Some(NamedOnCourt::Coin(target))) => Some(self.any_hits(seat, target)),
            (Some(own), Some(NamedOnCourt::Spot(to))) => Some(self.slides_to(own, to)),
            (None, Some(NamedOnCourt::Spot(to))) => Some(self.any_slides(seat, to)),
            (Some(own @ Coin::Kicker(..)), None) if self.target.is_empty() => {
                Some(vec![format!("Yes: {} can be flicked any way.", coin_name(own))])
            }
            (_, Some(NamedOnCourt::Side(_)) | None) => self.hits_side(seat),
        }
    }

    fn one_hits(&self, own: Coin, target: Coin) -> Vec<String> {
        if own == target {
            return Vec::new();
        }
        if let Some(absent) = self.absent(target) {
            return vec![format!("No: {absent}.")];
        }
        let (mine, other) = (coin_name(own), coin_name(target));
        let mut says = vec![match self.straight(own, target) {
            Some(StraightHit { aim, far }) => {
                let typed = self.typed(own, aim, far);
                let blocked = self.blockers(own, target);
                match aim {
                    Aim::Coin(_) => {
                        format!(
                            "Yes: {mine} runs {} inches straight to {other}{typed}.",
                            inches(far)
                        )
                    }
                    _ => format!(
                        "Yes, beside its middle: {} of the straight line{typed}.",
                        in_way(&blocked)
                    ),
                }
            }
            None => format!("No: {} from {mine} to {other}.", in_way(&self.blockers(own, target))),
        }];
        says.extend(self.is_foul(own, target));
        says
    }

    /// Lists the coins that lie on the straight line between two coins.
    fn blockers(&self, own: Coin, target: Coin) -> Vec<Coin> {
        match self.game.lies(own).zip(self.game.lies(target)) {
            Some((from, to)) => self.between(from, to, &[own, target]),
            None => Vec::new(),
        }
    }

    /// Says how a shot is typed, in brackets, and from which power on it gets so far.
    fn typed(&self, own: Coin, aim: Aim, far: i32) -> String {
        let least = power_for(far).unwrap_or(POWERS[1]);
        let seat = self.doer();
        let power = sound_power(self.game.due_to(seat)).max(least);
        let action = match own {
            Coin::Kicker(_, kicker) => Action::Flick { kicker, aim, power },
            Coin::Ball => match self.game.due_to(seat) {
                Due::Throw(..) => Action::Throw { from: None, aim, power },
                Due::FreeKick(_) => Action::FreeKick { aim, power },
                Due::Turn(_) => return String::new(),
            },
        };
        format!(" (`{}`, power {least} is enough)", write(&action))
    }

    /// Says what the rule of fouls makes of a kicker that is hit; none for the ball.
    fn is_foul(&self, own: Coin, target: Coin) -> Option<String> {
        let Coin::Kicker(of, _) = target else { return None };
        let name = coin_name(target);
        match own {
            Coin::Kicker(by, _) if by == of => {
                Some(format!("{name} is of the same side: moving it is no foul."))
            }
            Coin::Kicker(..) => {
                Some(format!("Moving {name} is a foul unless the ball moves, too."))
            }
            Coin::Ball => None,
        }
    }

    fn any_hits(&self, seat: Seat, target: Coin) -> Vec<String> {
        if let Some(absent) = self.absent(target) {
            return vec![format!("No: {absent}.")];
        }
        let movers: Vec<Coin> = self.movers(seat).into_iter().filter(|it| *it != target).collect();
        if let [only] = movers[..] {
            return self.one_hits(only, target);
        }
        let (can, not): (Vec<Coin>, Vec<Coin>) =
            movers.into_iter().partition(|own| self.straight(*own, target).is_some());
        let names = |all: &[Coin]| series(&all.iter().map(|it| coin_name(*it)).collect::<Vec<_>>());
        let other = coin_name(target);
        let mut says = vec![match (can.is_empty(), not.is_empty()) {
            (true, true) => {
                let have = if self.question.asker == Some(seat) { "have" } else { "has" };
                format!("No: {} {have} no kicker on the field.", self.side(seat))
            }
            (true, false) => format!("No: none of {} has a straight way to {other}.", names(&not)),
            (false, true) => format!("Yes: {} can, each straight.", names(&can)),
            (false, false) => format!("Yes: {} straight; not {}.", names(&can), names(&not)),
        }];
        says.extend(can.first().and_then(|own| self.is_foul(*own, target)));
        says
    }

    /// Answers whether the kickers of a side can be hit: one's own, too.
    fn hits_side(&self, seat: Seat) -> Option<Vec<String>> {
        let of = self.target.iter().find_map(|meant| match meant {
            NamedOnCourt::Side(of) => Some(*of),
            _ => None,
        });
        let of = if self.question.has(&["own"]) { seat } else { of? };
        if of == seat {
            return Some(vec![
                "Yes: moving kickers of one's own is no foul.".to_owned(),
                "A foul is a flick that moves an enemy kicker but not the ball.".to_owned(),
            ]);
        }
        let movers = self.movers(seat);
        let hit = |target: &Coin| movers.iter().any(|own| self.straight(*own, *target).is_some());
        let theirs = self.game.on_field(of).into_iter().map(|one| Coin::Kicker(of, one));
        let open: Vec<String> = theirs.filter(hit).map(coin_name).collect();
        Some(vec![if open.is_empty() {
            "No: no straight way leads to one.".to_owned()
        } else {
            format!(
                "Yes: straight ways lead to {}. That's a foul unless the ball moves, too.",
                series(&open)
            )
        }])
    }

    fn slides_to(&self, own: Coin, to: Point) -> Vec<String> {
        let Some(from) = self.game.lies(own) else { return Vec::new() };
        let blocked = self.between(from, to, &[own]);
        let place = self.name(NamedOnCourt::Spot(to));
        vec![if blocked.is_empty() {
            format!(
                "Yes: the way from {} to {place} is free{}.",
                coin_name(own),
                self.typed(own, Aim::Spot(to), from.far(to))
            )
        } else {
            format!("No: {} from {} to {place}.", in_way(&blocked), coin_name(own))
        }]
    }

    fn any_slides(&self, seat: Seat, to: Point) -> Vec<String> {
        let free = |own: &Coin| {
            self.game.lies(*own).is_some_and(|from| self.between(from, to, &[*own]).is_empty())
        };
        let can: Vec<String> = self.movers(seat).into_iter().filter(free).map(coin_name).collect();
        let place = self.name(NamedOnCourt::Spot(to));
        vec![if can.is_empty() {
            format!("No: no straight way to {place} is free.")
        } else {
            format!("Yes: {} straight.", series(&can))
        }]
    }

    /// Answers whether the straight way of a coin into a goal is free, in its middle or beside it.
    fn way_to_goal(&self, own: Coin, of: Seat) -> Vec<String> {
        let Some(from) = self.game.lies(own) else { return Vec::new() };
        let Some(middle) = self.place(NamedOnCourt::Goal(of)) else { return Vec::new() };
        let mouth = TILE / 2 - RADIUS;
        let across = (0..=mouth).step_by(FINE).flat_map(|aside| [aside, -aside]);
        let spots = across.map(|aside| Point::new(middle.x + aside, middle.y));
        let free = spots.into_iter().find(|to| self.between(from, *to, &[own]).is_empty());
        let (mine, goal) = (coin_name(own), self.name(NamedOnCourt::Goal(of)));
        let far = inches(from.far(middle));
        vec![match free {
            Some(to) if to == middle => {
                format!("Yes: the way from {mine} to {goal} is free, {far} inches.")
            }
            Some(to) => format!(
                "Yes, at x {}: {} in the middle, {far} inches from {mine} to {goal}.",
                inches(to.x),
                in_way(&self.between(from, middle, &[own]))
            ),
            None => format!(
                "No: {} from {mine} to {goal}.",
                in_way(&self.between(from, middle, &[own]))
            ),
        }]
    }

    /// Answers whether the ball can be sent to a kicker: its own way is free, and a kicker can meet it on the other side.
    pub(super) fn pass(&self) -> Option<Vec<String>> {
        let seat = self.doer();
        let other = |meant: &&NamedOnCourt| {
            !matches!(meant, NamedOnCourt::Side(_) | NamedOnCourt::Coin(Coin::Ball))
        };
        let target = match self.target.iter().find(other).copied() {
            Some(NamedOnCourt::Goal(of)) => return Some(self.way_to_goal(Coin::Ball, of)),
            Some(target) => target,
            None if self.coins().iter().all(|it| *it == Coin::Ball) => {
                return Some(vec![
                    "No: no turn is passed. Flick a kicker, or call one in.".to_owned(),
                ]);
            }
            None => return None,
        };
        if let Some(absent) = coin(target).and_then(|one| self.absent(one)) {
            return Some(vec![format!("No: {absent}.")]);
        }
        let (ball, to) = (self.game.ball, self.place(target)?);
        let but: Vec<Coin> = [Coin::Ball].into_iter().chain(coin(target)).collect();
        let blocked = self.between(ball, to, &but);
        let name = self.name(target);
        if !blocked.is_empty() {
            return Some(vec![format!("No: {} from the ball to {name}.", in_way(&blocked))]);
        }
        if self.movers(seat) == [Coin::Ball] {
            return Some(vec![format!("Yes: the ball's way to {name} is free.")]);
        }
        let Some(meet) = COURT.behind(spot(ball), spot(to)).map(|one| Point::new(one.x, one.y))
        else {
            return Some(vec![format!(
                "No: the ball's way to {name} is free, but no kicker fits behind the ball."
            )]);
        };
        let one = self.by.iter().find_map(|it| coin(*it)).filter(|it| *it != Coin::Ball);
        let movers = one.map_or_else(|| self.movers(seat), |own| vec![own]);
        let free = |own: &Coin| {
            *own != Coin::Ball
                && Some(*own) != coin(target)
                && self
                    .game
                    .lies(*own)
                    .is_some_and(|from| self.between(from, meet, &[*own]).is_empty())
        };
        let can: Vec<String> = movers.into_iter().filter(free).map(coin_name).collect();
        let at = self.name(NamedOnCourt::Spot(meet));
        Some(vec![if can.is_empty() {
            format!(
                "No: the ball's way to {name} is free, but no kicker comes straight to {at}, where it \
                 must be met."
            )
        } else {
            format!(
                "Yes: {}, by meeting the ball at {at}; its way to {name} is free.",
                series(&can)
            )
        }])
    }

    /// Says whether a coin is in the way from the ball to the goal, or between two other things.
    pub(super) fn in_the_way(&self) -> Option<Vec<String>> {
        let ball = NamedOnCourt::Coin(Coin::Ball);
        let goal = NamedOnCourt::Goal(self.own.other());
        let ends: Vec<NamedOnCourt> = self
            .target
            .iter()
            .copied()
            .filter(|meant| !matches!(meant, NamedOnCourt::Side(_)))
            .collect();
        let (from, to) = match ends[..] {
            [] => (ball, goal),
            [only] if only == ball => (ball, goal),
            [NamedOnCourt::Goal(of)] => (ball, NamedOnCourt::Goal(of)),
            [only] => (only, ball),
            [from, to, ..] => (from, to),
        };
        if let Some(absent) = [from, to].into_iter().find_map(|one| self.absent(coin(one)?)) {
            return Some(vec![format!("No: {absent}.")]);
        }
        let but: Vec<Coin> = [from, to].into_iter().filter_map(coin).collect();
        let there = self.between(self.place(from)?, self.place(to)?, &but);
        let line = format!("from {} to {}", self.name(from), self.name(to));
        let others = if there.is_empty() {
            format!("nothing is in the way {line}")
        } else {
            format!("{} {line}", in_way(&there))
        };
        Some(vec![match self.by.iter().find_map(|it| coin(*it)) {
            Some(asked) if there.contains(&asked) => {
                format!("Yes: {} is in the way {line}.", coin_name(asked))
            }
            Some(asked) => match self.absent(asked) {
                Some(absent) => format!("No: {absent}."),
                None => format!("No: not {}; {others}.", coin_name(asked)),
            },
            None if there.is_empty() => format!("No: {others}."),
            None => format!("Yes: {others}."),
        }])
    }

    pub(super) fn steal(&self) -> Vec<String> {
        vec!["No: nobody has the ball here. Every flick may drive it.".to_owned()]
    }

    pub(super) fn stuck(&self) -> Option<Vec<String>> {
        let own = self.coins().into_iter().find(|it| *it != Coin::Ball)?;
        Some(vec![match self.absent(own) {
            Some(absent) => format!("Yes: {absent}."),
            None => format!("No: {} can be flicked any way.", coin_name(own)),
        }])
    }

    /// Says why something can't be done now.
    pub(super) fn why_not(&self) -> Option<Vec<String>> {
        let seat = self.doer();
        let own = self.by.iter().chain(&self.target).find_map(|it| coin(*it));
        if let Some(absent) = own.and_then(|one| self.absent(one)) {
            return Some(vec![format!("{absent}.")]);
        }
        if self.question.has(&["pass"]) {
            return Some(self.pass()?.iter().map(|it| as_reason(it)).collect());
        }
        if !self.game.waits_for(seat) && self.target.is_empty() {
            let other = self.to.name(self.game.seat());
            return Some(vec![format!("It's {other}'s turn.")]);
        }
        let is_in = |one: &Coin| match *one {
            Coin::Kicker(of, number) => matches!(self.game.kicker(of, number), Some(Kicker::On(_))),
            Coin::Ball => false,
        };
        if let Some(own) = own.filter(|one| is_in(one) && self.question.has(&["callin", "call"])) {
            return Some(vec![format!("{} isn't fouled out.", coin_name(own))]);
        }
        let named = self.by.iter().any(|meant| coin(*meant).is_some());
        let flicks =
            self.target.len() < 2 && !named && self.question.has(&["flick", "kick", "shoot"]);
        match (self.movers(seat).first(), own) {
            (Some(Coin::Kicker(..)), Some(Coin::Ball)) if flicks => {
                let why = "In an ordinary turn a kicker is flicked. The ball itself is flicked only \
                           in a free kick or a throw.";
                Some(vec![why.to_owned()])
            }
            (Some(Coin::Kicker(..)), Some(own @ Coin::Kicker(..))) if self.target.is_empty() => {
                let own = coin_name(own);
                Some(vec![format!("Nothing forbids that: {own} can be flicked any way.")])
            }
            _ if self.target.is_empty() => None,
            _ => Some(self.hit()?.iter().map(|it| as_reason(it)).collect()),
        }
    }

    /// Says how surely a coin hits another, by all throws of the hand.
    pub(super) fn chance(&self) -> Option<Vec<String>> {
        let seat = self.doer();
        let target = self.target.iter().find_map(|it| coin(*it)).unwrap_or(Coin::Ball);
        let own = self.by.iter().find_map(|it| coin(*it)).filter(|it| *it != target)?;
        if let Some(absent) = [own, target].into_iter().find_map(|one| self.absent(one)) {
            return Some(vec![format!("None: {absent}.")]);
        }
        let (mine, other) = (coin_name(own), coin_name(target));
        let Some(StraightHit { aim, far }) = self.straight(own, target) else {
            return Some(vec![format!(
                "None straight: {} from {mine} to {other}.",
                in_way(&self.blockers(own, target))
            )]);
        };
        let from = self.game.lies(own)?;
        let power = sound_power(Due::Turn(seat)).max(power_for(far).unwrap_or(POWERS[1]));
        let Some(strays) = all_strays(self.game.options.tremor, power) else {
            return Some(vec![format!(
                "{mine} hits {other} for sure: no flick strays in this match."
            )]);
        };
        let count = |way: Vector| {
            let hits = |right: &&i32| {
                let strayed = turned(way, i64::from(**right));
                self.first_met(own, from, strayed) == Some(target)
            };
            strays.iter().filter(hits).count()
        };
        let (count, aimed) = match aim {
            Aim::Coin(_) => (count(self.game.arrow(seat, from, aim).ok()?), "at its middle"),
            // Past what is in the way, as well as it can be.
            _ => {
                let at = self.game.lies(target)?;
                let ways = sides().filter_map(|aside| way_beside(from, at, aside));
                (ways.map(count).max()?, "beside its middle as well as can be")
            }
        };
        Some(vec![format!(
            "{} hits {other} in {count} of {} cases, {:.0}%, aimed {aimed} with power {power}.",
            sentence_case(&mine),
            strays.len(),
            100.0 * count as f64 / strays.len() as f64
        )])
    }

    /// Returns the coin that a coin meets first on a straight line over the field.
    fn first_met(&self, own: Coin, from: Point, way: Vector) -> Option<Coin> {
        let touching = f64::from(APART) / 1000.0;
        let meets = |(other, at): (Coin, Point)| {
            let apart = at.centred() - from.centred();
            let along = apart.dot(way);
            let aside = apart - way * along;
            let chord = touching * touching - aside.dot(aside);
            let far = along - chord.max(0.0).sqrt();
            let stops = Point::rounded(from.centred() + way * far);
            (other != own && 0.0 < along && 0.0 < chord && stops.is_open()).then_some((other, far))
        };
        let all = self.game.coins().into_iter().filter_map(meets);
        all.min_by(|one, other| one.1.total_cmp(&other.1)).map(|it| it.0)
    }

    /// Says where the first straight line of a flick that is named goes; what comes after it is left to the flick.
    pub(super) fn brings(&self) -> Option<Vec<String>> {
        let seat = self.own;
        let typed = self.question.moved()?;
        let (_, aim) = typed.split_once(' ')?;
        let trial = self.game.trial(seat, &format!("aim {aim}"))?.ok()?;
        let told = self.game.told_line(seat, &trial).ok()?;
        Some(vec![told, "What comes after that shows only when it's flicked.".to_owned()])
    }
}

impl Due {
    /// Names what is due with its article.
    fn noun(self) -> &'static str {
        match self {
            Due::Turn(_) => "a turn",
            Due::FreeKick(_) => "a free kick",
            Due::Throw(..) => "a corner throw",
        }
    }
}

/// Lists how far beside a coin's centre another may run and still meet it, the nearest to the centre first.
fn sides() -> impl Iterator<Item = i32> {
    (FINE as i32..APART).step_by(FINE).flat_map(|aside| [aside, -aside])
}

/// Returns the direction to so many thousandths of an inch beside a place.
fn way_beside(from: Point, at: Point, aside: i32) -> Option<Vector> {
    let way = (at.centred() - from.centred()).direction()?;
    let across = Vector::new(way.y, -way.x) * (f64::from(aside) / 1000.0);
    (at.centred() + across - from.centred()).direction()
}

/// Returns the least power with which a coin slides so many thousandths of an inch.
fn power_for(far: i32) -> Option<u8> {
    (POWERS[0]..=POWERS[1]).find(|power| far <= slide(*power))
}

/// Makes an answer to `why not` of one to yes or no.
fn as_reason(says: &str) -> String {
    match (says.strip_prefix("No: "), says.strip_prefix("Yes")) {
        (Some(why), _) => sentence_case(why),
        (None, Some(how)) => format!("That works{how}"),
        (None, None) => says.to_owned(),
    }
}
