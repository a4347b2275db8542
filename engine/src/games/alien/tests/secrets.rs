//! Who may know what: planets, the pile, and the answer to Cheater!
use super::{super::Planet, *};
use crate::game::PdnStep;

fn cheating() -> Table {
    let mut table = Table::white(
        "cheater ring",
        "b2 white king | h8 black king | planet white pluto | planet black earth | pile flood fire doom | moved a1 b2",
    );
    table.play("card cheater");
    table
}

#[test]
fn the_planet_is_told_to_its_side_only() {
    let mut table = Table::new("", "planet black venus | planet white mars");
    let mut step_dice = dice(0, 0);
    let mut step = Step::new(&mut step_dice);
    let given = Given::read(Alien::SETTINGS, "").unwrap();
    table.game = Alien::open(&Alien::options(&given).unwrap(), &mut step).unwrap();
    table.events = step.finish().0;
    let names: Vec<&str> = Seat::BOTH.map(|seat| table.game.planets.0.get(seat).name()).into();
    let room = table.told(Viewer::Room);
    assert!(!Planet::ALL.iter().any(|planet| room.contains(planet.name())), "{room}");
    for seat in Seat::BOTH {
        let told = table.told(Viewer::Seat(seat));
        assert!(told.contains(&format!("You are from {},", names[seat.index()])), "{told}");
        assert!(!told.contains(names[seat.other().index()]), "{told}");
        let hand = table.game.hand(seat).unwrap();
        assert!(
            hand.starts_with(&format!("Planet {}: you win with", names[seat.index()])),
            "{hand}"
        );
        assert!(!hand.contains(names[seat.other().index()]), "{hand}");
        assert!(!hand.contains("pile"), "{hand}");
        // Once the match is over, everybody is told.
        let told = table.game.disclose(seat, "Ann").unwrap();
        let begins = format!("Ann was from {}, which wins with ", names[seat.index()]);
        assert!(told.starts_with(&begins) && !told.contains("you"), "{told}");
    }
}

#[test]
fn debug_output_writes_no_secret() {
    let table = cheating();
    let debug = format!("{:?}", table.game);
    assert!(!debug.contains("Pluto"), "{debug}");
    assert!(debug.contains("Hidden(…)"), "{debug}");
}

#[test]
fn the_pile_is_shown_to_the_cheater_only_and_ordered_in_private() {
    let mut table = cheating();
    assert!(table.fixed, "the pile came out");
    let Status::Waiting(prompts) = table.game.status() else { panic!() };
    assert_eq!(prompts[0].kind, crate::game::PromptKind::Sealed);
    assert!(
        table
            .game
            .hand(Seat::Second)
            .unwrap()
            .contains("The pile from its top: Flood!, Fire!, Doom, Emperor")
    );
    assert!(!table.game.hand(Seat::First).unwrap().contains("pile"));
    assert!(
        table.listed().contains(&"keep".to_owned())
            && table.listed().contains(&"order doom".to_owned())
    );
    assert!(!table.listed().contains(&"order flood".to_owned()), "it is on top already");
    assert_eq!(table.says("order ring"), "The pile doesn't hold all of those cards.");
    assert_eq!(table.says("order flood flood"), "The pile doesn't hold all of those cards.");
    assert_eq!(table.says("order spoon"), "`spoon` isn't a card.");
    assert!(table.says("sort").contains("I don't understand `"));
    table.play("order Doom, double agent galactic hippo".replace(", ", " ").as_str());
    assert!(table.probe("pile").starts_with("doom double hippo flood fire emperor"));
    assert_eq!(table.told(Viewer::Room), "Bob has looked at the pile.");
    assert!(!table.fixed, "nothing came out by the answer");
    assert!(
        table
            .game
            .hand(Seat::Second)
            .unwrap()
            .contains("from its top: Doom, Double Agent, Galactic Hippo!")
    );
    assert!(!table.game.hand(Seat::First).unwrap().contains("pile"));
}

