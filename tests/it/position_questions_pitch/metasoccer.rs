//! Questions about positions of MetaCheckers Soccer.
use engine::{
    chance::Dice,
    scene::{
        Cell, Surface,
        pitch::{Pitch, PlayerItem},
    },
    seat::{Seat, Viewer},
    table::Table,
};
use it::matches::observer;

use super::{asks, tells, yes_if};
use crate::position_questions::{Asks, Wanted};

const FACES: [&str; 6] = ["king", "queen", "bishop", "knight", "rook", "pawn"];

/// Makes questions about a position; `number` picks among them and among the ways to ask.
pub(super) fn questions(table: &dyn Table, mover: Seat, number: u64) -> Vec<Asks> {
    PitchPosition::new(table, mover, number).map_or(Vec::new(), |asked| asked.all())
}

/// A position, and who moves.
struct PitchPosition<'a> {
    table: &'a dyn Table,
    mover: Seat,
    pitch: Box<Pitch>,
    lines: Vec<String>,
    dice: std::cell::RefCell<Dice>,
}

impl<'a> PitchPosition<'a> {
    fn new(table: &'a dyn Table, mover: Seat, number: u64) -> Option<PitchPosition<'a>> {
        let Surface::Pitch(pitch) = table.show(observer(Viewer::Room)).board else { return None };
        let lines = table.menu(mover).listed;
        let dice = Dice::thinking(number + 100).into();
        Some(PitchPosition { table, mover, pitch, lines, dice })
    }

    fn copy(&self) -> Box<dyn Table> {
        self.table.determinize(Viewer::Room, &mut Dice::thinking(1))
    }

    fn pick<T: Clone>(&self, all: &[T]) -> Option<T> {
        let n = u32::try_from(all.len()).ok().filter(|n| 0 < *n)?;
        let at = self.dice.borrow_mut().below("a thing", n).ok()?;
        all.get(at as usize).cloned()
    }

    /// Returns one of some ways to ask.
    fn said(&self, ways: &[String]) -> String {
        self.pick(ways).expect("a way to ask")
    }

    fn is(&self, part: &str, value: &str) -> bool {
        self.table.probe(part).is_ok_and(|it| it == value)
    }

    fn name(&self, at: Cell) -> String {
        self.pitch.turf.name(at)
    }

    /// Lists the players of a side on the field.
    fn players(&self, seat: Seat) -> Vec<PlayerItem> {
        let all = self.pitch.players.iter();
        all.filter(|one| one.seat == seat && self.pitch.turf.holds(one.at)).cloned().collect()
    }

    fn ball(&self) -> Option<PlayerItem> {
        self.pitch.players.iter().find(|it| it.ball).cloned()
    }

    fn on(&self, at: Cell) -> Option<&PlayerItem> {
        self.pitch.players.iter().find(|it| it.at == at)
    }

    fn all(&self) -> Vec<Asks> {
        let mut all = Vec::new();
        let acts = self.is("phase", "act");
        if acts {
            all.extend(self.reach());
            all.extend(self.pass());
            all.extend(self.push());
            all.extend(self.stuck());
            all.extend(self.steal());
            all.extend(self.score());
            all.extend(self.roll());
        } else if self.is("phase", "roll") {
            all.extend(self.reach_by_rolls());
            all.extend(self.steal_by_rolls());
        }
        all.extend(self.offside());
        all.extend(self.in_the_way());
        all.extend(self.distance());
        all.extend(self.stands());
        all.extend(self.count());
        all
    }

    /// A player of the mover as an asker calls it, and where it stands.
    fn own(&self) -> Option<PlayerItem> {
        let all: Vec<PlayerItem> =
            self.players(self.mover).into_iter().filter(|it| !it.goalie).collect();
        self.pick(&all)
    }

    fn some_cell(&self) -> Option<Cell> {
        let turf = &self.pitch.turf;
        let column = self.pick(&(1..=turf.files).collect::<Vec<_>>())?;
        Some(Cell { column, row: self.pick(&(1..=turf.ranks).collect::<Vec<_>>())? })
    }

    /// Lists where the listed lines take a player that isn't passed to on its way.
    fn ends(&self, lines: &[String], of: &PlayerItem) -> Vec<String> {
        let from = self.name(of.at);
        let moves = lines.iter().filter_map(|line| {
            let rest = line.strip_prefix(from.as_str())?;
            let to = rest.strip_prefix(['-', 'x'])?;
            Some(to.split('>').next()?.to_owned())
        });
        let dribbles = lines.iter().filter(|_| of.ball).filter_map(|line| {
            let to = line.strip_prefix("dribble ")?.split(' ').next_back()?;
            let mates = self.players(of.seat);
            let is_free = mates.iter().all(|mate| self.name(mate.at) != to);
            is_free.then(|| to.to_owned())
        });
        moves.chain(dribbles).collect()
    }

    fn reach(&self) -> Option<Asks> {
        let of = self.own()?;
        let (from, n) = (self.name(of.at), &of.shirt);
        let ends = self.ends(&self.lines, &of);
        let some = [self.some_cell()?, self.some_cell()?].map(|at| self.name(at));
        let to = self.pick(&[some.to_vec(), ends.clone()].concat())?;
        let flies = self.lines.iter().any(|line| line.starts_with(&format!("run {from} ")));
        let is = ends.contains(&to);
        // A dribble of several goes where its last one goes.
        let hands = of.ball && self.lines.iter().any(|line| line.starts_with("dribble"));
        if to == from || !is && (flies || hands) || self.is("kind", "penalty") {
            return None;
        }
        let words = self.said(&[
            format!("can {n} get to {to}"),
            format!("is {to} a square that {n} can reach"),
            format!("could my {n} go to {to}"),
        ]);
        let truth = yes_if(is);
        Some(asks(self.mover, &words, truth))
    }

    fn pass(&self) -> Option<Asks> {
        self.ball().filter(|it| it.seat == self.mover)?;
        let is_open = |mate: &PlayerItem| self.lines.iter().any(|line| self.passes(line, mate));
        let open: Vec<PlayerItem> = self
            .players(self.mover)
            .into_iter()
            .filter(|mate| !mate.goalie && is_open(mate))
            .collect();
        let mate = self.pick(&[open, self.own().into_iter().collect()].concat())?;
        let (at, n) = (self.name(mate.at), &mate.shirt);
        let is = is_open(&mate);
        let words = self.said(&[
            format!("can i pass to {n}"),
            format!("can i give the ball to my {n}"),
            format!("is a pass to {at} possible"),
        ]);
        Some(asks(self.mover, &words, yes_if(is)))
    }

    /// Tells whether a listed line gets the ball to a teammate.
    fn passes(&self, line: &str, mate: &PlayerItem) -> bool {
        let at = self.name(mate.at);
        {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["pass" | "throw", to] => to == at,
                ["run", from, ..] => from == at,
                ["dribble", .., to] => to == at,
                _ => false,
            }
        }
    }

