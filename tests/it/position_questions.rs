//! Questions about positions that were played: each is made from what stands on the board, in several ways to say it, and its answer is
//! known from the choices of the match, from playing them on copies, and from positions that are arranged, never from the code that answers.
use engine::{
    chance::Dice,
    game::Status,
    games::GameId,
    scene::{Cell, FighterItem, Item, Panel, Rank, Rim, Scene},
    seat::{Seat, Viewer},
    table::Table,
};
use features::FEATURES;
use it::matches::observer;
use service::{RandomSource, Service};
use store::Store;

use crate::room::Room;

/// So many questions there are at least in these games, and such a share is answered right, in percent.
const LEAST: usize = 300;
const RIGHT: usize = 95;

/// What a person must read in an answer.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// It begins so, and names all of these.
    Yes(Vec<String>),
    No(Vec<String>),
    /// It names all of these.
    Tells(Vec<String>),
}

/// How an answer was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    /// It says that it can't say.
    Unsaid,
    Wrong,
}

/// A question with what its answer must say.
#[derive(Clone, Debug)]
pub(crate) struct Asks {
    pub(crate) who: &'static str,
    pub(crate) words: String,
    pub(crate) wanted: Wanted,
}

/// Asks a question as a person would, and reads the answer.
pub(crate) fn verdict(room: &mut Room, asks: &Asks) -> (Verdict, String) {
    let replies = room.say(asks.who, &asks.words);
    let text = replies.iter().map(|reply| reply.text.bare()).collect::<Vec<_>>().join("\n");
    let refused = replies.iter().any(|reply| reply.refused.is_some());
    if refused || text.contains("I can't say that") {
        return (Verdict::Unsaid, text);
    }
    let begins = |word: &str| {
        text.lines().any(|line| {
            line.strip_prefix(word).is_some_and(|rest| rest.starts_with([':', ',', '.']))
        })
    };
    let tells = |parts: &[String]| parts.iter().all(|part| text.contains(part.as_str()));
    let is_right = match &asks.wanted {
        // What a move brings says that it can be made.
        Wanted::Yes(parts) => {
            (begins("Yes") || text.starts_with("If you play `")) && !begins("No") && tells(parts)
        }
        Wanted::No(parts) => begins("No") && !begins("Yes") && tells(parts),
        Wanted::Tells(parts) => tells(parts),
    };
    (if is_right { Verdict::Right } else { Verdict::Wrong }, text)
}

/// Judges what was asked: most must be right, and nothing wrong.
pub(crate) fn judge(all: Vec<(String, Verdict)>, least: usize) {
    let count = |verdict: Verdict| all.iter().filter(|it| it.1 == verdict).count();
    let (right, unsaid) = (count(Verdict::Right), count(Verdict::Unsaid));
    println!("{} questions: {right} right, {unsaid} not said", all.len());
    let faults: Vec<&str> =
        all.iter().filter(|it| it.1 != Verdict::Right).map(|it| it.0.as_str()).collect();
    let faults = faults.join("\n\n");
    assert!(least <= all.len(), "{} questions", all.len());
    assert_eq!(count(Verdict::Wrong), 0, "of {}:\n{faults}", all.len());
    assert!(RIGHT * all.len() <= 100 * right, "{right} of {}:\n{faults}", all.len());
}

/// Opens a room with luck of its own where Ann plays the first side against Bob.
pub(crate) fn opened(game: GameId, settings: &str, luck: u64) -> Room {
    let store = Store::trial_with(features::FEATURES.tables()).expect("a store");
    let mut room = Room::with(Service::new(store, RandomSource::Repeatable(luck), &FEATURES));
    let side = game.sides()[0].to_lowercase();
    let begin =
        format!("ann: challenge @bob {} {settings} side={side} unrated clock=none", game.name());
    room.all(&[&begin, "bob: accept"]);
    room
}

