//! What is said of choices, so that people learn from it.
use super::{asked, dice, open, shuffled};
use crate::{
    games::GameId,
    mind::{Outlook, TurningPoint, analysis},
    scene::{Item, Surface, court::CourtThing, words},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};

fn arranged(game: GameId, settings: &str, lines: &[&str]) -> Box<dyn Table> {
    let mut table = open(game, settings, 1);
    lines.iter().for_each(|line| table.arrange(line).unwrap());
    table
}

fn says(table: &dyn Table, seat: Seat, words: &str) -> Option<String> {
    table.outlook(seat, words, 1).unwrap().says
}

#[test]
fn every_legal_choice_is_compared() {
    for game in GameId::ALL {
        for seed in 1..=2 {
            let mut table = open(*game, "", seed);
            shuffled(&mut *table, seed, 14);
            let Some(seat) = asked(&*table) else { continue };
            let listed = table.menu(seat).listed;
            for words in listed.iter().step_by(listed.len().div_ceil(6)) {
                let judged = table.compare(seat, words, 1).unwrap();
                assert!(judged.expected.is_some(), "{game}: {words}");
                assert!(judged.better.is_some() == (0.0 < judged.lost), "{game}: {words}");
            }
        }
    }
}

#[test]
fn an_aim_that_no_list_has_is_judged_by_what_comes_of_it() {
    let lines = ["clear", "ball 5 10.5", "S1 5 8", "N1 1 1", "turn south"];
    let table = arranged(GameId::Piecepack, "tremor=none", &lines);
    let chance = |words: &str| table.compare(Seat::First, words, 3).unwrap();
    let (scores, misses) = (chance("flick 1 0.3 47"), chance("flick 1 181.37 12"));
    assert!(scores.better.is_none() && scores.lost == 0.0, "{scores:?}");
    assert!(0.1 < misses.lost && misses.better.is_some(), "{misses:?}");
    assert!(misses.expected < scores.expected, "{misses:?} {scores:?}");
    assert!(table.compare(Seat::First, "flick 3 0 47", 3).is_err(), "it isn't on the field");
}

#[test]
fn aims_of_computer_players_are_short_to_type() {
    let mut table = open(GameId::Piecepack, "", 4);
    for step in 1..=40 {
        let Some(seat) = asked(&*table) else { break };
        for player in ["1", "3", "5"] {
            let player = super::Player::named(player).unwrap();
            let words = table.think(seat, player, step.into()).unwrap().unwrap().words;
            let long =
                |word: &str| word.split_once('.').is_some_and(|(_, tenths)| 1 < tenths.len());
            assert!(!words.split(' ').any(long), "{words}");
        }
        let words = table.sample(seat, &mut dice(4, 1000 + step)).unwrap();
        table.play(seat, &words, &mut dice(4, step)).unwrap();
    }
}

#[test]
fn what_cannot_be_listed_has_a_label_too() {
    let lines = ["clear", "ball 5 8", "S1 5 6", "turn south"];
    let table = arranged(GameId::Piecepack, "", &lines);
    let words = ["flick 1 345.961 65", "flick 1 at ball 60", "fly away"];
    let labels = table.labels(Seat::First, &words);
    let said: Vec<&str> = labels.iter().map(|it| it.says.as_str()).collect();
    let wanted = ["Flick 1 to 346° with power 65", "Flick 1 at the ball with power 60", "Fly away"];
    assert_eq!(said, wanted);
}

#[test]
fn a_line_is_told_in_words_up_to_what_nobody_decides() {
    let lines =
        ["clear", "c3 white man", "d6 black man", "h8 black man", "turn white", "spun black"];
    let table = arranged(GameId::Trapdoor, "", &lines);
    let Outlook { line, .. } = table.outlook(Seat::Second, "c3-d4", 1).unwrap();
    let said: Vec<&str> = line.iter().map(|it| it.says.as_str()).collect();
    // The wheel is spun next.
    assert_eq!(said, ["c3 → d4"]);
    assert_eq!((line[0].seat, &*line[0].written), (Seat::Second, "c3-d4"));
}

#[test]
fn remarks_tell_what_can_be_counted() {
    let is = |found: Option<String>, wanted: &str| assert_eq!(found.as_deref(), Some(wanted));
    let lines = ["clear", "c5 white man", "h8 black man", "turn white"];
    let table = arranged(GameId::Draughts, "", &lines);
    is(says(&*table, Seat::Second, "c5-d6"), "It brings a man to 2 rows from the far row.");

    let lines =
        ["clear", "f2 white man", "h6 white man", "a7 black man", "turn white", "spun black"];
    let table = arranged(GameId::Trapdoor, "", &lines);
    is(says(&*table, Seat::Second, "f2-g3"), "It puts a man on a door.");
    is(says(&*table, Seat::Second, "h6-g7"), "It brings a man to 1 row from the far row.");
    let lines =
        ["clear", "c3 white man", "g5 black man", "h8 black man", "turn white", "spun green"];
    let table = arranged(GameId::Trapdoor, "", &lines);
    let turned = says(&*table, Seat::Second, "G2>L");
    is(turned, "It leaves 1 of Black's pieces and 1 of White's pieces on doors.");

    let lines =
        ["clear", "e5 white man", "b4 white man", "d8 black man", "f8 black man", "turn white"];
    let table = arranged(GameId::Draughts, "", &lines);
    let quiet = says(&*table, Seat::Second, "b4-c5");
    assert_eq!(quiet, None);
}

