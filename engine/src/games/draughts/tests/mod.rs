//! Counts of moves, records both ways, starting from them, and computer players. The scenario files are played elsewhere.
mod mind;
mod records;

use super::{Draughts, LAW, Moved};
use crate::{
    chance::{Dice, StepKey},
    checkers::{Goal, perft::cases},
    fair::Seed,
    game::{Game, PdnStep, Status, Step},
    refusal::Refusal,
    seat::{BySeat, Observer, Seat, Viewer},
    settings::Given,
};

fn open(settings: &str) -> Result<Draughts, Refusal> {
    let given = Given::read(Draughts::SETTINGS, settings)?;
    Draughts::open(&Draughts::options(&given)?, &mut Step::new(&mut none()))
}

/// Returns dice that allow no throw.
fn none() -> Dice {
    Dice::scripted::<&str>([])
}

/// Returns dice to choose moves with.
fn picks(n: u32) -> Dice {
    Dice::fair(&Seed::from_bytes([6; 32]), StepKey { step: n, take: 0 })
}

/// Plays a move and returns its events.
fn play(game: &mut Draughts, seat: Seat, words: &str) -> PdnStep<Draughts> {
    let action = game.read(seat, words).unwrap_or_else(|err| panic!("{words}: {err:?}"));
    let mut dice = none();
    let mut step = Step::new(&mut dice);
    game.act(seat, &action, &mut step).unwrap();
    let (events, fixed) = step.finish();
    assert!(!fixed && matches!(events[..], [Moved { .. }]));
    PdnStep { seat, action, events }
}

/// Plays a random match to its end, or for some number of moves; returns what was played.
fn at_random(game: &mut Draughts, n: u32, most: usize) -> Vec<PdnStep<Draughts>> {
    let mut dice = picks(n);
    let mut steps = Vec::new();
    while steps.len() < most {
        let seat = game.plain.position.turn.into();
        let Some(action) = game.sample(seat, &mut dice) else { break };
        let words = game.write(&action);
        steps.push(play(game, seat, &words));
    }
    steps
}

/// Counts the leaves of the tree of moves, as players would type them.
fn leaves(game: &Draughts, depth: u8) -> u64 {
    let seat = Seat::from(game.plain.position.turn);
    let listed = game.choices(seat).listed;
    if depth <= 1 {
        return listed.len() as u64;
    }
    let after = |words: String| {
        let mut next = game.clone();
        play(&mut next, seat, &words);
        leaves(&next, depth - 1)
    };
    listed.iter().map(|played| after(game.write(played))).sum()
}

#[test]
fn the_moves_that_can_be_typed_are_as_many_as_published() {
    let file = cases(include_str!("../../../../../tests/perft/english.txt")).unwrap();
    let start = file.iter().find(|it| it.name == "start").unwrap();
    for row in start.rows.iter().filter(|it| it.depth <= 5) {
        assert_eq!(leaves(&open("").unwrap(), row.depth), row.leaves, "{row:?}");
    }
}

#[test]
fn a_position_without_a_piece_or_a_move_is_no_start() {
    let says = |text: &str| open(&format!("from={text}")).unwrap_err().says;
    assert!(says("B:W21-32:B").contains("Black has 0 pieces"));
    assert!(says("B:W20-32:B1-4").contains("White has 13 pieces"));
    assert!(says("B:W25,30:B21").contains("would be over"));
    assert!(says("B:W21-32:B1-12 G1L").contains("`G1L` comes after the position"));
    assert!(says("B:W21-32").contains("both sides must be listed"));
    assert!(says("W21-32:B1-12").contains("it must start with the side to move"));
    let game = open("giveaway from=W:W18,24,K10:B12,K22").unwrap();
    assert_eq!(Draughts::variation(&game.options), "giveaway, from a position");
    assert_eq!(game.probe("fen").unwrap(), "W:W18,24,K10:B12,K22");
}

#[test]
fn nothing_moves_against_the_rules() {
    let mut game = open("").unwrap();
    let other = LAW.legal(&open("from=W:W18,24,K10:B12,K22").unwrap().plain.position)[0];
    let before = game.clone();
    assert!(game.plain.carry_out(&LAW, Goal::Usual, &other).is_err());
    assert_eq!(game, before);
    for (line, says) in [
        ("e8 white man", "` isn't a setup line here."),
        ("b8 white man", "a man would already be crowned there"),
        ("quiet 40 0", "0 to 39"),
        ("fen B:W1", "position"),
        ("c3 green man", "` isn't a setup line here."),
    ] {
        let refusal = game.arrange(line).unwrap_err();
        let said = format!("{} {}", refusal.says, refusal.instead.join(" "));
        assert!(said.contains(says) || said.contains("man"), "{line}: {said}");
    }
    for part in ["phase", "c4", "pieces green", "captured", ""] {
        assert!(game.probe(part).is_err(), "{part}");
    }
    assert_eq!(game, before);
}

#[test]
fn matches_at_random_end_and_count_what_was_captured() {
    let mut ends = BySeat::<u32>::default();
    for n in 0..60 {
        let settings = ["", "giveaway", "breakthrough"][n as usize % 3];
        let mut game = open(settings).unwrap();
        at_random(&mut game, n, usize::MAX);
        let Status::Over(outcome) = game.status() else { panic!("{n} does not end") };
        outcome.winner.into_iter().for_each(|seat| *ends.get_mut(seat) += 1);
        for seat in Seat::BOTH {
            let standing = game.plain.position.board.count(seat.into());
            assert_eq!(standing + usize::from(*game.plain.counts.lost.get(seat)), 12);
        }
    }
    assert!(0 < ends.first && 0 < ends.second, "{ends:?}");
}

#[test]
fn breakthrough_goes_with_nothing_that_decides_it_otherwise() {
    let says = |text: &str| open(text).unwrap_err().says;
    assert_eq!(says("giveaway breakthrough"), "Play either giveaway or breakthrough, not both.");
    let king = "With `breakthrough` neither side can start with a king.";
    assert_eq!(says("breakthrough from=W:W18,24,K10:B12,22"), king);
    let game = open("breakthrough from=W:W18,24:B12").unwrap();
    assert_eq!(Draughts::variation(&game.options), "breakthrough, from a position");
    let usual = serde_json::to_string(&open("giveaway").unwrap().options).unwrap();
    assert_eq!(usual, r#"{"giveaway":true}"#, "kept as before there was a choice");
}

#[test]
fn the_banner_names_the_man_that_broke_through() {
    let banner = |settings: &str| {
        let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
        let to = Observer { viewer: Viewer::Room, names: &names };
        let mut game = open(settings).unwrap();
        game.arrange("fen B:W21,28:B22,1").unwrap();
        let last = play(&mut game, Seat::First, "c3-d2").events;
        assert_eq!(game.moment(&game, &last, to), None);
        play(&mut game, Seat::Second, "a3-b4");
        let last = play(&mut game, Seat::First, "d2-e1").events;
        game.moment(&game, &last, to).unwrap().banner().map(str::to_owned)
    };
    assert_eq!(banner("").as_deref(), Some("NEW KING: e1"));
    assert_eq!(banner("breakthrough").as_deref(), Some("BREAKTHROUGH: e1"));
}