/// Plays choices of a playout for the player who has to act; stops where the match is over.
pub(crate) fn go_on(room: &mut Room, picks: &mut Dice, steps: usize) {
    for _ in 0..steps {
        let table = room.table(1);
        let Status::Waiting(prompts) = table.status() else { return };
        let seat = prompts[0].seat;
        let Some(words) = table.sample(seat, picks) else { return };
        room.all(&[&format!("{}: play #1 {words}", name(seat))]);
    }
}

/// Returns who sits in a seat.
pub(crate) fn name(seat: Seat) -> &'static str {
    ["ann", "bob"][seat.index()]
}

pub(crate) fn title(seat: Seat) -> &'static str {
    ["Ann", "Bob"][seat.index()]
}

/// A piece, as the picture has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stands {
    pub(crate) at: Cell,
    pub(crate) seat: Seat,
    pub(crate) kind: &'static str,
}

/// A position to ask about.
pub(crate) struct Position {
    table: Box<dyn Table>,
    pub(crate) scene: Scene,
    pub(crate) pieces: Vec<Stands>,
    /// The side that has to act, and asks.
    pub(crate) me: Seat,
    /// What it may type.
    choices: Vec<String>,
}

impl Position {
    pub(crate) fn of(table: Box<dyn Table>) -> Option<Position> {
        let Status::Waiting(prompts) = table.status() else { return None };
        let me = prompts[0].seat;
        let scene = table.show(observer(Viewer::Room));
        let pieces = pieces(&scene);
        let choices = table.menu(me).listed;
        Some(Position { table, scene, pieces, me, choices })
    }

    fn them(&self) -> Seat {
        self.me.other()
    }

    fn at(&self, at: Cell) -> Option<Stands> {
        self.pieces.iter().copied().find(|piece| piece.at == at)
    }

    fn of_side(&self, seat: Seat) -> Vec<Stands> {
        self.pieces.iter().copied().filter(|piece| piece.seat == seat).collect()
    }

    /// Lists the choices that move a piece, with the squares that they begin and end on.
    fn moves(&self) -> Vec<(String, Cell, Cell)> {
        self.choices
            .iter()
            .filter_map(|words| ends(words).map(|(a, b)| (words.clone(), a, b)))
            .collect()
    }

    /// Tells whether a piece is moved now, and nothing but pieces.
    pub(crate) fn moves_pieces(&self) -> bool {
        let moves = self.moves();
        !moves.is_empty() && moves.len() == self.choices.iter().filter(|it| !is_aside(it)).count()
    }

    /// Lists the squares whose pieces words remove from the other side, on a copy; those of an attack are written.
    fn takes(table: &dyn Table, by: Seat, words: &str) -> Vec<Cell> {
        if table.game() == GameId::Amtgard {
            let victim = words.split_once('x').and_then(|(_, over)| cell(over));
            return victim.into_iter().collect();
        }
        let before = pieces(&table.show(observer(Viewer::Room)));
        let mut dice = Dice::thinking(5);
        let mut copy = table.determinize(Viewer::Room, &mut dice);
        if copy.play(by, words, &mut dice).is_err() {
            return Vec::new();
        }
        let after = pieces(&copy.show(observer(Viewer::Room)));
        let lost = before.into_iter().filter(|piece| piece.seat != by);
        lost.filter(|piece| {
            !after.iter().any(|other| other.at == piece.at && other.seat == piece.seat)
        })
        .map(|piece| piece.at)
        .collect()
    }

    /// Returns the same board with another side to move a piece.
    fn turned(&self, seat: Seat) -> Option<Position> {
        let mut copy = self.table.determinize(Viewer::Room, &mut Dice::thinking(1));
        copy.arrange(&format!("turn {}", self.table.game().sides()[seat.index()].to_lowercase()))
            .ok()?;
        if self.table.game() == GameId::Trapdoor {
            // Where a capture is due, nothing is spun.
            drop(copy.arrange("spun black"));
        }
        Position::of(copy).filter(|position| position.me == seat)
    }

    /// Tells whether a chain may be stopped.
    pub(crate) fn choices_have_stop(&self) -> bool {
        self.choices.iter().any(|it| is_aside(it))
    }

