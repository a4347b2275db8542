//! Matches as PDN, and starting from one.
use super::{Draughts, LAW, at_random, leaves, none, open, play};
use crate::{
    checkers::{
        Color,
        notation::{Naming, write},
    },
    game::{Fit, Game, Outcome, PdnStep, Step},
    games::GameId,
    match_rules::Ending,
    refusal::Code,
    seat::Seat,
};

fn record(steps: &[PdnStep<Draughts>], settings: &str, outcome: Option<&Outcome>) -> String {
    let tags = [("Event".to_owned(), "Friday".to_owned())];
    open(settings).unwrap().pdn(&tags, steps, outcome).unwrap()
}

#[test]
fn a_match_is_written_as_the_standard_has_it() {
    let mut game = open("").unwrap();
    let words = [(Seat::First, "f6-e5"), (Seat::Second, "c3-d4"), (Seat::First, "e5xc3")];
    let steps: Vec<_> = words.into_iter().map(|(seat, it)| play(&mut game, seat, it)).collect();
    let wanted = "[Event \"Friday\"]\n[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n\
        1. 11-15 22-18 2. 15x22 *\n";
    assert_eq!(record(&steps, "", None), wanted);
    let end = Ending::Resigned(Seat::Second).outcome().unwrap();
    assert!(record(&steps, "giveaway", Some(&end)).contains("[Variant \"Giveaway\"]"));
    assert!(record(&steps, "breakthrough", None).contains("[Variant \"Breakthrough\"]"));
    assert!(record(&steps, "", Some(&end)).contains("[Result \"0-1\"]"), "White's points first");
    let from = record(&[], "from=W:W18,24,K10:B12,K22", None);
    assert!(from.contains("[FEN \"W:W18,24,K10:B12,K22\"]"), "{from}");
}

/// Every opening of three moves, as PDN numbers them: there are 302, and 7361 ways to continue for
/// two more.
#[test]
fn every_opening_of_three_moves_is_read_from_pdn_with_the_published_counts() {
    let (mut read, mut below, mut further) = (0, 0, 0);
    let start = open("").unwrap();
    let numbers = |game: &Draughts| -> Vec<(String, Draughts)> {
        let legal = LAW.legal(&game.plain.position);
        let after = |played| {
            let mut next = game.clone();
            next.act(game.plain.position.turn.into(), played, &mut Step::new(&mut none())).unwrap();
            (write(played, &legal, Naming::Numbers), next)
        };
        legal.iter().map(after).collect()
    };
    for (one, game) in numbers(&start) {
        for (two, game) in numbers(&game) {
            for (three, game) in numbers(&game) {
                let tags = "[Event \"Ballot\"]\n[GameType \"21,B,8,8,N1,0\"]\n";
                let again = open(&format!("from={tags}1. {one} {two} 2. {three} *")).unwrap();
                assert_eq!(again.plain.position, game.plain.position, "{one} {two} {three}");
                assert_eq!(again.plain.counts, game.plain.counts, "{one} {two} {three}");
                read += 1;
                below += leaves(&again, 1);
                further += leaves(&again, 2);
            }
        }
    }
    assert_eq!((read, below, further), (302, 1469, 7361));
}

#[test]
fn a_match_goes_on_from_its_record_wherever_it_is_cut() {
    let mut cut_short = 0;
    for n in 0..120_u32 {
        let settings = if n % 3 == 0 { "giveaway" } else { "" };
        let mut game = open(settings).unwrap();
        let steps = at_random(&mut game, 100 + n, 5 + n as usize / 3);
        let text = record(&steps, settings, None);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!(Draughts::fit(&text).unwrap(), Ok(Fit::Own));
        let again = open(&format!("from={text}"));
        match game.plain.over {
            Some(_) => assert!(again.unwrap_err().says.contains("is over"), "{text}"),
            None => {
                let again = again.unwrap();
                assert_eq!(
                    (again.plain.position, &again.plain.counts),
                    (game.plain.position, &game.plain.counts)
                );
                assert_eq!(again.options.goals, game.options.goals);
                assert!(again.options.from.unwrap().counts.is_none(), "they are kept once");
                cut_short += 1;
            }
        }
    }
    assert!(100 < cut_short, "{cut_short}");
}

