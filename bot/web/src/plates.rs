//! The two players of a board: who plays which side, what is counted, the time left, and whose turn it is.
use engine::{
    scene::{
        Count, Ink, Item, Scene, Side, Surface, Tally,
        court::{Suit, Thing},
    },
    seat::Seat,
};
use maud::{Markup, html};

use super::words;

/// Writes both players, the one at the far side first.
pub(super) fn plates(scene: &Scene) -> Markup {
    html! {
        div.plates {
            @for seat in [scene.facing.other(), scene.facing] { (plate(scene, seat)) }
        }
    }
}

fn plate(scene: &Scene, seat: Seat) -> Markup {
    let Side { name, role, ink, to_move, tallies: _, clock, left } = scene.sides.get(seat);
    let counted = counted(scene, seat);
    let goals = counted.iter().find(|it| it.what == Count::Goals).map(|it| it.count);
    let short = left.is_some_and(|it| it.short);
    html! {
        div.plate.on-turn[*to_move] {
            span class={ "chip " (look(scene, seat, *ink)) } {}
            b { (name) }
            @if let Some(goals) = goals { b.score { (goals) span.unseen { (words::goals(goals)) } } }
            small {
                @if role != name { (role) }
                @for tally in counted.iter().filter(|it| it.what != Count::Goals) {
                    " · " (words::counted(tally))
                }
                @if let Some(clock) = clock { " · " span.short[short] { (clock) } }
            }
            @if *to_move { span.unseen { (words::TO_MOVE) } }
        }
    }
}

/// Returns the class of a chip in the colours of a side's pieces.
fn look(scene: &Scene, seat: Seat, ink: Ink) -> &'static str {
    let crowns = |item: &Item| match item {
        Item::Court(Thing::Coin { coin, .. } | Thing::Off { coin, .. }) => {
            coin.suit == Suit::Crowns && coin.of.is_some_and(|(of, _)| of == seat)
        }
        _ => false,
    };
    match (&scene.board, ink) {
        (Surface::Squares(_), Ink::Dark) => "dark",
        (Surface::Squares(_), Ink::Light) => "light",
        (Surface::Court(_), _) => {
            if scene.items.iter().any(crowns) {
                "gold"
            } else {
                "blue"
            }
        }
        (Surface::Pitch(_), Ink::Dark) => "blue",
        (Surface::Pitch(_), Ink::Light) => "gold",
    }
}

/// Lists what is counted for a side and worth a glance: men and goals always, anything else only if there is some.
fn counted(scene: &Scene, seat: Seat) -> Vec<Tally> {
    let own = match &scene.board {
        Surface::Squares(_) | Surface::Court(_) => scene.sides.get(seat).tallies.clone(),
        Surface::Pitch(pitch) => vec![
            Tally { what: Count::Goals, count: *pitch.goals.get(seat) },
            Tally { what: Count::Off, count: *pitch.sent_off.get(seat) },
        ],
    };
    let always =
        |what: Count| matches!(what, Count::Men | Count::Pawns | Count::Pool | Count::Goals);
    own.into_iter().filter(|tally| always(tally.what) || 0 < tally.count).collect()
}