    /// Lists the captures of the side to act.
    pub(crate) fn captures(&self) -> Vec<(String, Vec<Cell>)> {
        let all = self.moves().into_iter().filter(|moved| moved.0.contains('x'));
        all.map(|(words, ..)| {
            let takes = Position::takes(&*self.table, self.me, &words);
            (words, takes)
        })
        .collect()
    }
}

/// Lists what stands on a board of squares.
pub(crate) fn pieces(scene: &Scene) -> Vec<Stands> {
    let piece = |item: &Item| match item {
        Item::Piece { at, seat, rank } | Item::Fighter(FighterItem { at, seat, rank, .. }) => {
            Some(Stands {
                at: *at,
                seat: *seat,
                kind: if *rank == Rank::King { "king" } else { "man" },
            })
        }
        Item::Stack { at, seat, height, .. } => Some(Stands {
            at: *at,
            seat: *seat,
            kind: ["pawn", "king", "emperor"][usize::from(*height) - 1],
        }),
        _ => None,
    };
    scene.items.iter().filter_map(piece).collect()
}

fn cell(name: &str) -> Option<Cell> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(Cell { column: file - b'a', row: rank - b'1' })
        }
        _ => None,
    }
}

/// Returns the squares that a move begins and ends on.
pub(crate) fn ends(words: &str) -> Option<(Cell, Cell)> {
    let squares: Option<Vec<Cell>> =
        words.trim_end_matches('^').split(['-', 'x']).map(cell).collect();
    let squares = squares?;
    Some((*squares.first()?, *squares.last().filter(|_| 1 < squares.len())?))
}

/// Tells whether a choice stands beside the moves of pieces.
fn is_aside(words: &str) -> bool {
    ["stop", "correct"].contains(&words)
}

pub(crate) fn yes(parts: &[&str]) -> Wanted {
    Wanted::Yes(parts.iter().map(|part| (*part).to_owned()).collect())
}

pub(crate) fn no(parts: &[&str]) -> Wanted {
    Wanted::No(parts.iter().map(|part| (*part).to_owned()).collect())
}

pub(crate) fn tells(parts: &[&str]) -> Wanted {
    Wanted::Tells(parts.iter().map(|part| (*part).to_owned()).collect())
}

/// Makes questions from a position; `nth` turns the ways to say them.
struct Making<'a> {
    position: &'a Position,
    nth: usize,
    out: Vec<Asks>,
}

