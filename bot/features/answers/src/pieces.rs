//! The score of a match: what each side has, and by how much they differ.
use engine::{
    scene::{Count, Scene, Surface, Tally},
    seat::{BySeat, Seat},
};

use super::words;

/// What a side has.
pub(super) struct SideScore {
    pub(super) counts: Vec<(Count, u32)>,
    /// The number that is compared.
    total: u32,
    is_goals: bool,
}

/// Says what both sides have and which has more.
pub(super) fn score(scene: &Scene, names: &BySeat<String>) -> String {
    let sides = BySeat::new(|seat| of_side(scene, seat));
    let each = Seat::BOTH.map(|seat| words::has(names.get(seat), &sides.get(seat).counts));
    let (first, second) = (sides.first.total, sides.second.total);
    let more = if first < second { Seat::Second } else { Seat::First };
    let by = first.abs_diff(second);
    let compared = match (by, sides.first.is_goals) {
        (0, true) => words::level_score(),
        (0, false) => words::level_pieces(),
        (by, true) => words::leads(names.get(more), by),
        (by, false) => words::has_more(names.get(more), by),
    };
    format!("{} {compared}", each.join(" "))
}

fn of_side(scene: &Scene, seat: Seat) -> SideScore {
    if let Surface::Pitch(pitch) = &scene.board {
        let goals = *pitch.goals.get(seat);
        let on_field = pitch.players.iter().filter(|it| it.seat == seat).count();
        let players = u32::try_from(on_field).unwrap_or_default();
        return SideScore {
            counts: vec![(Count::Goals, goals), (Count::Men, players)],
            total: goals,
            is_goals: true,
        };
    }
    let tallies = &scene.sides.get(seat).tallies;
    let counts: Vec<(Count, u32)> =
        tallies.iter().map(|Tally { what, count }| (*what, *count)).collect();
    let is_goals = counts.iter().any(|it| it.0 == Count::Goals);
    let total = counts.iter().filter(|(what, _)| match what {
        Count::Goals => true,
        Count::Men | Count::Kings | Count::Pawns | Count::Emperors => !is_goals,
        Count::Captured | Count::Fallen | Count::Off | Count::Pool => false,
    });
    let total = total.map(|it| it.1).sum();
    SideScore { counts, total, is_goals }
}