    fn push(&self) -> Option<Asks> {
        let pushed = |line: &String| Some(line.split_once('x')?.1.split('>').next()?.to_owned());
        let pushed: Vec<String> = self.lines.iter().filter_map(pushed).collect();
        let others = self.players(self.mover.other());
        let some = self.name(self.pick(&others)?.at);
        let at = self.pick(&[self.pick(&pushed).unwrap_or_else(|| some.clone()), some])?;
        let is = pushed.contains(&at);
        let words = self.said(&[format!("can i push {at}"), format!("can i hit the one on {at}")]);
        Some(asks(self.mover, &words, yes_if(is)))
    }

    fn stuck(&self) -> Option<Asks> {
        let of = self.own()?;
        let (from, n) = (self.name(of.at), &of.shirt);
        let moves = self.lines.iter().any(|line| {
            let begins = |one: &str| {
                line.strip_prefix(one).is_some_and(|rest| !rest.starts_with(char::is_numeric))
            };
            begins(&from)
                || begins(&format!("run {from} "))
                || of.ball && (line.starts_with("dribble") || line.starts_with("shoot"))
        });
        // Checkers that the ball is handed to on the way go on with it.
        if !moves && self.lines.iter().any(|line| line.starts_with("dribble")) {
            return None;
        }
        let words = self.said(&[format!("is {n} stuck"), format!("is my {n} blocked")]);
        Some(asks(self.mover, &words, yes_if(!moves)))
    }

