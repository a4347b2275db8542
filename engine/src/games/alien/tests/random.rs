//! What holds in every position that random play reaches.
use super::{
    super::{
        cards::{Card, Deck},
        field::HIPPOS,
        square::AlienSquare,
    },
    *,
};

const SETTINGS: [&str; 6] =
    ["", "decks=3", "pieces=8", "pieces=8 kings=4 decks=2", "jupiter=moved", "endless"];

#[test]
fn every_match_ends_and_keeps_its_invariants() {
    for settings in SETTINGS {
        walk(settings, 25, |game| {
            let field = &game.field;
            for seat in Seat::BOTH {
                let standing: u8 = field.of(seat).map(|it| it.1.height).sum();
                assert_eq!(standing + game.pool(seat), game.options.pieces, "pieces of {seat}");
                assert!(field.of(seat).all(|(_, stack)| (1..=3).contains(&stack.height)));
                let (pool, ready) = (game.pool(seat), game.ready(seat).len());
                // A match may end before the owner has chosen.
                let torn = match game.phase {
                    Phase::Crown { .. } => true,
                    Phase::Over(_) => usize::from(pool) < ready,
                    _ => false,
                };
                assert!(torn || ready == 0 || pool == 0, "a pawn waits in vain");
                let own = *game.planets.0.get(seat);
                assert!(!game.ruled_out.get(seat).contains(&own));
            }
            let mut cards: Vec<_> = game.deck.top_first().collect();
            cards.extend(game.deck.up.iter().chain(&game.deck.spent));
            cards.sort_unstable();
            assert_eq!(cards, Deck::whole(game.options.decks));
            assert!(field.hippos() <= HIPPOS);
            assert!(field.stacks().all(|(_, stack)| !stack.hippo || stack.snookles == 0));
            // With nine walls two more may be built (B-R33).
            assert!(field.wall_count() <= 11);
            let [blacks, whites] = Seat::BOTH.map(|seat| field.walls(seat).collect::<Vec<_>>());
            assert!(!blacks.iter().any(|edge| whites.contains(edge)), "two walls on an edge");
            if let Some(at) = field.monolith {
                assert!(at.block().is_some(), "the monolith is wholly on the board");
            }
            for at in AlienSquare::all() {
                let filled = [
                    field.stack(at).is_some(),
                    field.water.contains(at),
                    field.fire.contains(at),
                    field.covered(at),
                ];
                assert!(filled.iter().filter(|it| **it).count() <= 1, "{at}: {filled:?}");
            }
            match game.phase {
                Phase::Move => {
                    assert!(!game.deck.up.is_empty() && !game.deck.pile.0.is_empty());
                    assert!(!game.moves().is_empty());
                }
                Phase::Card => assert!(2 <= game.deck.up.len()),
                _ => {}
            }
        });
    }
}

#[test]
fn what_is_written_is_read_and_what_is_saved_comes_back() {
    walk("", 6, |game| {
        let seat = game.seat();
        let listed = game.choices(seat).listed;
        assert_eq!(game.choices(seat.other()).listed, []);
        for action in &listed {
            let text = game.write(action);
            assert_eq!(game.read(seat, &text).as_ref(), Ok(action), "{text}");
            let data = serde_json::to_value(action).unwrap();
            assert_eq!(serde_json::from_value::<Action>(data).unwrap(), *action);
        }
        let saved = serde_json::to_value(game).unwrap();
        assert_eq!(serde_json::from_value::<Alien>(saved).unwrap(), *game);
    });
}

#[test]
fn every_card_does_what_it_says_in_every_way() {
    let mut seen = Vec::new();
    let mut nth = 0;
    walk("", 60, |game| {
        let mut here = Vec::new();
        for action in game.choices(game.seat()).listed {
            let Action::Card(play) = action else { continue };
            // One of each kind in a position is enough, a different one each time.
            let kind = (play.card(), std::mem::discriminant(&play));
            nth += 1;
            if here.contains(&kind) || nth % 3 == 0 {
                continue;
            }
            here.push(kind);
            let (mut after, mut dice) = (game.clone(), dice(nth, 3));
            let mut step = Step::new(&mut dice);
            after.act(game.seat(), &Action::Card(play.clone()), &mut step).unwrap();
            let events = step.finish().0;
            assert!(does(game, &play, &after, &events), "{play:?}: {events:?}");
            if !seen.contains(&kind) {
                seen.push(kind);
            }
        }
    });
    // Twenty cards; Monolith, Translation and Fortify have two ways.
    let ways = seen
        .iter()
        .filter(|&&(card, kind)| kind != std::mem::discriminant(&CardPlay::Nothing(card)));
    assert_eq!(ways.count(), 23);
}

