//! The two players of a board: who plays which side, what is counted, the time left, and whose turn it is.
use engine::{
    scene::{
        Count, Ink, Item, Scene, Side, Surface, Tally,
        court::{CourtThing, Suit},
    },
    seat::Seat,
};
use maud::{Markup, html};
use service::BoardPage;

use super::words;

/// Writes both players, the one at the far side first.
pub(super) fn plates(page: &BoardPage) -> Markup {
    let facing = page.scene.facing;
    html! {
        div.plates {
            @for seat in [facing.other(), facing] { (plate(page, seat)) }
        }
    }
}

fn plate(page: &BoardPage, seat: Seat) -> Markup {
    let scene = &page.scene;
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
                @if let Surface::Pitch(_) = scene.board { (words::goal_side(seat == scene.facing)) }
            }
            @if let Some(clock) = clock {
                // The script lets it run while it counts.
                b.clock.short[short] data-left=[page.left.get(seat)] { (clock) }
            }
            @if *to_move { span.unseen { (words::TO_MOVE) } }
        }
    }
}

/// Returns the class of a chip in the colours of a side's pieces.
fn look(scene: &Scene, seat: Seat, ink: Ink) -> &'static str {
    let crowns = |item: &Item| match item {
        Item::Court(CourtThing::Coin { coin, .. } | CourtThing::Off { coin, .. }) => {
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