    fn steal(&self) -> Option<Asks> {
        let thief = self.ball()?.seat.other();
        if thief != self.mover {
            let says = self.said(&["can i steal the ball".to_owned(), "can i steal it".to_owned()]);
            return Some(asks(self.mover, &says, Wanted::No(Vec::new())));
        }
        let is = self.lines.iter().any(|line| line.starts_with("steal"));
        let words =
            self.said(&["can anyone steal the ball".to_owned(), "can i steal the ball".to_owned()]);
        let truth = if is { Wanted::Yes(vec!["42%".to_owned()]) } else { Wanted::No(Vec::new()) };
        Some(asks(self.mover, &words, truth))
    }

    /// Tries every listed line that needs no dice, and after a pass every further one.
    fn score(&self) -> Option<Asks> {
        let goals = |table: &dyn Table| match table.show(observer(Viewer::Room)).board {
            Surface::Pitch(pitch) => *pitch.goals.get(self.mover),
            Surface::Squares(_) | Surface::Court(_) => 0,
        };
        let now = goals(self.table);
        let scores = |before: &[&String], line: &String| {
            let mut trial = self.copy();
            let mut dice = Dice::scripted::<&str>([]);
            let all = before.iter().copied().chain([line]);
            let played =
                all.map(|line| trial.play(self.mover, line, &mut dice).is_ok()).collect::<Vec<_>>();
            (played.iter().all(|it| *it) && now < goals(&*trial), trial)
        };
        let ball = self.ball()?;
        let near = |line: &&String| !line.starts_with("boot") && !line.starts_with("steal");
        let mut is = false;
        for line in self.lines.iter().filter(near) {
            let (scored, after) = scores(&[], line);
            is |= scored;
            if line.starts_with("pass ") && !is {
                let more = after.menu(self.mover).listed;
                is |= more.iter().filter(near).any(|then| scores(&[line], then).0);
            }
        }
        let words = self.said(&["can i score now".to_owned(), "can i shoot a goal".to_owned()]);
        let truth = yes_if(is && ball.seat == self.mover);
        Some(asks(self.mover, &words, truth))
    }

    fn roll(&self) -> Option<Asks> {
        let roll = self.table.probe("roll").ok()?;
        let (face, number) = roll.rsplit_once(' ')?;
        let allows = self.pitch.allows.clone();
        if allows.is_empty() {
            return None;
        }
        let face = face[..1].to_uppercase() + &face[1..];
        let words = self
            .said(&["what does this roll allow".to_owned(), "what does the roll do".to_owned()]);
        let says = vec![face.split(' ').next()?.to_owned(), number.to_owned(), allows];
        Some(asks(self.mover, &words, Wanted::Tells(says)))
    }

    /// Lists the menus after every roll of the Chess die.
    fn menus(&self) -> Vec<Vec<String>> {
        let rolls =
            FACES.iter().flat_map(|face| (1..=6).map(move |n| format!("rolled {face} {n}")));
        let menu = |line: String| {
            let mut trial = self.copy();
            trial.arrange(&line).expect("a roll");
            trial.menu(self.mover).listed
        };
        rolls.map(menu).collect()
    }

    fn reach_by_rolls(&self) -> Option<Asks> {
        // Passes and hand-overs can take others there; who has no ball to get moves alone.
        let defends = self.ball()?.seat != self.mover;
        let of = self.own().filter(|_| defends)?;
        let to = self.name(self.some_cell()?);
        let menus = self.menus();
        let count = menus.iter().filter(|lines| self.ends(lines, &of).contains(&to)).count();
        if to == self.name(of.at) || self.name(self.ball()?.at) == to {
            return None;
        }
        let n = &of.shirt;
        let words = self.said(&[format!("can {n} get to {to}"), format!("will {n} reach {to}")]);
        let truth = counted(count);
        Some(asks(self.mover, &words, truth))
    }