#[test]
fn a_shot_is_told_by_what_it_hits() {
    let told = |lines: &[&str], words: &str| {
        let lines = [&["clear"], lines, &["turn south"]].concat();
        says(&*arranged(GameId::Piecepack, "", &lines), Seat::First, words).unwrap()
    };
    let ends = |said: String, wanted: &str| assert!(said.ends_with(wanted), "{said}");
    ends(
        told(&["ball 5 8", "S1 5 5"], "flick 1 at ball 70"),
        "hits the ball dead centre towards the open goal.",
    );
    let guarded = ["ball 5 8", "S1 5 5", "N2 5 11"];
    ends(told(&guarded, "flick 1 at ball 70"), "towards the goal, with N2 in the way.");
    ends(
        told(&["ball 5 8", "S1 4.8 5"], "flick 1 0 70"),
        "hits the ball off-centre, wide of the goal.",
    );
    ends(told(&["ball 5 8", "S1 5 11"], "flick 1 at ball 70"), "dead centre, away from the goal.");
    ends(told(&["ball 5 8", "S1 5 5", "N1 5 6.5"], "flick 1 0 70"), "It hits N1 first.");
    ends(told(&["ball 5 8", "S1 5 2"], "flick 1 0 20"), "inches from the ball.");
}

#[test]
fn a_suggested_choice_is_drawn_and_said() {
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    let lines = ["clear", "c3 white man", "h8 black man", "turn white"];
    let table = arranged(GameId::Draughts, "", &lines);
    let scene = table.show_choice(to, Seat::Second, "c3-d4");
    assert!(scene.items.iter().any(|item| matches!(item, Item::Arrow { .. })));
    assert!(words(&scene).contains("The arrow goes from c3 to d4."), "{}", words(&scene));
    assert_eq!(table.show_choice(to, Seat::Second, "wibble"), table.show(to));

    let lines = ["clear", "ball 5 8", "S1 5 5", "turn south"];
    let table = arranged(GameId::Piecepack, "", &lines);
    let scene = table.show_choice(to, Seat::First, "flick 1 1.5 60");
    let line = |item: &Item| matches!(item, Item::Court(CourtThing::Line { hits: Some(_), .. }));
    assert!(scene.items.iter().any(line));

    let mut table = open(GameId::Metasoccer, "", 2);
    shuffled(&mut *table, 2, 6);
    for step in 0..60 {
        let seat = asked(&*table).unwrap();
        let listed = table.menu(seat).listed;
        let runs = |words: &&String| words.contains('-') && !words.contains(' ');
        if let Some(run) = listed.iter().find(runs) {
            let scene = table.show_choice(to, seat, run);
            let Surface::Pitch(pitch) = &scene.board else { panic!("a pitch") };
            assert_eq!(pitch.trails.len(), 1, "{run}");
            return;
        }
        let words = table.sample(seat, &mut dice(2, 2000 + step)).unwrap();
        table.play(seat, &words, &mut dice(2, 100 + step)).unwrap();
    }
    panic!("nobody ran");
}

#[test]
fn a_turning_point_keeps_what_follows_both_choices() {
    for game in [GameId::Draughts, GameId::Piecepack] {
        let mut table = open(game, "", 9);
        let opening = open(game, "", 9);
        let mut steps = Vec::new();
        for step in 1..=24 {
            let Some(seat) = asked(&*table) else { break };
            let words = table.sample(seat, &mut dice(9, 1000 + step)).unwrap();
            table.play(seat, &words, &mut dice(9, step)).unwrap();
            steps.push((seat, words, dice(9, step)));
        }
        let analysis = analysis(opening, steps, 1).unwrap();
        assert!(!analysis.turning.is_empty(), "{game}");
        for (nth, moment) in (1..).zip(&analysis.moments) {
            assert_eq!(moment.point.is_some(), analysis.turning.contains(&nth), "{game} {nth}");
            let Some(point) = &moment.point else { continue };
            let TurningPoint { played, better } = &**point;
            assert_eq!(Some(&better.line[0].written), moment.better.as_ref());
            assert_eq!(played.line[0].seat, moment.seat);
        }
        let written = serde_json::to_string(&analysis).unwrap();
        assert_eq!(serde_json::from_str::<crate::mind::Analysis>(&written).unwrap(), analysis);
    }
}