#[test]
fn a_record_goes_to_the_game_it_is_of() {
    let best = |text: &str| {
        let fits = GameId::ALL.iter().filter_map(|game| Some((game.fit(text)?.ok()?, *game)));
        let fits: Vec<_> = fits.collect();
        let best = fits.iter().map(|it| it.0).max();
        let found: Vec<&str> =
            fits.iter().filter(|&&(fit, _)| Some(fit) == best).map(|it| it.1.name()).collect();
        found.join(" ")
    };
    for (text, games) in [
        ("1. 11-15 23-19 2. 8-11 22-17 1/2-1/2 *", "draughts"),
        ("[GameType \"21,B,8,8,N1,0\"] 1. 11-15 23-19 *", "draughts"),
        ("[Event \"x\"] [Result \"1-0\"] 11-15 {a good start} 22-18 (23-19) 15x22", "draughts"),
        ("[Variant \"Giveaway\"] 1. 9-14 *", "draughts"),
        ("[Variant \"Breakthrough\"] 1. 9-14 *", "draughts"),
        ("[FEN \"B:W15:B10\"] 1. 10x19 0-1", "draughts"),
        ("[Variant \"Trapdoor\"] {B} 1. 9-14 *", "trapdoor"),
        (
            "[GameType \"21,B,8,8,N1,0\"] [Variant \"Trapdoor\"] [Knobs \"G1C\"] {B} 9-14",
            "trapdoor",
        ),
        ("1. 9-14 G1>R *", "trapdoor"),
        ("[GameType \"26,W,8,8,A0,0\"] 1. c3-d4 *", "trapdoor"),
        ("[Knobs \"O1R\"] 1. 9-14", "trapdoor"),
        // A move of neither game is accepted only if the game is named.
        ("1. 9-30", "trapdoor draughts"),
        ("[GameType \"20\"] 1. 31-27", "trapdoor draughts"),
        ("[Variant \"English\"] 1. 11-15 24-19", "draughts"),
        ("[Variant \"American checkers\"] 1. 11-15 24-19", "draughts"),
        ("once upon a time", "trapdoor draughts"),
    ] {
        assert_eq!(best(text), games, "{text}");
    }
}

#[test]
fn a_fault_in_a_record_is_named_with_its_place() {
    let refused = |text: &str| open(&format!("from={text}")).unwrap_err();
    for (text, says) in [
        ("1. 9-14 22-17 2. 11-20", "`11-20` (move 3, line 1, character 18 of the record): "),
        (
            "1. 11-15 22-18 2. 8-11",
            "(move 3, line 1, character 19 of the record): e5 must capture d4",
        ),
        ("[GameType \"26\"] 1. c3-d4", "of Brazilian draughts, not Draughts"),
        ("[Variant \"Trapdoor\"] 1. 9-14", "of Trapdoor, not Draughts"),
        (
            "11-15 /FEN \"B:W1:B2\"/",
            "A record that sets up a new position partway can't be resumed.",
        ),
        ("[FEN \"B:W15:B10\"] 10x19", "is over"),
        (
            "[FEN \"B:W15:B10\"] 10x19 1-5",
            "(move 2, line 1, character 25 of the record): This match is over.",
        ),
        ("[FEN \"B:W15\"] 10x19", "The record's FEN can't be read"),
        ("11-15 * 11-15", "not 2"),
        ("11-15 (", "line 1, character 7"),
    ] {
        let refusal = refused(text);
        assert!(refusal.says.contains(says), "{text}: {}", refusal.says);
        assert_eq!(refusal.instead.len(), 0, "words of another position are no help");
    }
    assert_eq!(refused("").code, Code::Unreadable);
    let says = open("giveaway=no from=[Variant \"Giveaway\"] 9-14").unwrap_err().says;
    assert!(says.contains("a different `giveaway`"), "{says}");
    let says = open("breakthrough from=[Variant \"Giveaway\"] 9-14").unwrap_err().says;
    assert!(says.contains("a different `breakthrough`"), "{says}");
    let says = open("breakthrough from=[FEN \"W:W18,K10:B12\"] 10-6").unwrap_err().says;
    assert!(says.contains("neither side can start with a king"), "{says}");
    let lines = "breakthrough from=[Event \"x\"] 9-14 ; a note to the end of the line\n22-18";
    assert_eq!(open(lines).unwrap().plain.position.turn, Color::Black);
    assert!(
        open("giveaway from=1. 9-14 22-18").unwrap().options.goals.giveaway,
        "the record is silent"
    );
}