#[test]
fn what_one_side_knows_of_the_pile_ends_when_the_other_cheats_or_all_is_shuffled() {
    let mut table = cheating();
    table.play("keep");
    assert_eq!(
        (table.game.sees_pile(Seat::Second), table.game.sees_pile(Seat::First)),
        (true, false)
    );
    table.game.arrange("turn black").unwrap();
    let mut table =
        Table::white("cheater ring", "b2 white king | h8 black king | knows black | moved a1 b2");
    assert!(table.game.sees_pile(Seat::First));
    table.play("card cheater");
    assert!(table.game.sees_pile(Seat::First), "nothing was changed yet");
    table.play("keep");
    assert!(!table.game.sees_pile(Seat::First), "it may have been changed, even if it was not");
    let mut table = Table::white(
        "reshuffle ring",
        "b2 white king | h8 black king | knows black | knows white | moved a1 b2",
    );
    table.play("card reshuffle nothing");
    assert!(Seat::BOTH.iter().all(|seat| !table.game.sees_pile(*seat)));
}

#[test]
fn cheater_may_be_declined_and_an_empty_pile_shows_nothing() {
    let mut table = Table::white("cheater ring", "b2 white king | h8 black king | moved a1 b2");
    table.play("card cheater nothing");
    assert_eq!(table.probe("turn"), "black");
    assert!(!table.fixed);
    let all = "flood fire emperor revive monolith doom hippo snookle reshuffle translation wormhole wanderlust queen fortify \
               fate double antimatter rotate";
    let table = Table::white(
        "cheater ring",
        &format!("b2 white king | h8 black king | spent {all} | moved a1 b2"),
    );
    assert_eq!(table.targets("card cheater"), ["nothing"]);
}

#[test]
fn two_orders_of_the_pile_are_told_alike() {
    let tell = |words: &str| {
        let mut table = cheating();
        table.play(words);
        let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
        let looks = [Viewer::Room, Viewer::Seat(Seat::First)].map(|viewer| {
            let scene = table.game.show(&table.events, Observer { viewer, names: &names });
            (
                table.told(viewer),
                scene,
                crate::scene::words(
                    &table.game.show(&table.events, Observer { viewer, names: &names }),
                ),
            )
        });
        (looks, table.fixed, table.game.status(), table.game.hand(Seat::First))
    };
    assert_eq!(tell("keep"), tell("order doom queen"));
}

#[test]
fn any_fitting_planet_and_pile_is_imagined() {
    let mut table = Table::white(
        "ring",
        "b2 white king | h8 black king | planet white pluto | planet black earth | d4 fire | d5 fire",
    );
    table.play("b2-a1");
    table.game.arrange("c5 fire").unwrap();
    assert_eq!(table.probe("not black"), "mercury");
    assert_eq!(table.probe("not white"), "mercury");
    let mut blacks = Vec::new();
    let mut piles = Vec::new();
    for n in 0..300 {
        let other = table.game.determinize(Viewer::Seat(Seat::Second).known(), &mut dice(n, 9));
        assert_eq!(other.planets.0.second, Planet::Pluto, "the own planet stays");
        blacks.push(other.planets.0.first);
        piles.push(other.deck.top_first().next());
        assert_eq!(other.deck.up, table.game.deck.up);
        let room = table.game.determinize(Viewer::Room.known(), &mut dice(n, 8));
        assert_ne!(room.planets.0.first, room.planets.0.second);
    }
    blacks.sort_unstable();
    blacks.dedup();
    // Not Mercury, which would have won, and not the own Pluto.
    assert_eq!(blacks.len(), 7);
    assert!(!blacks.contains(&Planet::Mercury) && !blacks.contains(&Planet::Pluto));
    piles.sort_unstable();
    piles.dedup();
    assert_eq!(piles.len(), table.game.deck.pile.0.len(), "any card may be on top");
}

#[test]
fn what_is_imagined_depends_on_what_is_known_alone() {
    let mut table = cheating();
    table.game.deck.pile.0.sort_unstable();
    let mut other = table.game.clone();
    other.deck.pile.0.reverse();
    assert_ne!(other.deck.pile, table.game.deck.pile);
    for n in 0..20 {
        let imagined = |game: &Alien| game.determinize(Viewer::Room.known(), &mut dice(n, 9));
        assert_eq!(imagined(&other).deck.pile, imagined(&table.game).deck.pile);
    }
}

