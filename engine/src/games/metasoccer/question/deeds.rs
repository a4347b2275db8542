//! What checkers can do: go somewhere, pass, steal, push and score; and how.
use crate::{
    games::metasoccer::{
        Action, Metasoccer, Phase, PlayKind,
        dice::{DiceTaken, Risk, Roll},
        field::Spot,
        moves::{course::Hop, dribble::DribbleStep, penalty::PenaltyResult},
        question::{
            PitchQuestion, PitchThing, pushes,
            rolls::{AllowedByRoll, ROLLS, chess_among, percent},
        },
        squad::Id,
        why::reasons::Objection,
        words::verb::SoccerVerb,
    },
    quote::{lower_case, sentence_case, series},
    seat::Seat,
};

/// How many throws of two Numbers dice give the defense the higher one.
const STEALS: usize = 15;
/// The most ways that are named.
const NAMED: usize = 6;

impl Metasoccer {
    /// Finds how a checker gets to a square with the roll.
    fn way_of(&self, who: Id, to: Spot) -> Result<Action, Objection> {
        let from = self.squad.at(who).ok_or(Objection::Roll)?;
        if self.play.kind == PlayKind::Penalty {
            return if self.squad.ball == Some(who) && self.can_shoot(to).is_ok() {
                Ok(Action::Shoot(to))
            } else {
                Err(Objection::Shoot)
            };
        }
        self.may_move(who, from)?;
        if let Some(hop) = self.hops(who).into_iter().find(|hop| hop.to() == to) {
            return Ok(Action::Move { from, to, aside: hop.aside });
        }
        if self.squad.ball == Some(who)
            && let Some(path) = self
                .dribbles()
                .into_iter()
                .find(|path| path.last() == Some(&to) && self.hands_over(path).is_none())
        {
            return Ok(Action::Dribble(path));
        }
        let lands = |&(start, way, pass): &(Spot, _, Spot)| {
            let run = self.fly(start, way, pass).map(|(_, rest)| rest.to());
            start == from && run == Ok(to)
        };
        if let Some((from, way, pass)) = self.flights().into_iter().find(lands) {
            return Ok(Action::Fly { from, way, pass });
        }
        self.check_move(from, to, None).and(Err(Objection::Roll))
    }

    /// Returns the last checker that a dribble hands the ball to, if it ends with that.
    fn hands_over(&self, path: &[Spot]) -> Option<Id> {
        match self.dribbled(path).ok()?.legs.last() {
            Some(DribbleStep::Hand { to, .. }) => Some(*to),
            _ => None,
        }
    }

    /// Finds how the carrier gets the ball to a teammate with the roll.
    fn pass_to(&self, mate: Id) -> Result<Action, Objection> {
        let at = self.squad.at(mate).ok_or(Objection::Roll)?;
        if self.throws_in() {
            let lands = self.throws().contains(&at);
            return if lands { Ok(Action::Throw(at)) } else { Err(Objection::NotThrown(at)) };
        }
        let refused = match self.can_pass(at) {
            Ok(_) => return Ok(Action::Pass(at)),
            Err(why) => why,
        };
        if let Some((from, way, pass)) = self.flights().into_iter().find(|it| it.0 == at) {
            return Ok(Action::Fly { from, way, pass });
        }
        let handed = self.dribbles().into_iter().find(|path| self.hands_over(path) == Some(mate));
        handed.map(Action::Dribble).ok_or(refused)
    }

    /// Lists what takes the ball into the goal with the roll, if need be after a pass, and who carries it in.
    fn goals_by(&self, seat: Seat) -> Vec<(Vec<Action>, Id)> {
        if self.squad.owner() != Some(seat) {
            return Vec::new();
        }
        let alone = self.carried_in().into_iter().map(|(act, who)| (vec![act], who));
        let passed = self.receivers().into_iter().flat_map(|at| {
            let mut then = self.clone();
            then.squad.ball = self.squad.on(at);
            then.play.passed = true;
            then.play.acts += 1;
            let goals = then.carried_in().into_iter();
            goals.map(move |(act, who)| (vec![Action::Pass(at), act], who))
        });
        alone.chain(passed).collect()
    }