impl Making<'_> {
    /// Adds a question in one of several ways to say it.
    fn ask(&mut self, ways: &[String], wanted: Wanted) {
        let words = ways[self.nth % ways.len()].clone();
        self.nth += 1;
        self.out.push(Asks { who: name(self.position.me), words, wanted });
    }

    fn reach(&mut self) {
        let position = self.position;
        if !position.moves_pieces() {
            return;
        }
        let moves: Vec<_> =
            position.moves().into_iter().filter(|moved| moved.0.contains('-')).collect();
        for (words, from, to) in moves.iter().step_by(moves.len().div_ceil(3).max(1)) {
            let kind = position.at(*from).map_or("man", |piece| piece.kind);
            let ways = [
                format!("can my {kind} on {from} get to {to}"),
                format!("can {from} go to {to}?"),
                format!("is it possible for {from} to reach {to}"),
                format!("how can my {kind} on {from} come to {to}"),
                format!("could {from} step onto {to} now"),
            ];
            self.ask(&ways, yes(&[words]));
            self.ask(
                &[
                    format!("can anything of mine go to {to}"),
                    format!("which of my pieces can get to {to}"),
                ],
                yes(&[words]),
            );
        }
        for (nth, own) in position.of_side(position.me).into_iter().enumerate().step_by(3) {
            let far = Cell {
                column: (own.at.column + 3 + nth as u8) % 8,
                row: (own.at.row + 2 + nth as u8) % 8,
            };
            if far == own.at
                || position
                    .moves()
                    .iter()
                    .any(|(words, from, _)| *from == own.at && words.contains(&far.to_string()))
            {
                continue;
            }
            let (from, kind) = (own.at, own.kind);
            let ways = [
                format!("can my {kind} on {from} get to {far}"),
                format!("can {from} reach {far} this turn"),
                format!("could my {kind} at {from} move to {far}?"),
            ];
            self.ask(&ways, no(&[]));
        }
    }

    fn take(&mut self) {
        let position = self.position;
        if !position.moves_pieces() {
            return;
        }
        let captures = position.captures();
        let (me, them) = (position.me, position.them());
        for victim in position.of_side(them).into_iter().step_by(2) {
            let at = victim.at;
            let how = captures.iter().find(|capture| capture.1.contains(&at));
            let ways = [
                format!("can i take {at}"),
                format!("can I capture the {} on {at}?", victim.kind),
                format!("is his {} on {at} capturable, can i take it", victim.kind),
                format!("can any of mine jump {at} now"),
                format!("can {at} be taken"),
            ];
            self.ask(
                &ways,
                match how {
                    Some((words, _)) => yes(&[words]),
                    None => no(&[]),
                },
            );
        }
        let listed: Vec<&str> = captures.iter().take(3).map(|capture| capture.0.as_str()).collect();
        let ways = ["what can i take".to_owned(), "what can I capture now?".to_owned()];
        self.ask(
            &ways,
            if listed.is_empty() { tells(&["can't capture anything"]) } else { tells(&listed) },
        );
        let Some(theirs) = position.turned(them) else { return };
        let threats = theirs.captures();
        for own in position.of_side(me).into_iter().step_by(3) {
            let at = own.at;
            let threat = threats.iter().find(|capture| capture.1.contains(&at));
            let (taken, safe) = match threat {
                Some((words, _)) => (yes(&[words]), no(&[words])),
                None => (no(&[]), yes(&[])),
            };
            self.ask(
                &[
                    format!("can he take my {} on {at}", own.kind),
                    format!("can {} capture {at}?", title(them)),
                    format!("is {at} going to get eaten"),
                    format!("could my {} on {at} be captured", own.kind),
                ],
                taken,
            );
            self.ask(
                &[
                    format!("is my {} on {at} safe", own.kind),
                    format!("is {at} safe there?"),
                    format!("is my {at} protected"),
                ],
                safe,
            );
        }
    }

    fn stuck(&mut self) {
        let position = self.position;
        if !position.moves_pieces() {
            return;
        }
        for own in position.of_side(position.me).into_iter().step_by(2) {
            let at = own.at;
            let moved = position.moves().into_iter().find(|moved| moved.1 == at);
            let ways = [
                format!("can my {} on {at} move", own.kind),
                format!("is {at} stuck?"),
                format!("where can {at} go"),
                format!("is my {} on {at} blocked", own.kind),
                format!("why can't {at} move"),
            ];
            self.ask(
                &ways,
                match moved {
                    Some((words, ..)) => tells(&["can move", &words]),
                    None => tells(&["can't move"]),
                },
            );
        }
    }

    fn why_not(&mut self) {
        let position = self.position;
        let moves = position.moves();
        let forced = !moves.is_empty() && moves.iter().all(|moved| moved.0.contains('x'));
        // A board that was turned has other ways forward.
        let is_turned = position.scene.items.iter().any(|item| {
            matches!(item, Item::Home { seat, rim } if (*seat == Seat::Second) != (*rim == Rim::South))
        });
        if !position.moves_pieces() || position.table.game() == GameId::Amtgard || is_turned {
            return;
        }
        for own in position.of_side(position.me).into_iter().step_by(3) {
            let next = position.pieces.iter().find(|other| {
                let forward = if own.seat == Seat::First {
                    other.at.row < own.at.row
                } else {
                    own.at.row < other.at.row
                };
                other.seat == own.seat
                    && forward
                    && other.at.column.abs_diff(own.at.column) == 1
                    && other.at.row.abs_diff(own.at.row) == 1
            });
            let Some(next) = next else { continue };
            let (from, to) = (own.at, next.at);
            let ways = [
                format!("why can't {from} go to {to}"),
                format!("how come i can't move {from} to {to}?"),
                format!("why is it illegal for my {} on {from} to step to {to}", own.kind),
            ];
            if moves.iter().any(|moved| moved.1 == from && moved.0.contains(&to.to_string())) {
                continue;
            }
            // Of two reasons either may be told.
            let is_told = forced && position.table.game() != GameId::Alien;
            let wanted = if is_told { tells(&["must"]) } else { tells(&[&to.to_string()]) };
            self.ask(&ways, wanted);
        }
    }

    fn facts(&mut self) {
        let position = self.position;
        let (me, them) = (position.me, position.them());
        for nth in 0..6_u8 {
            let at = Cell { column: (nth * 3 + 1) % 8, row: (nth * 5 + 2) % 8 };
            let stands = position.at(at);
            let ways = [
                format!("what is on {at}"),
                format!("what stands on {at}?"),
                format!("is {at} empty"),
                format!("who is on {at}"),
            ];
            let role = |seat: Seat| &position.scene.sides.get(seat).role;
            let said = position.scene.standing(at);
            self.ask(
                &ways,
                match stands {
                    Some(piece) => {
                        tells(&[&at.to_string(), &format!("{} {}", role(piece.seat), piece.kind)])
                    }
                    None if said.is_empty() => tells(&[&format!("{at} is empty")]),
                    None => tells(&[&said]),
                },
            );
        }
        for (side, who) in [(me, "do i"), (them, "does he")] {
            let all = position.of_side(side).len();
            self.ask(
                &[
                    format!("how many pieces {who} have left"),
                    format!("how many pieces {who} still have on the board"),
                ],
                tells(&[&all.to_string()]),
            );
        }
        let own = position.of_side(me);
        let theirs = position.of_side(them);
        for (one, other) in own.iter().step_by(4).zip(theirs.iter().step_by(3)) {
            let (files, ranks) =
                (one.at.column.abs_diff(other.at.column), one.at.row.abs_diff(other.at.row));
            let counted = |count: u8, what: &str| {
                format!("{count} {what}{}", if count == 1 { "" } else { "s" })
            };
            let ways = [
                format!("how far is {} from {}", one.at, other.at),
                format!("what is the distance between {} and {}", one.at, other.at),
            ];
            self.ask(&ways, tells(&[&counted(files, "file"), &counted(ranks, "rank")]));
        }
        let left = theirs.len().to_string();
        self.ask(
            &["how close am i to winning".to_owned(), "how far am I from winning?".to_owned()],
            tells(&[&left]),
        );
    }

    fn bring(&mut self) {
        let position = self.position;
        if !position.moves_pieces() || position.table.game() == GameId::Alien {
            return;
        }
        let moves: Vec<_> = position
            .moves()
            .into_iter()
            .filter(|moved| moved.0.contains('-') && !moved.0.ends_with('^'))
            .collect();
        for (words, from, to) in moves.iter().step_by(moves.len().div_ceil(2).max(1)) {
            let mut dice = Dice::thinking(7);
            let mut copy = position.table.determinize(Viewer::Room, &mut dice);
            copy.play(position.me, words, &mut dice).expect("a choice can be played");
            let Some(next) = Position::of(copy).filter(|next| next.me == position.them()) else {
                continue;
            };
            let captures = next.captures();
            let ways = [
                format!("what happens if i move {from} to {to}"),
                format!("if my {from} goes to {to}, what can he do"),
                format!("suppose i step from {from} to {to}, can he take it"),
                format!("what would it bring if i put {from} on {to}"),
            ];
            self.ask(
                &ways,
                match captures.first() {
                    Some((capture, _)) => tells(&["Then ", " can capture", capture]),
                    None => tells(&[words, "can capture nothing"]),
                },
            );
        }
    }

    fn in_the_way(&mut self) {
        let position = self.position;
        if !position.moves_pieces() || position.table.game() == GameId::Alien {
            return;
        }
        for own in position.of_side(position.me).into_iter().step_by(4) {
            let at = own.at;
            let mut copy = position.table.determinize(Viewer::Room, &mut Dice::thinking(1));
            if copy.arrange(&format!("{at} empty")).is_err() {
                continue;
            }
            let Some(turned) = (Position {
                table: copy,
                scene: position.scene.clone(),
                pieces: Vec::new(),
                me: position.me,
                choices: Vec::new(),
            })
            .turned(position.me) else {
                continue;
            };
            let freed = turned.moves().into_iter().find(|moved| moved.2 == at);
            let ways = [
                format!("is my {} on {at} in the way", own.kind),
                format!("does {at} block anything of mine"),
            ];
            self.ask(
                &ways,
                match freed {
                    Some((words, ..)) => yes(&[&words]),
                    None => no(&[]),
                },
            );
        }
    }

    fn of_the_game(&mut self) {
        let position = self.position;
        match position.table.game() {
            GameId::Trapdoor => {
                let wheel = position.scene.panels.iter().find_map(|panel| match panel {
                    Panel::Wheel { sectors, .. } => Some(sectors),
                    _ => None,
                });
                let Some(sectors) = wheel else { return };
                let all: u32 = sectors.iter().map(|sector| sector.weight).sum();
                for sector in sectors {
                    let colour = sector.tint.name();
                    let chance = format!("{colour} {} of {all}", sector.weight);
                    self.ask(
                        &[
                            format!("what is the chance that the wheel shows {colour}"),
                            format!("how likely is {colour} on the wheel"),
                        ],
                        tells(&[&chance]),
                    );
                }
            }
            GameId::Alien => {
                let cards = position.scene.panels.iter().find_map(|panel| match panel {
                    Panel::Cards { pile, faces, .. } => Some((*pile, faces)),
                    _ => None,
                });
                let Some((pile, faces)) = cards else { return };
                self.ask(
                    &[
                        "how many cards are left".to_owned(),
                        "how many cards are still in the pile".to_owned(),
                    ],
                    tells(&[&format!("{pile} cards")]),
                );
                if let Some(face) = faces.first() {
                    self.ask(&["what does that card do".to_owned()], tells(&[&face.name]));
                }
            }
            GameId::Amtgard => {
                let fighters: Vec<FighterItem> = position
                    .scene
                    .items
                    .iter()
                    .filter_map(|item| match item {
                        Item::Fighter(fighter) => Some(fighter.clone()),
                        _ => None,
                    })
                    .collect();
                for fighter in fighters
                    .iter()
                    .step_by(5)
                    .chain(fighters.iter().filter(|it| it.wound.is_some()))
                {
                    let at = fighter.at;
                    let ways = [
                        format!("is {at} wounded"),
                        format!("does {at} have wounds"),
                        format!("is the fighter on {at} hurt?"),
                    ];
                    self.ask(&ways, if fighter.wound.is_some() { yes(&[]) } else { no(&[]) });
                }
                for (words, from, over) in
                    position.moves().into_iter().filter(|moved| moved.0.contains('x')).take(2)
                {
                    let Some(Ok(odds)) = position.table.ask(position.me, &format!("odds {words}"))
                    else {
                        continue;
                    };
                    let percent = odds
                        .split(' ')
                        .find(|part| part.contains('%'))
                        .unwrap_or_default()
                        .trim_end_matches(',')
                        .to_owned();
                    let ways = [
                        format!("what is the chance that {from} beats {over}"),
                        format!("how likely is it that my fighter on {from} kills {over}"),
                        format!("what are the odds of {from} against {over}"),
                    ];
                    self.ask(&ways, tells(&[&percent]));
                }
            }
            _ => {}
        }
    }
}