#[test]
fn a_pile_that_one_knows_is_not_imagined_otherwise() {
    let mut table = cheating();
    table.play("order doom");
    for n in 0..20 {
        let own = table.game.determinize(Viewer::Seat(Seat::Second).known(), &mut dice(n, 9));
        assert_eq!(own.deck.pile, table.game.deck.pile);
    }
    let piles = (0..20).map(|n| {
        table.game.determinize(Viewer::Seat(Seat::First).known(), &mut dice(n, 9)).deck.pile
    });
    assert!(piles.into_iter().any(|it| it != table.game.deck.pile));
}

/// Plays words, and returns the position before them with what was played.
fn played(table: &mut Table, words: &[&str]) -> (Alien, Vec<PdnStep<Alien>>) {
    let before = table.game.clone();
    let said = words.iter().map(|words| {
        let seat = table.game.seat();
        let action = table.game.read(seat, words).unwrap();
        table.play(words);
        PdnStep { seat, action, events: table.events.clone() }
    });
    let said = said.collect();
    (before, said)
}

#[test]
fn a_pile_that_nobody_may_know_is_shuffled_when_the_match_goes_back() {
    let mut table = Table::white("cheater ring", "b2 white king | h8 black king | moved a1 b2");
    let (before, gone) = played(&mut table, &["card cheater", "order doom"]);
    assert!(table.game.hand(Seat::Second).unwrap().contains("pile"));
    let mut tops = Vec::new();
    for n in 0..200 {
        let back = before.back(&gone, &mut dice(n, 9)).unwrap();
        assert!(!back.hand(Seat::Second).unwrap().contains("pile"), "and nobody knows the new one");
        tops.extend(back.deck.top_first().next());
        let mut cards = back.deck.pile.0.clone();
        let mut were = before.deck.pile.0.clone();
        cards.sort_unstable();
        were.sort_unstable();
        assert_eq!(cards, were);
    }
    tops.sort_unstable();
    tops.dedup();
    assert_eq!(tops.len(), before.deck.pile.0.len(), "any card may be on top");
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    assert_eq!(before.seen(&gone, to), ["Bob has seen the whole pile"]);
}

#[test]
fn a_pile_that_the_other_side_knows_stays_and_whoever_looked_into_it_knows_it_too() {
    let lines = "b2 white king | h8 black king | knows black | moved a1 b2";
    let mut table = Table::white("cheater ring", lines);
    let (before, gone) = played(&mut table, &["card cheater", "order doom"]);
    let back = before.back(&gone, &mut dice(0, 9)).unwrap();
    assert_eq!(back.deck.pile, before.deck.pile);
    for seat in Seat::BOTH {
        assert!(back.hand(seat).unwrap().contains("The pile from its top"), "{seat}");
    }
    let unseen = before.back(&gone[..0], &mut dice(0, 9)).unwrap();
    assert!(!unseen.hand(Seat::Second).unwrap().contains("pile"));
}

#[test]
fn who_looked_into_a_later_pile_knows_nothing_of_the_one_before() {
    let lines = "b2 white king | h8 black king | knows black | moved a1 b2";
    let mut table = Table::white("reshuffle ring", lines);
    let (before, mut gone) = played(&mut table, &["card reshuffle nothing"]);
    let look = Event::Played { by: Seat::Second, play: CardPlay::Cheater, clears: false };
    gone[0].events.push(look);
    let back = before.back(&gone, &mut dice(0, 9)).unwrap();
    assert!(!back.hand(Seat::Second).unwrap().contains("pile"));
}

#[test]
fn cards_that_were_turned_up_are_named_to_whoever_is_asked() {
    let mut table = Table::new("", "up ring fire | pile fate queen");
    let (before, gone) = played(&mut table, &["b6-a5", "card ring a5", "a3-b4", "card fire e4"]);
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    assert_eq!(before.seen(&gone, to), ["Fate and Queen were turned up"]);
    assert_eq!(before.seen(&gone[..1], to), ["Fate was turned up"]);
    assert_eq!(before.seen(&gone[1..2], to), Vec::<String>::new());
}