    /// Lists what takes the ball into the goal without another pass before it, and who carries it in.
    fn carried_in(&self) -> Vec<(Action, Id)> {
        let Some(carrier) = self.squad.ball else { return Vec::new() };
        let is_goal = |to: &Spot| self.options.field.goal(*to) == Some(carrier.seat.other());
        if self.play.kind == PlayKind::Penalty {
            let shots = self.shots().into_iter();
            let goals = shots.filter(|one| matches!(one.1, PenaltyResult::Goal(_)));
            return goals.map(|(to, _)| (Action::Shoot(to), carrier)).collect();
        }
        let hops = self.hops(carrier).into_iter().filter(|hop| hop.course.goal);
        let hops = hops
            .map(|hop| (Action::Move { from: hop.from, to: hop.to(), aside: hop.aside }, carrier));
        let dribbles = self.dribbles().into_iter().filter(|path| path.last().is_some_and(is_goal));
        let dribbles = dribbles.filter_map(|path| {
            let legs = self.dribbled(&path).ok()?.legs;
            match legs.last() {
                Some(DribbleStep::Step { who, .. }) => Some((Action::Dribble(path), *who)),
                _ => None,
            }
        });
        let flights = self.flights().into_iter().filter_map(|(from, way, pass)| {
            let (_, rest) = self.fly(from, way, pass).ok()?;
            rest.course.goal.then_some((Action::Fly { from, way, pass }, rest.who))
        });
        hops.chain(dribbles).chain(flights).collect()
    }

    /// Lists the moves of a checker by the roll; at a penalty kick nobody has any.
    fn moves_of(&self, who: Id) -> Vec<Hop> {
        if self.play.kind == PlayKind::Penalty { Vec::new() } else { self.hops(who) }
    }

    fn typed(&self, action: &Action) -> String {
        format!("`{}`", self.write_action(action))
    }
}

