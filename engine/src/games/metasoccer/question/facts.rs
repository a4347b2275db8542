//! What is so on the field: who stands where, offside, who is in the way, how far, how many, and how near the end is.
use crate::{
    games::metasoccer::{
        Phase, PlayKind,
        dice::Roll,
        field::{Spot, Way},
        options::EndRule,
        question::{PitchQuestion, PitchThing},
        scene,
        squad::Id,
    },
    question,
    quote::{sentence_case, series},
    seat::Seat,
};

impl PitchQuestion<'_> {
    /// Says where things are, or what stands on a square.
    pub(super) fn stands(&self) -> Option<Vec<String>> {
        let holder = || self.game.squad.ball.map(|id| format!("{} has the ball.", self.who_at(id)));
        let mut says: Vec<String> = self
            .named()
            .filter_map(|meant| match meant {
                PitchThing::Checker(id) => Some(match self.absent(id) {
                    Some(absent) => format!("{absent}."),
                    None => format!(
                        "{} is on {}{}.",
                        self.who(id),
                        self.name(self.spot(meant)?),
                        self.with_ball(id)
                    ),
                }),
                PitchThing::Square(at) => Some(match self.game.squad.on(at) {
                    Some(id) => format!(
                        "{} stands on {}{}.",
                        self.who(id),
                        self.name(at),
                        self.with_ball(id)
                    ),
                    None => format!("nobody stands on {}.", self.name(at)),
                }),
                PitchThing::Goal(of) => {
                    Some(format!("{} is {}.", self.of(of, "goal"), self.goal_squares(of)))
                }
                PitchThing::Ball => holder(),
                PitchThing::Side(seat) => Some(self.checkers_of(seat)),
            })
            .collect();
        if says.is_empty() && self.question.has(&["ball"]) {
            says.extend(holder());
        }
        let says: Vec<String> = says.iter().map(|it| sentence_case(it)).collect();
        (!says.is_empty()).then_some(says)
    }

    fn with_ball(&self, id: Id) -> &'static str {
        if self.game.squad.ball == Some(id) { ", with the ball" } else { "" }
    }

    fn goal_squares(&self, of: Seat) -> String {
        let field = self.game.options.field;
        let all = field.goal_front(of).map(|at| Spot { y: field.goal_rank(of), ..at });
        series(&all.map(|at| self.name(at)).collect::<Vec<_>>())
    }

    fn checkers_of(&self, seat: Seat) -> String {
        let all = self.game.squad.side(seat);
        let each = all.map(|(id, at)| {
            if id.is_goalie() {
                format!("goalie {}", self.name(at))
            } else {
                format!("{} {}", id.number, self.name(at))
            }
        });
        format!("{}: {}.", self.of(seat, "checkers"), each.collect::<Vec<_>>().join(", "))
    }

    pub(super) fn offside(&self) -> Option<Vec<String>> {
        let kind = self.game.play.kind;
        if matches!(kind, PlayKind::ThrowIn | PlayKind::Corner | PlayKind::GoalieKick) {
            return Some(vec![format!("No: nobody is offside at a {}.", kind.noun())]);
        }
        let checkers: Vec<Id> = self.named().filter_map(|meant| self.checker(meant)).collect();
        if let [id] = checkers[..] {
            return Some(vec![match (self.absent(id), self.beyond_line(id)) {
                (Some(absent), _) => format!("No: {absent}."),
                (None, Some(line)) => format!("Yes: {line}."),
                (None, None) => {
                    format!("No: {} isn't beyond {}.", self.who_at(id), self.line(id.seat))
                }
            }]);
        }
        let seat = self.doer();
        let all = self.game.squad.fielded(self.game.options.field, seat).map(|it| it.0);
        let beyond: Vec<String> =
            all.filter(|id| self.beyond_line(*id).is_some()).map(|id| self.who_at(id)).collect();
        Some(vec![if beyond.is_empty() {
            format!("No: nobody of {} is beyond {}.", self.team(seat), self.line(seat))
        } else {
            format!("Yes: {}, beyond {}.", series(&beyond), self.line(seat))
        }])
    }

    fn team(&self, seat: Seat) -> String {
        if self.is_own(seat) { "yours".to_owned() } else { self.to.name(seat).to_owned() }
    }

    /// Says that a checker can't receive the ball because it is offside; none if it isn't.
    pub(super) fn beyond_line(&self, id: Id) -> Option<String> {
        let at = self.game.squad.at(id)?;
        let offside = self.game.options.field.holds(at) && self.game.is_offside(id.seat, at);
        let is_carrier = self.game.squad.ball == Some(id);
        let free = matches!(self.game.play.kind, PlayKind::ThrowIn | PlayKind::GoalieKick);
        (offside && !free).then(|| {
            let so = if is_carrier { ", but has the ball already" } else { "" };
            format!("{} is offside, beyond {}{so}", self.who_at(id), self.line(id.seat))
        })
    }

    /// Names the last defender that a side may not pass without the ball.
    fn line(&self, seat: Seat) -> String {
        let field = self.game.options.field;
        let defenders = self.game.squad.fielded(field, seat.other());
        let last = defenders
            .filter(|it| !it.0.is_goalie())
            .max_by_key(|one| field.rank_of(seat, one.1))
            .map(|id| self.who_at(id.0));
        last.map_or("a last defender, as there is none".to_owned(), |id| {
            format!("the last defender, {id}")
        })
    }

    /// Says who stands between the ball and the goal, or between two things.
    pub(super) fn in_the_way(&self) -> Option<Vec<String>> {
        let ball = self.game.squad.ball_at()?;
        let ends: Vec<PitchThing> = self
            .target
            .iter()
            .copied()
            .filter(|meant| !matches!(meant, PitchThing::Side(_)))
            .collect();
        let (from, to) = match ends[..] {
            [] | [PitchThing::Ball] => (ball, None),
            [PitchThing::Goal(of)] | [PitchThing::Ball, PitchThing::Goal(of)] => {
                (ball, Some(PitchThing::Goal(of)))
            }
            [to] | [PitchThing::Ball, to] | [to, PitchThing::Ball] => (ball, Some(to)),
            [from, to, ..] => (self.spot(from)?, Some(to)),
        };
        let owner = self.game.squad.owner()?;
        let to = to.unwrap_or(PitchThing::Goal(owner.other()));
        let lines = match to {
            PitchThing::Goal(of) => self.lines_to_goal(from, of),
            to => {
                let to = self.spot(to)?;
                from.way_to(to)
                    .map(|way| self.between(from, way, |at| at == to))
                    .into_iter()
                    .collect()
            }
        };
        let to = match to {
            PitchThing::Goal(of) => self.of(of, "goal"),
            to => self.name(self.spot(to)?),
        };
        let from = self.name(from);
        if lines.is_empty() {
            return Some(vec![format!("No: no straight line leads from {from} to {to}.")]);
        }
        let mut there: Vec<Id> = lines.concat();
        there.sort();
        there.dedup();
        let names = |ids: &[Id]| series(&ids.iter().map(|id| self.who_at(*id)).collect::<Vec<_>>());
        let others = if there.is_empty() {
            format!("nobody stands between {from} and {to}")
        } else {
            format!("between {from} and {to}: {}", names(&there))
        };
        let asked = self.by.iter().find(|meant| !matches!(meant, PitchThing::Side(_))).copied();
        Some(vec![match asked {
            Some(meant) => match self.checker(meant) {
                Some(id) if there.contains(&id) => {
                    format!("Yes: {} stands between {from} and {to}.", self.who_at(id))
                }
                Some(id) => format!("No: {} isn't in the way; {others}.", self.who_at(id)),
                None => format!("No: {others}."),
            },
            None if there.is_empty() => format!("No: {others}."),
            None => format!("Yes, {others}."),
        }])
    }

    /// Lists who stands on each straight line from a square to the goal of a side.
    fn lines_to_goal(&self, from: Spot, of: Seat) -> Vec<Vec<Id>> {
        let field = self.game.options.field;
        let leads = |way: &Way| {
            let mut at = from.step(*way);
            while field.holds(at) {
                at = at.step(*way);
            }
            field.goal(at) == Some(of)
        };
        let ways = Way::ALL.into_iter().filter(leads);
        ways.map(|way| self.between(from, way, |at| !field.holds(at))).collect()
    }

    fn between(&self, from: Spot, way: Way, is_end: impl Fn(Spot) -> bool) -> Vec<Id> {
        let mut there = Vec::new();
        let mut at = from.step(way);
        while !is_end(at) {
            there.extend(self.game.squad.on(at));
            at = at.step(way);
        }
        there
    }

    /// Says how likely a side loses the ball, or that a checker can't be lost.
    pub(super) fn safe(&self) -> Option<Vec<String>> {
        let carrier = self.game.squad.ball?;
        let checker = self.named().find_map(|meant| self.checker(meant));
        match checker {
            Some(id) if id != carrier => Some(vec![format!(
                "Yes: {} can't be taken, only pushed. A steal is only for the ball, which {} has.",
                self.who_at(id),
                self.who_at(carrier)
            )]),
            _ => {
                let chance = self.steal_chance(carrier.seat.other());
                let is_safe = chance.starts_with("None");
                let yes = if is_safe { "Yes" } else { "No" };
                let has = self.who_at(carrier);
                Some(vec![format!("{yes}: {has} has the ball. {chance}")])
            }
        }
    }

    pub(super) fn distance(&self) -> Option<Vec<String>> {
        let ball = self.game.squad.ball?;
        let of_all = self.question.has(&["closest", "nearest", "who", "which"]);
        let mut ends: Vec<PitchThing> = self
            .named()
            .map(|meant| match meant {
                PitchThing::Side(seat) if ball.seat == seat && !of_all => PitchThing::Ball,
                meant => meant,
            })
            .collect();
        ends.dedup();
        let (from, to) = match ends[..] {
            [] => return None,
            [PitchThing::Ball] => (PitchThing::Ball, PitchThing::Goal(ball.seat.other())),
            [only] => (PitchThing::Ball, only),
            [from, to, ..] => (from, to),
        };
        let is_end = |meant| matches!(meant, PitchThing::Goal(_));
        let is_turned = is_end(from) || matches!(to, PitchThing::Side(_));
        let (from, to) = if is_turned { (to, from) } else { (from, to) };
        if let Some(absent) = [from, to].into_iter().find_map(|meant| {
            self.absent(self.checker(meant).filter(|_| self.spot(meant).is_none())?)
        }) {
            return Some(vec![format!("{}.", sentence_case(&absent))]);
        }
        let at = match (from, to) {
            (PitchThing::Side(seat), _) => self.nearest(seat, to)?,
            _ => self.spot(from)?,
        };
        let far = match to {
            PitchThing::Goal(of) => self.game.goal_steps(of.other(), at),
            to => at.far(self.spot(to)?),
        };
        let squares = if far == 1 { "1 square".to_owned() } else { format!("{far} squares") };
        let from = match (from, self.game.squad.on(at)) {
            (PitchThing::Ball, _) => format!("the ball on {}", self.name(at)),
            (_, Some(id)) => self.who_at(id),
            (_, None) => self.name(at),
        };
        let to = match to {
            PitchThing::Goal(of) => self.of(of, "goal"),
            PitchThing::Ball => format!("the ball on {}", self.name(self.spot(to)?)),
            to => self.checker(to).map_or(self.name(self.spot(to)?), |id| self.who_at(id)),
        };
        Some(vec![format!("From {from} to {to}: {squares}, in steps like a king's.")])
    }

    /// Returns the square of a side's checker that is nearest to something.
    fn nearest(&self, seat: Seat, to: PitchThing) -> Option<Spot> {
        let far = |at: &Spot| match to {
            PitchThing::Goal(of) => self.game.goal_steps(of.other(), *at),
            to => self.spot(to).map_or(i8::MAX, |it| it.far(*at)),
        };
        let all = self.game.squad.fielded(self.game.options.field, seat).map(|it| it.1);
        all.min_by_key(far)
    }

    pub(super) fn count(&self) -> Option<Vec<String>> {
        let (game, question) = (self.game, self.question);
        if question.has(&["play", "plays", "turn", "turns", "long", "time"]) {
            let done = game.counter;
            return Some(vec![match game.plays_left() {
                Some(left) => format!(
                    "{left} {} left: {done} of {} are over.",
                    if left == 1 { "play is" } else { "plays are" },
                    done + left
                ),
                None => format!("Only a goal ends the match. Plays so far: {done}."),
            }]);
        }
        if question.has(&["goal", "goals", "points", "score"]) {
            return Some(vec![self.score_in_words()]);
        }
        if question.has(&["pass", "passes"]) {
            let left = if game.play.passed { "it is made" } else { "it is still left" };
            return Some(vec![format!("One pass a turn, and {left}.")]);
        }
        let sides: Vec<Seat> = self.sides();
        if question.has(&["foul", "fouls", "sent", "expelled", "off", "red", "cards", "card"]) {
            let each = sides.iter().map(|seat| {
                format!("{} {}", sentence_case(&self.side(*seat)), game.squad.expelled.get(*seat))
            });
            return Some(vec![
                format!("Sent off: {}.", each.collect::<Vec<_>>().join(", ")),
                "Other fouls aren't counted.".to_owned(),
            ]);
        }
        if question.has(&["offside"]) {
            return self.offside();
        }
        let each = sides.iter().map(|seat| {
            let all = game.squad.count(*seat);
            let out = game.squad.out(game.options.field, *seat).count();
            let has = self.side_does(*seat, "have", "has");
            let out =
                if out == 0 { String::new() } else { format!(", {out} of them out of bounds") };
            format!("{has} {all} checkers{out}.")
        });
        Some(each.collect())
    }

    /// Lists the sides that a question is about: those it names, else both.
    fn sides(&self) -> Vec<Seat> {
        let named: Vec<Seat> = self
            .named()
            .filter_map(|meant| match meant {
                PitchThing::Side(seat) => Some(seat),
                _ => None,
            })
            .collect();
        if named.is_empty() { Seat::BOTH.to_vec() } else { named }
    }

    fn score_in_words(&self) -> String {
        question::goals(&self.game.score, |seat| self.side(seat))
    }

    /// Says what is missing to win.
    pub(super) fn progress(&self) -> Vec<String> {
        let game = self.game;
        let seat = self.sides().into_iter().find(|_| self.sides().len() == 1).unwrap_or(self.own);
        let [own, other] = [seat, seat.other()].map(|one| i32::from(*game.score.get(one)));
        let goals = |n: i32| if n == 1 { "1 goal".to_owned() } else { format!("{n} goals") };
        let says = match own - other {
            0 => "The score is level.".to_owned(),
            lead if 0 < lead => {
                format!("{} {}.", self.side_does(seat, "lead by", "leads by"), goals(lead))
            }
            lead => format!(
                "{} {} to be level and {} to lead.",
                self.side_does(seat, "need", "needs"),
                goals(-lead),
                goals(1 - lead)
            ),
        };
        let end = match (game.options.finish, game.plays_left(), &game.phase) {
            (_, _, Phase::Over(_)) => "The match is over.".to_owned(),
            (EndRule::Golden, _, _) | (_, None, _) => "The first goal wins the match.".to_owned(),
            (EndRule::Extra, Some(left), _) => {
                format!("{left} plays are left. If the score is level then, the next goal wins.")
            }
            (EndRule::Timer, Some(left), _) => {
                format!("{left} plays are left. After them, the side with more goals wins.")
            }
        };
        vec![self.score_in_words(), says, end]
    }

    /// Says what the roll on the table allows; none before it.
    pub(super) fn roll_allows(&self) -> Option<Vec<String>> {
        let roll = self.game.play.roll.filter(|_| self.game.phase == Phase::Act)?;
        // The RISK die is asked about by its name.
        let other = self.question.has(&["risk"]) && !matches!(roll, Roll::Risk(..));
        let allows = scene::allows(self.game);
        (!other && !allows.is_empty()).then(|| {
            vec![format!(
                "{} rolled {}: it allows {allows}.",
                self.to.name(self.game.play.side),
                roll.name()
            )]
        })
    }
}