    fn steal_by_rolls(&self) -> Vec<Asks> {
        if self.ball().is_none_or(|it| it.seat == self.mover) {
            return Vec::new();
        }
        let menus = self.menus();
        let steals = |lines: &&Vec<String>| lines.iter().any(|line| line.starts_with("steal"));
        let count = menus.iter().filter(steals).count();
        let chance = match count {
            0 => tells("None"),
            _ => Wanted::Tells(vec![format!("{count} of 36 rolls"), "42%".to_owned()]),
        };
        let says = self.said(&[
            "what is the chance of a steal".to_owned(),
            "how likely do i steal the ball".to_owned(),
        ]);
        let is_safe = yes_if(count == 0);
        let (owner, steal) = (self.mover.other(), "can anyone steal the ball");
        vec![
            asks(self.mover, &says, chance),
            asks(self.mover, steal, counted(count)),
            asks(owner, "is my ball safe", is_safe),
        ]
    }

    fn rank_of(&self, seat: Seat, at: Cell) -> u8 {
        if seat == self.pitch.turf.near { at.row } else { self.pitch.turf.ranks + 1 - at.row }
    }

    fn offside(&self) -> Option<Asks> {
        let asker = self.pick(&Seat::BOTH)?;
        // Few are offside, so every second question is about the one furthest up.
        let up = self.players(asker).into_iter().max_by_key(|one| self.rank_of(asker, one.at))?;
        let some = self.pick(&self.players(asker))?;
        let of = self.pick(&[up, some]).filter(|it| !it.goalie)?;
        let defenders = self.players(asker.other());
        let line = defenders
            .iter()
            .filter(|it| !it.goalie)
            .map(|one| self.rank_of(asker, one.at))
            .max()?;
        let none = ["throw-in", "corner", "goalie-kick"].iter().any(|kind| self.is("kind", kind));
        let is = !none && line < self.rank_of(asker, of.at);
        if self.is("phase", "over") {
            return None;
        }
        let (n, at) = (&of.shirt, self.name(of.at));
        let words = self.said(&[
            format!("is {n} offside"),
            format!("is my {n} in an offside position"),
            format!("is {at} offside"),
        ]);
        Some(asks(asker, &words, yes_if(is)))
    }

    /// Lists the cells on a straight line between two cells; none if there is no such line.
    fn between(from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let (x, y) = (
            i16::from(to.column) - i16::from(from.column),
            i16::from(to.row) - i16::from(from.row),
        );
        let far = x.abs().max(y.abs());
        let fits = x == 0 || y == 0 || x.abs() == y.abs();
        let step = |n: i16| {
            let along =
                |start: u8, way: i16| u8::try_from(i16::from(start) + n * way.signum()).ok();
            Some(Cell { column: along(from.column, x)?, row: along(from.row, y)? })
        };
        (fits && 0 < far).then(|| (1..far).filter_map(step).collect())
    }

    fn in_the_way(&self) -> Option<Asks> {
        let ball = self.ball()?;
        let other = self.pick(&self.players(ball.seat.other()))?;
        let mates: Vec<PlayerItem> =
            self.players(ball.seat).into_iter().filter(|it| !it.ball).collect();
        let mate = self.pick(&mates)?;
        let to_goal = self.pick(&[true, false])?;
        let turf = &self.pitch.turf;
        let lines: Vec<Vec<Cell>> = if to_goal {
            let row = if ball.seat == turf.near { turf.ranks + 1 } else { 0 };
            let goal = (turf.goal.0..=turf.goal.1).map(|column| Cell { column, row });
            goal.filter_map(|one| Self::between(ball.at, one))
                .filter(|line| line.iter().all(|one| turf.holds(*one)))
                .collect()
        } else {
            Self::between(ball.at, mate.at).into_iter().collect()
        };
        let there: Vec<PlayerItem> =
            lines.iter().flatten().filter_map(|at| self.on(*at)).cloned().collect();
        let other = self.pick(&[self.pick(&there).unwrap_or_else(|| other.clone()), other])?;
        let is = there.contains(&other);
        let name = self.named(&other);
        let words = if to_goal {
            format!("is {name} in the way of the goal")
        } else {
            format!("is {name} in the way of a pass to {}", mate.shirt)
        };
        if mate.goalie && !to_goal || self.is("phase", "over") {
            return None;
        }
        Some(asks(ball.seat, &words, yes_if(is)))
    }