/// Tells whether a card did what it says, as far as that is visible after its other effects.
fn does(game: &Alien, play: &CardPlay, after: &Alien, events: &[Event]) -> bool {
    let (old, new, me) = (&game.field, &after.field, game.turn);
    let stack = |at: &AlienSquare| new.stack(*at).copied();
    let height = |at: &AlienSquare| stack(at).map_or(0, |it| it.height);
    let arrived = |from: &AlienSquare, to: &AlienSquare| {
        let owner = old.stack(*from).map(|it| it.seat);
        stack(to).map(|it| it.seat) == owner && (from == to || new.stack(*from).is_none())
    };
    let travelled = |travel: &super::super::Travel| {
        arrived(&travel.from, &travel.to())
            && travel.over().all(|square| new.stack(square).is_none())
    };
    let told = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    let shuffled = || {
        let Deck { up, spent, .. } = &after.deck;
        told(|event| matches!(event, Event::Shuffled { .. })) && up.len() == 1 && spent.is_empty()
    };
    let is_over = matches!(after.phase, Phase::Over(_));
    let spent = |card| {
        after.deck.spent.contains(&card) || told(|event| matches!(event, Event::Shuffled { .. }))
    };
    spent(play.card())
        && match play {
            CardPlay::Flood(at) => new.water.contains(*at) != old.fire.contains(*at),
            CardPlay::Fire(at) => new.fire.contains(*at) != old.water.contains(*at),
            CardPlay::Emperor { pawn, king } => new.stack(*pawn).is_none() && height(king) == 3,
            CardPlay::Revive(at) => {
                stack(at).is_some_and(|it| it.seat == me)
                    && after.deeds.get(me).revived == game.deeds.get(me).revived + 1
            }
            CardPlay::Place(at) => new.monolith == Some(*at),
            CardPlay::Shove(way) | CardPlay::Doom(way) => {
                let again = is_over || matches!(after.phase, Phase::Doom | Phase::Crown { .. });
                new.monolith == old.monolith.and_then(|it| it.step(*way))
                    && (again || matches!(play, CardPlay::Shove(_)))
            }
            CardPlay::Hippo(at) => stack(at).is_some_and(|stack| stack.hippo && stack.seat != me),
            CardPlay::Snookle(at) => {
                let before = old.stack(*at).map_or(0, |it| it.snookles);
                stack(at).is_some_and(|stack| !stack.hippo && stack.snookles == before + 1)
            }
            CardPlay::Ring(at) => {
                let before = old.stack(*at).map_or(0, |it| it.rings);
                stack(at).is_some_and(|it| it.rings == before + 1)
            }
            CardPlay::Reshuffle(travel) => {
                travelled(travel)
                    && (shuffled() || is_over || matches!(after.phase, Phase::Crown { .. }))
            }
            CardPlay::Leap(travel) => travelled(travel),
            CardPlay::Double { lifted, travel } => {
                travelled(travel) && new.stack(*lifted).map(|it| it.seat) == Some(me.other())
            }
            CardPlay::Shift { from, to }
            | CardPlay::Wormhole { from, to }
            | CardPlay::Queen { from, to } => arrived(from, to),
            CardPlay::Wanderlust => after.order == Some(super::super::Binding::Wanderlust),
            CardPlay::Fate(at) => after.order == Some(super::super::Binding::Fate(*at)),
            CardPlay::Build(edges) => edges.iter().all(|edge| new.wall(*edge) == Some(me)),
            CardPlay::Raze(edges) => edges.iter().all(|edge| new.wall(*edge).is_none()),
            CardPlay::Antimatter(at) => at.block().into_iter().flatten().all(|square| {
                new.stack(square).is_none()
                    && !new.water.contains(square)
                    && !new.fire.contains(square)
            }),
            CardPlay::Cheater => after.phase == Phase::Cheat && after.turn == me,
            CardPlay::Rotate { clockwise } => after.home == game.home.turned(*clockwise),
            CardPlay::Nothing(Card::Reshuffle) => shuffled(),
            CardPlay::Nothing(_) => {
                let set = |game: &Alien| serde_json::to_value(&game.field).unwrap();
                set(game) == set(after) && after.order.is_none()
            }
        }
}
