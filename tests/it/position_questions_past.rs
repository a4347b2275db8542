//! Questions about what has been, asked after each step of playouts of all games. What is true is worked out from the positions before
//! and after the step and from what the step told, as [`position_questions`](crate::position_questions) does for what is.
use engine::{
    chance::Dice,
    game::Status,
    games::GameId,
    scene::{Cell, Surface},
    seat::{Seat, Viewer},
    table::Table,
};
use it::matches::observer;

use crate::{
    position_questions::{
        Asks, Position, Stands, Verdict, Wanted, ends, judge, name, no, opened, pieces, tells,
        title, verdict, yes,
    },
    room::Room,
};

/// So many questions there are at least.
const LEAST: usize = 300;

/// Matches with their settings, the luck of their dice, how many steps are played, and after how many it is asked.
const MATCHES: [(GameId, &str, u64, usize, usize); 10] = [
    (GameId::Draughts, "", 1, 60, 2),
    (GameId::Draughts, "", 2, 60, 3),
    (GameId::Trapdoor, "", 1, 60, 2),
    (GameId::Trapdoor, "", 2, 60, 3),
    (GameId::Alien, "", 1, 50, 2),
    (GameId::Amtgard, "", 1, 60, 2),
    (GameId::Amtgard, "", 2, 60, 3),
    (GameId::Metasoccer, "", 3, 90, 2),
    (GameId::Metasoccer, "team=7 field=9x13", 8, 90, 2),
    (GameId::Piecepack, "", 2, 40, 1),
];

/// A step of a playout.
struct Played {
    by: Seat,
    words: String,
    before: Box<dyn Table>,
    after: Box<dyn Table>,
}

/// Plays one step, and those that are forced after it.
fn play(room: &mut Room, picks: &mut Dice) -> Option<Played> {
    let before = room.table(1);
    let Status::Waiting(prompts) = before.status() else { return None };
    let by = prompts[0].seat;
    let words = before.sample(by, picks)?;
    room.all(&[&format!("{}: play #1 {words}", name(by))]);
    Some(Played { by, words, before, after: room.table(1) })
}

/// Returns how many steps were played.
fn steps(room: &mut Room) -> usize {
    let said = room.say("ann", "how many steps were played so far?");
    let text = said.iter().map(|reply| reply.text.bare()).collect::<Vec<_>>().join(" ");
    let before = text.split(" step").next().unwrap_or_default();
    before.split_whitespace().next_back().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Makes questions from a step; `nth` turns the ways to say them.
struct Making<'a> {
    step: &'a Played,
    nth: usize,
    out: Vec<Asks>,
}

