//! The migrations of a database on a server.

/// The migrations, each with the version that it leads to: the same numbers as SQLite's. An empty database begins with the first.
pub(super) const STEPS: &[(usize, &str)] = &[
    (23, include_str!("../migrations/postgres/023_start.sql")),
    (24, include_str!("../migrations/postgres/024_votes.sql")),
    (25, include_str!("../migrations/postgres/025_processes.sql")),
    (26, include_str!("../migrations/postgres/026_codes.sql")),
    (27, include_str!("../migrations/postgres/027_questions.sql")),
    (28, include_str!("../migrations/postgres/028_boards_passed.sql")),
    (29, include_str!("../migrations/postgres/029_resigning.sql")),
    (30, include_str!("../migrations/postgres/030_league_cards.sql")),
    (31, include_str!("../migrations/postgres/031_seasons_anew.sql")),
    (32, include_str!("../migrations/postgres/032_threads_of_channels.sql")),
    (33, include_str!("../migrations/postgres/033_board_links.sql")),
    (34, include_str!("../migrations/postgres/034_handed_seats.sql")),
    (35, include_str!("../migrations/postgres/035_calls.sql")),
    (36, include_str!("../migrations/postgres/036_room_puzzles.sql")),
    (37, include_str!("../migrations/postgres/037_gazettes.sql")),
    (38, include_str!("../migrations/postgres/038_own_puzzles.sql")),
    (39, include_str!("../migrations/postgres/039_luck.sql")),
    (40, include_str!("../migrations/postgres/040_people_found.sql")),
    (41, include_str!("../migrations/postgres/041_shown_hands.sql")),
    (42, include_str!("../migrations/postgres/042_addresses_and_browsers.sql")),
    (43, include_str!("../migrations/postgres/043_rooms.sql")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::KNOWN;

    #[test]
    fn both_databases_have_the_same_versions() {
        assert_eq!(STEPS.last().map(|it| it.0), Some(KNOWN));
        assert!(STEPS.is_sorted_by(|a, b| a.0 + 1 == b.0));
    }
}