/// Makes all questions about a position.
fn asked_about(position: &Position, nth: usize) -> Vec<Asks> {
    let mut making = Making { position, nth, out: Vec::new() };
    making.reach();
    making.take();
    making.stuck();
    making.why_not();
    making.facts();
    making.bring();
    making.in_the_way();
    making.of_the_game();
    making.out
}

#[test]
fn questions_about_positions_of_checkers_are_answered_from_the_board() {
    let games = [GameId::Trapdoor, GameId::Draughts, GameId::Alien, GameId::Amtgard];
    let mut all = Vec::new();
    for game in games {
        for luck in [1_u64, 2] {
            let mut room = opened(game, "", luck);
            let mut picks = Dice::thinking(luck);
            for nth in 0..5 {
                go_on(&mut room, &mut picks, 7);
                let Some(position) = Position::of(room.table(1)) else { break };
                for asks in asked_about(&position, nth) {
                    let (verdict, text) = verdict(&mut room, &asks);
                    let fault = format!(
                        "{game} {luck}.{nth} {}: {} => {:?}\n{text}",
                        asks.who, asks.words, asks.wanted
                    );
                    all.push((fault, verdict));
                }
            }
        }
    }
    judge(all, LEAST);
}

/// A question with what its answer must say.
pub(crate) type AskedByHand = (&'static str, &'static str);