impl Making<'_> {
    /// Adds a question in one of several ways to say it.
    fn ask(&mut self, who: Seat, ways: &[String], wanted: Wanted) {
        let words = ways[self.nth % ways.len()].clone();
        self.nth += 1;
        self.out.push(Asks { who: name(who), words, wanted });
    }

    /// Asks about the pieces that the step removed and moved, and about squares where nothing happened.
    fn changes(&mut self, quiet: &[Cell]) {
        let step = self.step;
        let scene = step.before.show(observer(Viewer::Room));
        let (before, after) = (pieces(&scene), pieces(&step.after.show(observer(Viewer::Room))));
        let stays =
            |one: &Stands| after.iter().any(|other| (other.at, other.seat) == (one.at, one.seat));
        let gone: Vec<Stands> = before.iter().copied().filter(|one| !stays(one)).collect();
        let from = ends(&step.words).map(|it| it.0);
        let lost: Vec<Stands> =
            gone.iter().copied().filter(|other| Some(other.at) != from).collect();
        for Stands { at, seat, kind } in lost.iter().copied() {
            let stood = format!("on {at}: {}.", scene.standing(at));
            let ways = [
                format!("what happened to my {kind} on {at}"),
                format!("where did my {kind} on {at} go?"),
                format!("what happened on {at}"),
                format!("my {kind} on {at} just vanished"),
                format!("what was on {at}"),
                format!("who killed my {kind} on {at}"),
            ];
            self.ask(seat, &ways, tells(&[&stood]));
        }
        // One that was only put elsewhere isn't lost.
        let count = |all: &[Stands], one: &Stands| {
            all.iter().filter(|other| (other.seat, other.kind) == (one.seat, one.kind)).count()
        };
        if let [one @ Stands { seat, kind, .. }] = lost[..]
            && count(&after, &one) < count(&before, &one)
        {
            let told = step.after.told(observer(Viewer::Room)).join(" ");
            let ways = [
                format!("what happened to my {kind}?"),
                format!("hey my {kind} just disappeared"),
                format!("who took my {kind}"),
            ];
            self.ask(seat, &ways, tells(&[&told]));
        }
        if let Some(moved) = gone.iter().copied().find(|other| Some(other.at) == from) {
            let Stands { at, seat, kind } = moved;
            let ways = [
                format!("where did the {kind} on {at} go"),
                format!("what happened to {at}"),
                format!("what happened to the {kind} on {at}?"),
            ];
            let stood = format!("on {at}: {}.", scene.standing(at));
            self.ask(seat.other(), &ways, tells(&[&stood]));
        }
        if let Some(at) = quiet.get(self.nth % quiet.len().max(1)) {
            let ways =
                [format!("what happened on {at}"), format!("what happened to the one on {at}")];
            self.ask(step.by, &ways, tells(&[&format!("Nothing happened on {at} lately")]));
        }
    }

    /// Asks what was so before the step, where its turn began.
    fn before(&mut self) {
        let step = self.step;
        // Where dice come first, or a capture goes on, the turn began with another step.
        let is_plain = [GameId::Draughts, GameId::Amtgard].contains(&step.before.game());
        let Some(position) =
            Position::of(step.before.determinize(Viewer::Room, &mut Dice::thinking(1)))
        else {
            return;
        };
        if !is_plain || !position.moves_pieces() || position.choices_have_stop() {
            return;
        }
        let captures = position.captures();
        let me = step.by;
        for victim in position.pieces.iter().filter(|it| it.seat != me).step_by(3) {
            let Stands { at, kind, .. } = *victim;
            let how = captures.iter().find(|capture| capture.1.contains(&at));
            let ways = [
                format!("could i have taken {at}"),
                format!("could I have captured his {kind} on {at}?"),
            ];
            self.ask(
                me,
                &ways,
                match how {
                    Some((words, _)) => yes(&[words, "Before"]),
                    None => no(&["Before"]),
                },
            );
            let ways = [
                format!("was my {kind} on {at} safe before that"),
                format!("was {at} safe before {} moved", title(me)),
            ];
            self.ask(
                me.other(),
                &ways,
                match how {
                    Some((words, _)) => no(&[words, "Before"]),
                    None => yes(&["Before"]),
                },
            );
        }
    }

    /// Asks what a roll, a spin or a shot did.
    fn chance(&mut self) {
        let step = self.step;
        let told = step.after.told(observer(Viewer::Room));
        match step.before.game() {
            GameId::Trapdoor => {
                let Some(colour) = told.iter().find_map(|it| it.split_once(" spins ")) else {
                    return;
                };
                let ways = [
                    "what did the wheel show".to_owned(),
                    "what did that spin do".to_owned(),
                    "which colour was the spin".to_owned(),
                ];
                self.ask(step.by, &ways, tells(&[colour.1.trim_end_matches('.')]));
            }
            GameId::Metasoccer => {
                if let Some((_, roll)) = told.iter().find_map(|it| it.split_once(" rolls ")) {
                    let ways = [
                        "what did that roll do".to_owned(),
                        "what did the last roll do?".to_owned(),
                        "what was that roll".to_owned(),
                        "what did the dice do".to_owned(),
                    ];
                    self.ask(step.by, &ways, tells(&[roll.trim_end_matches('.')]));
                }
                let is_kept =
                    |one: &&String| one.contains(" passes ") || one.contains(" with the ball");
                if let Some(kept) = told.iter().find(is_kept) {
                    let ways = ["what happened to the ball", "what just happened to the ball?"];
                    self.ask(step.by, &ways.map(str::to_owned), tells(&[kept]));
                }
                let scene = step.before.show(observer(Viewer::Room));
                let Surface::Pitch(pitch) = &scene.board else { return };
                let goes = told.iter().find(|it| it.contains(" goes "));
                let mover = pitch.players.iter().find(|player| {
                    goes.is_some_and(|goes| {
                        player.seat == step.by
                            && goes.starts_with(&format!(
                                "{}{} ",
                                &scene.sides.get(player.seat).role[..1],
                                player.shirt
                            ))
                    })
                });
                if let (Some(goes), Some(mover)) = (goes, mover)
                    && mover.shirt.parse::<u8>().is_ok()
                {
                    let ways = [
                        format!("what happened to {}", mover.shirt),
                        format!("where did {} go", mover.shirt),
                    ];
                    self.ask(step.by, &ways, tells(&[goes]));
                }
            }
            GameId::Piecepack => {
                let Some(power) =
                    step.words.strip_prefix("flick ").and_then(|words| words.rsplit(' ').next())
                else {
                    return;
                };
                let Some(kicker) = step.words.split(' ').nth(1) else { return };
                let ways = [
                    "how hard was my last shot".to_owned(),
                    "how hard did I flick it?".to_owned(),
                    "what power was that shot".to_owned(),
                ];
                self.ask(step.by, &ways, tells(&[&format!("power {power}")]));
                let ways =
                    ["what did that shot do".to_owned(), "what did my last flick do".to_owned()];
                self.ask(step.by, &ways, tells(&[&format!("power {power}")]));
                let ways = [
                    format!("what happened to {kicker}"),
                    format!("what happened to my kicker {kicker}"),
                ];
                self.ask(step.by, &ways, tells(&[&format!("power {power}")]));
            }
            _ => {}
        }
    }
}

#[test]
fn what_has_been_is_told_from_the_steps_that_were_played() {
    let mut all: Vec<(String, Verdict)> = Vec::new();
    for (game, settings, luck, count, apart) in MATCHES {
        let mut room = opened(game, settings, luck);
        let mut picks = Dice::thinking(luck);
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| Cell { column, row }));
        let mut quiet: Vec<Cell> = squares.collect();
        for nth in 0..count {
            let so_far = steps(&mut room);
            let Some(step) = play(&mut room, &mut picks) else { break };
            let is_single = steps(&mut room) == so_far + 1;
            let shows = |table: &dyn Table| table.show(observer(Viewer::Room));
            let (before, after) = (shows(&*step.before), shows(&*step.after));
            quiet.retain(|at| before.standing(*at) == after.standing(*at));
            if !is_single || nth % apart != 0 || matches!(step.after.status(), Status::Over(_)) {
                continue;
            }
            let mut making = Making { step: &step, nth, out: Vec::new() };
            match before.board {
                Surface::Squares(_) => {
                    making.changes(&quiet);
                    making.before();
                }
                Surface::Court(_) | Surface::Pitch(_) => {}
            }
            making.chance();
            for asks in making.out {
                let (verdict, text) = verdict(&mut room, &asks);
                let fault = format!(
                    "{game} {luck}.{nth} after {}: {} {} => {:?}\n{text}",
                    step.words, asks.who, asks.words, asks.wanted
                );
                all.push((fault, verdict));
            }
        }
    }
    judge(all, LEAST);
}