    /// Names a player as boards drawn in characters do: `n7`.
    fn named(&self, of: &PlayerItem) -> String {
        let letter = if of.seat == self.pitch.turf.near { 's' } else { 'n' };
        format!("{letter}{}", if of.goalie { "gk" } else { &of.shirt })
    }

    fn distance(&self) -> Option<Asks> {
        let far = |one: Cell, other: Cell| {
            one.column.abs_diff(other.column).max(one.row.abs_diff(other.row))
        };
        let squares = |n: u8| if n == 1 { "1 square,".to_owned() } else { format!("{n} squares") };
        let (of, ball) = (self.own()?, self.ball()?);
        let n = &of.shirt;
        let turf = &self.pitch.turf;
        if of.ball {
            let row = if of.seat == turf.near { turf.ranks + 1 } else { 0 };
            let goal =
                (turf.goal.0..=turf.goal.1).map(|column| far(of.at, Cell { column, row })).min()?;
            let words = self
                .said(&["how far is the goal".to_owned(), "how far am i from the goal".to_owned()]);
            return Some(asks(self.mover, &words, tells(squares(goal))));
        }
        let words =
            self.said(&[format!("how far is {n}"), format!("how far is {n} from the ball")]);
        let truth = tells(squares(far(of.at, ball.at)));
        Some(asks(self.mover, &words, truth))
    }

    fn stands(&self) -> Option<Asks> {
        let of = self.pick(&self.pitch.players)?;
        let (name, at) = (self.named(&of), self.name(of.at));
        let cell = self.some_cell()?;
        let asked = self.pick(&[0, 1, 2])?;
        Some(match asked {
            0 => {
                let words = format!("where is {name}");
                asks(self.mover, &words, tells(at))
            }
            1 => {
                let truth = match self.on(cell) {
                    Some(player) if player.goalie => tells("goalie"),
                    Some(player) => tells(format!(" {} ", player.shirt)),
                    None => tells("Nobody"),
                };
                let at = self.name(cell);
                let words = format!("who is on {at}");
                asks(self.mover, &words, truth)
            }
            _ => {
                let words = "who has the ball".to_owned();
                let at = self.name(self.ball()?.at);
                asks(self.mover, &words, tells(at))
            }
        })
    }

    fn count(&self) -> Option<Asks> {
        let (timer, seat) = (&self.pitch.timer, self.mover);
        let counted = |words: &str, truth: Wanted| asks(seat, words, truth);
        let own = self.pitch.players.iter().filter(|it| it.seat == seat).count();
        let goals = self.pitch.goals;
        Some(match self.pick(&[0, 1, 2, 3])? {
            0 => counted(
                "how many plays are left",
                tells((timer.of.unwrap() - timer.done).to_string()),
            ),
            1 => counted("how many checkers do i have", tells(format!("{own} checkers"))),
            2 => counted(
                "how many were sent off",
                Wanted::Tells(
                    Seat::BOTH.map(|one| format!(" {}", self.pitch.sent_off.get(one))).to_vec(),
                ),
            ),
            _ => {
                let says = vec![
                    format!("You {}", goals.get(seat)),
                    format!(" {}.", goals.get(Seat::Second)),
                    (timer.of.unwrap() - timer.done).to_string(),
                ];
                asks(seat, "how close am i to winning", Wanted::Tells(says))
            }
        })
    }
}

/// What an answer must say if so many of the 36 rolls allow it.
fn counted(count: usize) -> Wanted {
    match count {
        0 => Wanted::No(Vec::new()),
        36 => Wanted::Yes(vec!["any Chess roll".to_owned()]),
        _ => Wanted::Yes(vec![format!("{count} of 36 Chess rolls")]),
    }
}