/// What people asked, with what stood on the board then.
const BY_HAND: &[(&[&str], &[AskedByHand])] = &[
    (
        &[
            "ann: challenge @bob draughts side=black unrated clock=none",
            "bob: accept",
            "ann: b6-a5",
            "bob: c3-d4",
            "ann: a7-b6",
            "bob: g3-f4",
        ],
        &[
            ("can d6 get to e5", "Yes & d6-e5"),
            ("can d6 get to e3", "No"),
            ("how far is d6 from g1", "3 files & 5 ranks"),
            ("can he jump two of mine at once", "can capture nothing"),
            ("is b6 in the way of c7", "Yes & c7-b6"),
            ("how close am i to winning", "12 pieces"),
            ("where are my kings", "no kings"),
            ("what could he take if i went d6 to e5", "f4xd6"),
            ("is my man on h8 stuck", "can't move"),
            ("can my king reach c5", "No"),
            ("how many men does bob have", "12 men"),
            ("which of my men can step onto c5", "Yes & b6-c5 & d6-c5"),
            ("is k9 empty", "There is no square k9"),
        ],
    ),
    (
        &[
            "ann: challenge @bob amtgard side=white unrated clock=none",
            "bob: accept",
            "bob: f6-g5",
            "ann: g3-f4",
            "bob: b6-a5",
            "ann: e3-d4",
            "bob: a7-b6",
        ],
        &[
            ("what is the chance that Bob kills f4", "captured & %"),
            ("does f4 have wounds", "No & f4"),
            ("why can't f4 take g5", "h6"),
            ("can g5 hit my f4", "g5xf4"),
            ("is anybody on d4 wounded", "No"),
        ],
    ),
    (
        &["ann: challenge @bob trapdoor side=black unrated clock=none", "bob: accept"],
        &[
            ("can b6 get to a5", "Yes, if the wheel shows black & b6-a5"),
            ("what is the chance that the door on f6 opens", "door on f6"),
            ("can b6 reach c5 and b4 at once", "b6"),
            ("how far is b6 from b2", "0 files & 4 ranks"),
            ("is d6 safe", "Yes"),
        ],
    ),
    (
        &["ann: challenge @bob alien side=black unrated clock=none", "bob: accept"],
        &[
            ("how many cards are left", "19 cards are left"),
            ("how close am I to winning", "kings and emperors"),
            ("can b6 get to a5", "Yes & b6-a5"),
            ("can b6 get to b5", "No & diagonally"),
        ],
    ),
];

#[test]
fn what_people_asked_about_positions_is_answered() {
    let mut wrong = Vec::new();
    for (begin, asked) in BY_HAND {
        let mut room = Room::new();
        room.all(begin);
        for (words, wanted) in *asked {
            let replies = room.say("ann", words);
            let text = replies.iter().map(|reply| reply.text.bare()).collect::<Vec<_>>().join("\n");
            if !wanted.split(" & ").all(|part| text.contains(part)) {
                wrong.push(format!("{words} => {wanted}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn what_the_board_does_not_tell_of_two_places_is_said_and_the_board_shown() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=black unrated clock=none", "bob: accept"]);
    for words in ["does b6 like d6", "is b6 prettier than c3"] {
        let replies = room.say("ann", words);
        assert!(replies[0].text.bare().contains("I can't say that"), "{words}: {replies:?}");
        assert!(replies.iter().any(|reply| reply.picture.is_some()), "{words}: {replies:?}");
    }
}