impl PitchQuestion<'_> {
    pub(super) fn reach(&self) -> Option<Vec<String>> {
        let seat = self.doer();
        let named = self.by.first().and_then(|meant| self.checker(*meant));
        match (self.target.first().copied(), named) {
            (Some(PitchThing::Goal(of)), _) => Some(self.score(of)),
            (Some(PitchThing::Ball), Some(id)) if self.game.squad.ball == Some(id) => {
                Some(vec![format!("Yes: {} has the ball.", self.who_at(id))])
            }
            (Some(PitchThing::Ball), Some(id)) if self.game.squad.owner() == Some(id.seat) => {
                Some(self.passed_to(id))
            }
            (Some(PitchThing::Ball), _) if self.game.squad.owner() != Some(seat) => self.steal(),
            (Some(to), Some(id)) => Some(self.one_reaches(id, self.spot(to)?)),
            (Some(_), None)
                if self.by.iter().any(|meant| matches!(meant, PitchThing::Square(_))) =>
            {
                Some(self.verdict(Err(self.empty(*self.by.first()?)?)))
            }
            (Some(to), None) => Some(self.any_reaches(seat, self.spot(to)?)),
            (None, _) if self.question.has(&["score", "scores", "scoring", "shoot"]) => {
                Some(self.score(seat.other()))
            }
            (None, Some(id)) => Some(self.goes_where(id)),
            (None, None) => None,
        }
    }

    fn empty(&self, meant: PitchThing) -> Option<String> {
        Some(format!("nobody stands on {}", self.name(self.spot(meant)?)))
    }

    fn one_reaches(&self, id: Id, to: Spot) -> Vec<String> {
        if let Some(absent) = self.absent(id) {
            let back = self.game.returns().into_iter().find(|one| (one.0, one.2) == (id, to));
            return self.verdict(match back.filter(|_| self.game.phase == Phase::Back) {
                Some((_, from, to)) => {
                    Ok(format!(": `{}-{}` brings it back", self.name(from), self.name(to)))
                }
                None => Err(absent),
            });
        }
        if self.game.squad.at(id) == Some(to) {
            return vec![format!("{} stands there already.", sentence_case(&self.who_at(id)))];
        }
        let allowed = self.allowed(id.seat, |game| {
            let way = game.way_of(id, to);
            way.map(|way| game.typed(&way)).map_err(|why| self.reason(game, id.seat, why))
        });
        self.verdict(self.judged(id.seat, allowed))
    }

    fn any_reaches(&self, seat: Seat, to: Spot) -> Vec<String> {
        let all = || self.game.squad.fielded(self.game.options.field, seat).map(|it| it.0);
        let allowed = self.allowed(seat, |game| {
            let ways: Vec<String> = all()
                .filter_map(|id| game.way_of(id, to).ok())
                .take(NAMED)
                .map(|way| game.typed(&way))
                .collect();
            if ways.is_empty() {
                Err(format!(
                    "{} gets to {} with {}",
                    self.nobody(seat),
                    self.name(to),
                    self.roll_name(game)
                ))
            } else {
                Ok(series(&ways))
            }
        });
        self.verdict(self.judged(seat, allowed))
    }

    fn nobody(&self, seat: Seat) -> String {
        if self.is_own(seat) {
            "none of your checkers".to_owned()
        } else {
            format!("none of {}'s checkers", self.to.name(seat))
        }
    }

    fn roll_name(&self, game: &Metasoccer) -> String {
        game.play.roll.map_or("no roll".to_owned(), |it| it.name())
    }

    /// Lists the squares that a checker can go to with the roll.
    fn goes_where(&self, id: Id) -> Vec<String> {
        if let Some(absent) = self.absent(id) {
            return vec![format!("{}.", sentence_case(&absent))];
        }
        let who = sentence_case(&self.who_at(id));
        if !self.game.has_roll(id.seat) {
            let allowed = self.allowed(id.seat, |game| self.moves_with(game, id));
            return vec![match self.judged(id.seat, allowed) {
                Ok(how) => format!("{who} can move{how}."),
                Err(why) => format!("{who} can't move: {why}."),
            }];
        }
        vec![match self.moves_with(self.game, id) {
            Ok(squares) => format!("{who} can go to {squares}."),
            Err(why) => format!("{who} can't move: {why}."),
        }]
    }

    /// Names the squares a checker can go to with a roll, or says why it can't move.
    fn moves_with(&self, game: &Metasoccer, id: Id) -> Result<String, String> {
        let from = game.squad.at(id).ok_or_else(|| "it isn't on the field".to_owned())?;
        let mut ends: Vec<Spot> = game.moves_of(id).iter().map(|it| it.to()).collect();
        if game.squad.ball == Some(id) {
            ends.extend(
                game.shots()
                    .into_iter()
                    .map(|it| it.0)
                    .filter(|_| game.play.kind == PlayKind::Penalty),
            );
            let dribbles = game.dribbles();
            let own = dribbles.iter().filter(|path| game.hands_over(path).is_none());
            ends.extend(own.filter_map(|path| path.last().copied()));
        }
        let flights = game.flights().into_iter().filter(|it| it.0 == from);
        ends.extend(
            flights.filter_map(|(from, way, pass)| Some(game.fly(from, way, pass).ok()?.1.to())),
        );
        ends.sort();
        ends.dedup();
        if !ends.is_empty() {
            return Ok(series(&ends.iter().map(|at| self.name(*at)).collect::<Vec<_>>()));
        }
        let why = game.may_move(id, from).err().map(|why| self.reason(game, id.seat, why));
        let king = game.faces(id).is_empty() && !matches!(game.play.roll, Some(Roll::Risk(..)));
        Err(match why {
            _ if game.play.kind == PlayKind::Penalty => {
                self.reason(game, id.seat, Objection::Shoot)
            }
            Some(why) => why,
            None if king => self.reason(game, id.seat, Objection::KingDribbles),
            None if game.faces(id).is_empty() => self.reason(game, id.seat, Objection::Roll),
            None => format!("with {} every way from there is closed", self.roll_name(game)),
        })
    }

    pub(super) fn stuck(&self) -> Option<Vec<String>> {
        let id = match self.named().find_map(|meant| self.checker(meant)) {
            Some(id) => id,
            None => return self.side_stuck(),
        };
        if let Some(absent) = self.absent(id) {
            return Some(vec![format!("Yes: {absent}.")]);
        }
        let allowed = self.allowed(id.seat, |game| self.moves_with(game, id));
        Some(vec![match (allowed, self.game.has_roll(id.seat)) {
            (AllowedByRoll::Now(Ok(squares)), _) => {
                format!("No: {} can go to {squares}.", self.who_at(id))
            }
            (AllowedByRoll::Now(Err(why)), _) => format!("Yes: {why}."),
            (allowed, _) => match self.judged(id.seat, allowed) {
                Ok(how) => format!("No: {} can move{how}.", self.who_at(id)),
                Err(why) => format!("Yes: {why}."),
            },
        }])
    }

    fn side_stuck(&self) -> Option<Vec<String>> {
        let seat = self.doer();
        let allowed = self.allowed(seat, |game| {
            let all = game.squad.fielded(game.options.field, seat);
            let free: Vec<String> = all
                .filter(|one| self.moves_with(game, one.0).is_ok())
                .map(|at| self.name(at.1))
                .collect();
            if free.is_empty() {
                Err(format!("{} can move with {}", self.nobody(seat), self.roll_name(game)))
            } else {
                Ok(format!("those on {} can move", series(&free)))
            }
        });
        Some(vec![match self.judged(seat, allowed) {
            Ok(how) => format!("No{how}."),
            Err(why) => format!("Yes: {why}."),
        }])
    }

    pub(super) fn pass(&self) -> Option<Vec<String>> {
        let carrier = self.game.squad.ball?;
        let refused = |why: String| Some(self.verdict(Err(why)));
        if let Some(other) = self.by.first().and_then(|meant| self.checker(*meant))
            && other != carrier
        {
            let (other, has) = (self.who(other), self.who_at(carrier));
            return refused(format!("{other} doesn't have the ball; {has} has it"));
        }
        let seat = if self.is_of_anyone() { carrier.seat } else { self.doer() };
        if seat != carrier.seat {
            let lacks = if self.is_own(seat) { "don't have" } else { "doesn't have" };
            let (side, has) = (self.side(seat), self.who_at(carrier));
            return refused(format!("{side} {lacks} the ball; {has} has it"));
        }
        let to = self
            .target
            .iter()
            .find(|meant| !matches!(meant, PitchThing::Side(_) | PitchThing::Ball));
        match to.copied() {
            Some(PitchThing::Goal(_)) => refused("you can't pass into the goal".to_owned()),
            Some(meant) => match (self.checker(meant), meant) {
                (Some(mate), _) => Some(self.passed_to(mate)),
                (None, PitchThing::Square(at)) => Some(self.passed_over(seat, at)),
                (None, _) => refused(self.absent_or_gone(meant)?),
            },
            None => Some(self.passed_anywhere(seat)),
        }
    }

    fn absent_or_gone(&self, meant: PitchThing) -> Option<String> {
        match meant {
            PitchThing::Checker(id) => self.absent(id),
            other => self.empty(other),
        }
    }

    fn passed_to(&self, mate: Id) -> Vec<String> {
        let Some(carrier) = self.game.squad.ball else { return Vec::new() };
        if mate == carrier {
            return self.verdict(Err(format!("{} has the ball already", self.who_at(mate))));
        }
        if mate.seat != carrier.seat {
            let (mate, seat) = (self.who_at(mate), self.side(carrier.seat));
            return self
                .verdict(Err(format!("{mate} is no teammate, and {seat} can't pass to it")));
        }
        if let Some(absent) = self.absent(mate) {
            return self.verdict(Err(absent));
        }
        let allowed = self.allowed(carrier.seat, |game| {
            let pass = game.pass_to(mate);
            pass.map(|act| game.typed(&act)).map_err(|why| self.reason(game, carrier.seat, why))
        });
        // Where it stands now is the plainest reason; a push or a run of its own may still bring it onside.
        let judged = self.judged(carrier.seat, allowed);
        let line = self.beyond_line(mate);
        let now = line.clone().filter(|_| judged.is_ok());
        let mut says = self.verdict(judged.map_err(|why| line.unwrap_or(why)));
        says.extend(now.map(|line| format!("Where it stands now, {line}.")));
        says
    }

    /// Says who could take the ball on the fly on an empty square.
    fn passed_over(&self, seat: Seat, at: Spot) -> Vec<String> {
        let allowed = self.allowed(seat, |game| {
            let flight = game.flights().into_iter().find(|it| it.2 == at);
            let throw = game.throws_in() && game.throws().contains(&at);
            match flight {
                _ if throw => Ok(game.typed(&Action::Throw(at))),
                Some((from, way, pass)) => Ok(game.typed(&Action::Fly { from, way, pass })),
                None => Err(format!(
                    "nobody stands on {}, and no run takes the ball there on the fly",
                    self.name(at)
                )),
            }
        });
        self.verdict(self.judged(seat, allowed))
    }

    fn passed_anywhere(&self, seat: Seat) -> Vec<String> {
        let carrier = self.game.squad.ball;
        let mates: Vec<Id> = self
            .game
            .squad
            .fielded(self.game.options.field, seat)
            .map(|it| it.0)
            .filter(|id| Some(*id) != carrier)
            .collect();
        let allowed = self.allowed(seat, |game| {
            let open: Vec<String> = mates
                .iter()
                .filter(|id| game.pass_to(**id).is_ok())
                .map(|id| self.who_at(*id))
                .collect();
            match open.is_empty() {
                true if game.play.passed => Err(self.reason(game, seat, Objection::PassUsed)),
                true => Err(format!("nobody can be reached with {}", self.roll_name(game))),
                false => Ok(format!("to {}", series(&open))),
            }
        });
        self.verdict(self.judged(seat, allowed))
    }

    pub(super) fn steal(&self) -> Option<Vec<String>> {
        let carrier = self.game.squad.ball?;
        let thieves = carrier.seat.other();
        let has = format!("{} has the ball", self.who_at(carrier));
        if let Some(victim) = self.target.iter().find_map(|meant| self.checker(*meant))
            && victim != carrier
        {
            return Some(
                self.verdict(Err(format!("{} doesn't have the ball; {has}", self.who(victim)))),
            );
        }
        let one = self.by.first().and_then(|meant| self.checker(*meant));
        let seat =
            if self.by.is_empty() && (self.is_of_anyone() || !self.question.has(&["i", "we"])) {
                thieves
            } else {
                self.doer()
            };
        if seat != thieves {
            return Some(self.verdict(Err(has)));
        }
        let why_not = one.and_then(|id| self.absent(id));
        if let Some(absent) = why_not {
            return Some(self.verdict(Err(absent)));
        }
        let allowed = self.allowed(thieves, |game| self.steals_with(game, thieves, one));
        let can = !matches!(&allowed, AllowedByRoll::Now(Err(_)))
            && !matches!(&allowed, AllowedByRoll::With(fits) if fits.is_empty());
        let mut says = self.verdict(self.judged(thieves, allowed));
        if can {
            says.push(steal_odds());
        }
        Some(says)
    }

    fn steals_with(
        &self,
        game: &Metasoccer,
        seat: Seat,
        one: Option<Id>,
    ) -> Result<String, String> {
        if let Some(at) = one.and_then(|id| game.squad.at(id)) {
            let steal = game.can_steal(at);
            return steal
                .map(|_| game.typed(&Action::Steal(at)))
                .map_err(|why| self.reason(game, seat, why));
        }
        let all: Vec<String> =
            game.thieves().into_iter().map(|at| game.typed(&Action::Steal(at))).collect();
        if all.is_empty() {
            Err(format!("{} reaches the ball with {}", self.nobody(seat), self.roll_name(game)))
        } else {
            Ok(series(&all))
        }
    }

    /// Answers what can be taken: only the ball, by a steal; other checkers are pushed.
    pub(super) fn take(&self) -> Option<Vec<String>> {
        let other = self.target.iter().find_map(|meant| match meant {
            PitchThing::Checker(_) | PitchThing::Square(_) => self.checker(*meant),
            _ => None,
        });
        match other {
            Some(id) if self.game.squad.ball != Some(id) => self.push(),
            _ => {
                let mut says = self.steal()?;
                says.push("Nothing else is taken here: checkers are only pushed.".to_owned());
                Some(says)
            }
        }
    }

    pub(super) fn push(&self) -> Option<Vec<String>> {
        let target = self.target.iter().find_map(|meant| self.checker(*meant));
        let one = self.by.first().and_then(|meant| self.checker(*meant));
        let seat = match (&self.by[..], target) {
            ([], Some(target)) if self.is_of_anyone() || target.seat == self.own => {
                target.seat.other()
            }
            _ => self.doer(),
        };
        if let Some(absent) = target.or(one).and_then(|id| self.absent(id)) {
            return Some(self.verdict(Err(absent)));
        }
        if let Some(target) = target.filter(|it| it.seat == seat) {
            let target = self.who_at(target);
            return Some(
                self.verdict(Err(format!("{target} is a teammate, and nobody pushes teammates"))),
            );
        }
        if target.is_none()
            && self.target.iter().any(|meant| matches!(meant, PitchThing::Square(_)))
        {
            return Some(self.verdict(Err(self.empty(*self.target.first()?)?)));
        }
        let allowed = self.allowed(seat, |game| {
            let movers: Vec<Id> = match one {
                Some(id) => vec![id],
                None => game.squad.fielded(game.options.field, seat).map(|it| it.0).collect(),
            };
            let fits = |hop: &&Hop| match target {
                Some(target) => pushes(hop, target),
                None => hop.course.push.is_some(),
            };
            let ways: Vec<String> = movers
                .iter()
                .filter_map(|id| {
                    let hops = game.moves_of(*id);
                    let hop = hops.iter().find(fits)?;
                    Some(game.typed(&Action::Move {
                        from: hop.from,
                        to: hop.to(),
                        aside: hop.aside,
                    }))
                })
                .take(NAMED)
                .collect();
            match (ways.is_empty(), one.zip(target)) {
                (false, _) => Ok(series(&ways)),
                (true, Some((one, target))) => {
                    let to = game.squad.at(target).ok_or_else(String::new)?;
                    let why = game.way_of(one, to).err().unwrap_or(Objection::Roll);
                    Err(self.reason(game, seat, why))
                }
                (true, None) => Err(format!(
                    "{} can push {} with {}",
                    self.nobody(seat),
                    target.map_or("anybody".to_owned(), |id| self.who(id)),
                    self.roll_name(game)
                )),
            }
        });
        Some(self.verdict(self.judged(seat, allowed)))
    }

    /// Answers whether a side can score at the goal of a side.
    fn score(&self, of: Seat) -> Vec<String> {
        let seat = self.doer();
        if of == seat {
            return self.verdict(Err(format!(
                "{} goal is the edge of the field for {} checkers",
                self.of(seat, "own"),
                if self.is_own(seat) { "your" } else { "its" }
            )));
        }
        if self.game.squad.owner() != Some(seat) {
            let has = self.game.squad.ball.map_or("nobody".to_owned(), |id| self.who_at(id));
            return self.verdict(Err(format!("{has} has the ball")));
        }
        let one = self.by.first().and_then(|meant| self.checker(*meant));
        let allowed = self.allowed(seat, |game| {
            let goals = game.goals_by(seat);
            match goals.iter().find(|goal| one.is_none_or(|one| one == goal.1)) {
                Some((acts, _)) => {
                    let acts: Vec<String> = acts.iter().map(|act| game.typed(act)).collect();
                    Ok(acts.join(", then "))
                }
                None => Err(format!("no move with {} takes the ball in", self.roll_name(game))),
            }
        });
        self.verdict(self.judged(seat, allowed))
    }

    /// Says why something isn't possible, by what it is.
    pub(super) fn why_not(&self) -> Option<Vec<String>> {
        let question = self.question;
        let verb = if question.has(&["pass", "give", "play"]) && !self.target.is_empty() {
            return self.pass();
        } else if question.has(&["steal", "take", "tackle", "win", "get"]) && self.is_about_ball() {
            return self.steal();
        } else if question.has(&["push", "hit", "shove"]) && !self.target.is_empty() {
            return self.push();
        } else if question.has(&["score", "goal", "shoot"]) {
            return Some(self.score(self.doer().other()));
        } else if question.has(&["risk", "roll"]) {
            return Some(self.why_not_roll());
        } else if question.has(&["boot"]) {
            SoccerVerb::Boot
        } else if question.has(&["dribble"]) {
            SoccerVerb::Dribble
        } else if question.has(&["pass"]) {
            return self.pass();
        } else if question.has(&["end", "stop"]) {
            SoccerVerb::End
        } else if !self.target.is_empty() {
            return self.reach();
        } else {
            let one = self.by.first().and_then(|meant| self.checker(*meant));
            return one.map(|id| self.goes_where(id));
        };
        let closed = self.game.closed(self.doer(), verb);
        Some(vec![closed.unwrap_or_else(|| "Nothing forbids that now.".to_owned())])
    }

    fn is_about_ball(&self) -> bool {
        self.named().any(|it| it == PitchThing::Ball) || self.question.has(&["steal", "tackle"])
    }

    fn why_not_roll(&self) -> Vec<String> {
        let (game, seat) = (self.game, self.doer());
        if game.play.side != seat {
            return vec![format!("It's {}.", self.of(game.play.side, "turn"))];
        }
        if let Some(closed) = game.closed(seat, SoccerVerb::Roll) {
            return vec![closed];
        }
        let risk = self.question.has(&["risk"]);
        let open = game.dice_open().contains(&DiceTaken::Risk);
        vec![match (risk, open) {
            (true, false) if game.attacks() => game.says(Objection::ChessFirst),
            (true, false) => game.says(Objection::RiskBall),
            _ => "Nothing forbids that now.".to_owned(),
        }]
    }

    /// Answers how likely something is: a steal, a goal, a pass, a move, or a face of the RISK die.
    pub(super) fn chance(&self) -> Option<Vec<String>> {
        let owner = self.game.squad.owner()?;
        let question = self.question;
        if question.has(&["steal", "steals", "tackle", "lose"]) {
            return Some(vec![self.steal_chance(owner.other())]);
        }
        if question.has(&["risk", "joker", "turnover", "penalty", "boot", "double"]) {
            return Some(vec![format!(
                "Each face of the RISK die comes up one time in {}, {}.",
                Risk::ALL.len(),
                percent(1, Risk::ALL.len())
            )]);
        }
        let is_goal = |meant: &PitchThing| matches!(meant, PitchThing::Goal(_));
        if question.has(&["score", "goal", "scores"]) || self.target.iter().any(is_goal) {
            let seat = if question.by.is_empty() && question.asker.is_none() {
                owner
            } else {
                self.doer()
            };
            return Some(self.score(seat.other()));
        }
        match self.by.first().and_then(|meant| self.checker(*meant)) {
            _ if question.has(&["pass", "passes"]) => self.pass(),
            Some(_) if !self.target.is_empty() => self.reach(),
            _ => None,
        }
    }

    /// Says how likely the ball is stolen by a side's roll.
    pub(super) fn steal_chance(&self, thieves: Seat) -> String {
        let allowed = self.allowed(thieves, |game| self.steals_with(game, thieves, None));
        match &allowed {
            AllowedByRoll::With(fits) if !fits.is_empty() => {
                let tries = chess_among(fits);
                format!(
                    "{} of {ROLLS} rolls let {} try to steal, and a try wins {}: {} in all.",
                    tries,
                    self.side(thieves),
                    percent(STEALS, ROLLS),
                    percent(tries * STEALS, ROLLS * ROLLS)
                )
            }
            AllowedByRoll::Now(Ok(how)) => format!("{how}: {}", lower_case(&steal_odds())),
            AllowedByRoll::Now(Err(why)) => format!("None: {why}."),
            AllowedByRoll::With(..) => {
                format!("None: no roll lets {} try to steal.", self.side(thieves))
            }
        }
    }
}

/// Says how likely a steal is once it is tried.
fn steal_odds() -> String {
    format!(
        "A steal wins if the defense rolls higher: {STEALS} of {ROLLS} times, {}.",
        percent(STEALS, ROLLS)
    )
}
