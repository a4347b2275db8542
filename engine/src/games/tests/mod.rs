//! The small game that `CONTRIBUTING.md` shows, played through the table like every other game.
mod pebbles;

use self::pebbles::Pebbles;
use super::{GameId, Listed};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::{Game, Outcome, Status},
    mind::{Level, Player},
    playout::playout,
    refusal::Code,
    scene,
    seat::{BySeat, Observer, Seat, Viewer},
    table::{Match, Table},
};

/// It is in no list, so it borrows a name.
impl Listed for Pebbles {
    const ID: GameId = GameId::Trapdoor;
}

fn opened() -> Box<dyn Table> {
    Match::<Pebbles>::open(serde_json::json!(10), &mut Dice::scripted::<&str>([])).unwrap()
}

/// Plays words with dice that allow no throw.
fn play(table: &mut dyn Table, seat: Seat, words: &str) -> Result<(), Code> {
    let mut dice = Dice::scripted::<&str>([]);
    table.play(seat, words, &mut dice).map(|_| ()).map_err(|it| it.code)
}

#[test]
fn the_game_in_contributing_is_the_one_that_is_tested_here() {
    let page = include_str!("../../../../CONTRIBUTING.md");
    let source = include_str!("pebbles.rs");
    let shown = format!("```rust\n{source}```\n");
    assert!(page.contains(&shown), "CONTRIBUTING.md shows another game than pebbles.rs");
}

#[test]
fn the_table_looks_after_turns_and_the_end_of_a_game_that_does_not() {
    let mut table = opened();
    assert_eq!(table.menu(Seat::First).listed, ["take 1", "take 2"]);
    assert_eq!(play(&mut *table, Seat::Second, "take 1"), Err(Code::NotYours));
    let wrong = table.play(Seat::Second, "take 1", &mut Dice::scripted::<&str>([])).unwrap_err();
    assert_eq!(wrong.says, "It's Red's turn.");
    assert_eq!(play(&mut *table, Seat::First, "take 4"), Err(Code::Illegal));
    assert_eq!(play(&mut *table, Seat::First, "take"), Err(Code::Ambiguous));
    for nth in 0..5 {
        assert_eq!(play(&mut *table, Seat::BOTH[nth % 2], "take 2"), Ok(()));
        // It is saved between steps.
        table = Match::<Pebbles>::resume(&table.save().unwrap()).unwrap();
    }
    let Status::Over(Outcome { winner, why }) = table.status() else { panic!("a pebble is left") };
    assert_eq!((winner, table.why(&why)), (Some(Seat::First), Ok("no pebble is left".to_owned())));
    for seat in Seat::BOTH {
        assert_eq!(play(&mut *table, seat, "take 1"), Err(Code::Over));
        assert!(table.menu(seat).listed.is_empty());
    }
}

#[test]
fn a_game_that_says_nothing_of_its_worth_is_played_well_all_the_same() {
    // Leaving a multiple of three wins.
    for (played, best) in [(&[][..], "take 1"), (&["take 2"], "take 2"), (&["take 1"; 2], "take 2")]
    {
        let mut table = opened();
        for (nth, words) in played.iter().enumerate() {
            play(&mut *table, Seat::BOTH[nth % 2], words).unwrap();
        }
        let seat = Seat::BOTH[played.len() % 2];
        let thought = table.think(seat, Player::Level(Level::Five), 1).unwrap().unwrap();
        assert_eq!(thought.words, best, "after {played:?}");
    }
}

#[test]
fn it_is_told_and_shown_without_a_line_of_its_own_for_sides_and_turns() {
    let mut table = opened();
    play(&mut *table, Seat::First, "take 2").unwrap();
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    assert_eq!(table.told(to), ["Ann takes 2."]);
    let shown = table.show(to);
    assert_eq!((shown.items.len(), shown.facing), (8, Seat::Second));
    let words = scene::words(&shown);
    for part in ["Pebbles", "Bob (Blue), to move", "Ann takes 2.", "Bob: take one pebble or two."] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(scene::ascii(&shown).contains("> "));
    let refusal = table.arrange("heap 3").unwrap_err();
    assert_eq!(refusal.code, Code::Unknown);
    assert!(table.probe("heap").is_err());
    assert_eq!(Pebbles::variation(&96), "");
}

#[test]
fn a_game_without_chance_never_throws() {
    assert!(!Pebbles::CHANCE && !GameId::Draughts.has_chance());
    for take in 0..20 {
        // Chance for choosing what to play; the game itself has none.
        let mut picks = Dice::fair(&Seed::from_bytes([1; 32]), StepKey { step: 0, take });
        let end = playout::<Pebbles>(&10, &mut picks, 100).unwrap();
        assert!(end.outcome.is_some_and(|it| it.winner.is_some()));
        assert_eq!(picks.thrown().len(), end.steps as usize, "a choice a step");
    }
    assert_eq!(Pebbles::fit("1. 9-14"), None);
}

#[test]
fn games_are_known_by_any_of_their_names() {
    for (said, game) in [
        ("trapdoor", GameId::Trapdoor),
        ("Trapdoor Checkers", GameId::Trapdoor),
        ("trap-door", GameId::Trapdoor),
        ("ALIEN CHECKERS", GameId::Alien),
        ("checkers", GameId::Draughts),
        ("English draughts", GameId::Draughts),
        ("MetaCheckers", GameId::Metasoccer),
        ("metacheckers soccer", GameId::Metasoccer),
        ("Piecepack Soccer", GameId::Piecepack),
        ("piece", GameId::Piecepack),
        ("amt", GameId::Amtgard),
    ] {
        assert_eq!(GameId::named(said), Some(game), "{said}");
    }
    assert_eq!(GameId::meant("soccer"), [GameId::Piecepack, GameId::Metasoccer]);
    for none in ["", "chess", "soccer", "english", "a", "-", "trapdoor soccer"] {
        assert_eq!(GameId::named(none), None, "{none}");
    }
}

#[test]
fn quick_is_written_out_before_a_position_and_leaves_the_rest_as_it_is() {
    let quick = "kings=3 pieces=8";
    for (text, read) in [
        ("", ""),
        ("quick", "kings=3 pieces=8"),
        ("quick pieces=6", "kings=3 pieces=6"),
        ("Pieces=6 kings=1 quick turns=9", "Pieces=6 kings=1  turns=9"),
        (" decks=2  QUICK", " decks=2  kings=3 pieces=8"),
        ("quick from=9-14 ; quick\n22-18", "kings=3 pieces=8 from=9-14 ; quick\n22-18"),
        ("From quick\n1", "From quick\n1"),
        ("quicker", "quicker"),
    ] {
        assert_eq!(super::unfolded(text, quick), read);
    }
    assert_eq!(super::unfolded("quick", ""), "quick");
}
