//! The tables of the kernel, in the order in which they refer to each other.
use super::{
    adapters, away_rooms, board_links, boards_and_menus, cards, challenge_codes, challenges, codes,
    competitions, gateway_sessions, greetings, handed_seats, last_done, leavers, matches, outbox,
    people, pings, practice, processes, questions, rated_matches, ratings, rooms, seasons, servers,
    steps,
    tables::{SchemaStep, TableParts, TableSpec, Tables},
    tallies, threads, told, turns, unfinished, watches,
};

/// The kernel's own part, which comes first in every list.
pub static KERNEL: Tables = Tables {
    part: "kernel",
    steps: &[
        SchemaStep::new(39, include_str!("migrations/039_start.sql"))
            .on_postgres(include_str!("migrations/039_start.postgres.sql")),
        SchemaStep::new(40, include_str!("migrations/040_people_found.sql")),
        SchemaStep::new(41, include_str!("migrations/041_shown_hands.sql")),
        SchemaStep::new(42, include_str!("migrations/042_addresses_and_browsers.sql"))
            .on_postgres(include_str!("migrations/042_addresses_and_browsers.postgres.sql")),
        SchemaStep::new(43, include_str!("migrations/043_rooms.sql"))
            .on_postgres(include_str!("migrations/043_rooms.postgres.sql")),
        SchemaStep::new(44, include_str!("migrations/044_parts.sql")),
        SchemaStep::new(45, include_str!("migrations/045_divided.sql")),
        SchemaStep::new(46, include_str!("migrations/046_unfinished.sql")),
        SchemaStep::new(47, include_str!("migrations/047_told.sql")),
        SchemaStep::new(48, include_str!("migrations/048_leavers.sql")),
    ],
    specs: &[
        rooms::ROOMS,
        people::PEOPLE,
        servers::SERVERS,
        servers::BANS,
        challenges::CHALLENGES,
        ratings::RATINGS,
        rated_matches::CURVES,
        ratings::SHIFTS,
        outbox::OUTBOX,
        outbox::HANDLED,
        boards_and_menus::PRIVATE_PLACES,
        threads::SENTENCES,
        boards_and_menus::MENUS,
        boards_and_menus::FETCHES,
        last_done::MOMENTS,
        cards::CARDS,
        greetings::GREETINGS,
        matches::MATCHES,
        steps::STEPS,
        watches::WATCHES,
        boards_and_menus::BOARDS,
        threads::THREADS,
        practice::PRACTICE,
        matches::SEATS,
        handed_seats::HANDED_SEATS,
        handed_seats::SETTLEMENTS,
        seasons::SEASON_RATINGS,
        seasons::ESTABLISHED,
        adapters::CURSORS,
        adapters::NEWEST_EVENTS,
        adapters::WARNINGS,
        adapters::KEYLESS_EVENTS,
        adapters::REGISTRATIONS,
        turns::TURNS,
        competitions::COMPETITIONS,
        competitions::COMPETITION_MATCHES,
        away_rooms::AWAY_ROOMS,
        challenge_codes::CHALLENGE_CODES,
        challenge_codes::ROOM_PAIRS,
        tallies::TALLIES,
        gateway_sessions::GATEWAY_SESSIONS,
        board_links::BOARD_LINKS,
        codes::WRONG_CODES,
        pings::PINGS,
        questions::QUESTIONS,
        processes::LEASES,
        unfinished::UNFINISHED,
        told::TOLD,
        leavers::LEAVERS,
        TableSpec::dropped("losses"),
        PARTS,
    ],
};

/// The kernel without anything else.
pub const KERNEL_ALONE: TableParts = &[&KERNEL];

// Each database has its own.
const PARTS: TableSpec =
    TableSpec::not_copied("parts").unexported(&[("*", "what the program itself has")]);
