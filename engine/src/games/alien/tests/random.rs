//! What holds in every position that random play reaches.
use super::{
    super::{
        cards::Deck,
        field::{HIPPOS, PIECES},
        square::Square,
    },
    *,
};

const SETTINGS: [&str; 4] = ["", "decks=3", "jupiter=moved", "endless"];

#[test]
fn every_match_ends_and_keeps_its_invariants() {
    for settings in SETTINGS {
        walk(settings, 25, |game| {
            let field = &game.field;
            for seat in Seat::BOTH {
                let standing: u8 = field.of(seat).map(|it| it.1.height).sum();
                assert_eq!(standing + field.pool(seat), PIECES, "pieces of {seat}");
                assert!(field.of(seat).all(|it| (1..=3).contains(&it.1.height)));
                let torn = matches!(game.phase, Phase::Crown { .. });
                assert!(
                    torn || game.ready(seat).is_empty() || field.pool(seat) == 0,
                    "a pawn waits in vain"
                );
                let own = *game.planets.0.get(seat);
                assert!(!game.ruled_out.get(seat).contains(&own));
            }
            let mut cards: Vec<_> = game.deck.top_first().collect();
            cards.extend(game.deck.up.iter().chain(&game.deck.spent));
            cards.sort_unstable();
            assert_eq!(cards, Deck::whole(game.options.decks));
            assert!(field.hippos() <= HIPPOS);
            assert!(field.stacks().all(|it| !it.1.hippo || it.1.snookles == 0));
            // With nine walls two more may be built (B-R33).
            assert!(field.wall_count() <= 11);
            assert!(
                field.walls(Seat::First).all(|it| field.wall(it) == Some(Seat::First)),
                "two walls on an edge"
            );
            if let Some(at) = field.monolith {
                assert!(at.block().is_some(), "the monolith is wholly on the board");
            }
            for at in Square::all() {
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
fn every_card_gets_played_in_every_way() {
    let mut seen = Vec::new();
    walk("", 60, |game| {
        for action in game.choices(game.seat()).listed {
            let Action::Card(play) = action else { continue };
            let kind = format!("{:?}", std::mem::discriminant(&play));
            if !seen.contains(&(play.card(), kind.clone())) {
                seen.push((play.card(), kind));
            }
        }
    });
    // Twenty cards; Monolith, Translation and Fortify have two ways; and what may or must be left undone.
    let ways = seen
        .iter()
        .filter(|it| it.1 != format!("{:?}", std::mem::discriminant(&Play::Nothing(it.0))))
        .count();
    assert_eq!(ways, 23);
}
