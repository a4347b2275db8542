//! Databases of every earlier version are brought to the newest.
use model::ids::Chat;
use rusqlite_migration::Migrations;

use super::{
    super::{Cursor, Registration, Warning, example::within},
    schema::STEPS,
    tests::{open, place},
    *,
};

#[test]
fn a_database_of_the_first_version_opens_with_what_is_in_it() {
    let place = place();
    let mut old = Connection::open(&place.file).unwrap();
    Migrations::from_slice(&STEPS[..1]).to_latest(&mut old).unwrap();
    let sql =
        "INSERT INTO people (chat, handle, name, folded) VALUES ('console', 'ann', 'Ann', 'ann')";
    old.execute_batch(sql).unwrap();
    drop(old);
    let mut store = open(&place.file).unwrap();
    within(&mut store, |tx| {
        let ann = tx.person_by_handle(Chat::Console, "ann").unwrap().unwrap();
        assert_eq!((ann.name.as_str(), ann.level), ("Ann", None));
        assert_eq!(tx.running_practice().unwrap(), []);
    });
}

/// Makes a database of an older version.
fn make(file: &Path, version: usize) {
    let mut old = Connection::open(file).unwrap();
    Migrations::from_slice(&STEPS[..version]).to_latest(&mut old).unwrap();
}

#[test]
fn a_database_is_copied_before_it_is_upgraded() {
    let place = place();
    let copy = |version: usize| place.folder.path().join(format!("games.db.schema-{version}"));
    drop(open(&place.file).unwrap());
    assert!(!fs::exists(copy(KNOWN)).unwrap(), "a new one isn't");
    fs::remove_file(&place.file).unwrap();
    make(&place.file, 20);
    drop(open(&place.file).unwrap());
    assert_eq!(Store::examine(&copy(20)).unwrap(), (20, KNOWN));
    assert_eq!(Store::examine(&place.file).unwrap(), (KNOWN, KNOWN));
    fs::remove_file(&place.file).unwrap();
    make(&place.file, 25);
    // What an interrupted start left.
    fs::write(place.folder.path().join("games.db.schema-25.part"), "half").unwrap();
    fs::write(place.folder.path().join("games.db.schema-mine"), "by hand").unwrap();
    drop(open(&place.file).unwrap());
    assert_eq!(Store::examine(&copy(25)).unwrap(), (25, KNOWN));
    assert!(!fs::exists(copy(20)).unwrap(), "the copy of the upgrade before is deleted");
    assert!(fs::exists(place.folder.path().join("games.db.schema-mine")).unwrap());
}

#[test]
fn a_database_that_cannot_be_copied_is_not_upgraded() {
    let place = place();
    make(&place.file, 20);
    // A folder that isn't empty can't be replaced by a copy.
    let copy = place.folder.path().join("games.db.schema-20");
    fs::create_dir_all(copy.join("x")).unwrap();
    assert!(open(&place.file).is_err());
    assert_eq!(Store::examine(&place.file).unwrap(), (20, KNOWN));
}

#[test]
fn places_greeted_by_older_versions_are_not_greeted_again() {
    let place = place();
    let mut old = Connection::open(&place.file).unwrap();
    Migrations::from_slice(&STEPS[..6]).to_latest(&mut old).unwrap();
    let notes = "INSERT INTO notes (chat, key, value)
                 VALUES ('matrix', 'greeted/!hall:x', 'true')";
    old.execute_batch(notes).unwrap();
    drop(old);
    within(&mut open(&place.file).unwrap(), |tx| {
        assert!(tx.is_greeted(Chat::Matrix, "!hall:x").unwrap());
    });
}

#[test]
fn what_adapters_kept_in_older_versions_is_there() {
    let place = place();
    let mut old = Connection::open(&place.file).unwrap();
    Migrations::from_slice(&STEPS[..11]).to_latest(&mut old).unwrap();
    let unreadable = r#"[{"room":"!r:x","event":"$e","at":9,"session":null},{"room":1},{"room":"!r:x","event":"$f","at":10,"session":"s"}]"#;
    for (chat, key, value) in [
        ("matrix", "mark", r#""0a1b2c3d""#),
        ("matrix", "position", r#""s1_2""#),
        ("matrix", "seen/!r:x", r#""$e""#),
        ("matrix", "seen/!broken:x", "$e"),
        ("matrix", "warned/!r:x", "true"),
        ("matrix", "deaf/!r:x", "20000"),
        ("matrix", "unreadable", unreadable),
        ("matrix", "declined/@ann:x", "true"),
        ("discord", "commands", "5/7/ab"),
    ] {
        let sql = "INSERT INTO notes (chat, key, value) VALUES (?, ?, ?)";
        old.execute(sql, [chat, key, value]).unwrap();
    }
    drop(old);
    within(&mut open(&place.file).unwrap(), |tx| {
        let chat = Chat::Matrix;
        assert_eq!(tx.cursor(chat, Cursor::Mark).unwrap().as_deref(), Some("0a1b2c3d"));
        assert_eq!(tx.cursor(chat, Cursor::Position).unwrap().as_deref(), Some("s1_2"));
        assert_eq!(tx.newest_event(chat, "!r:x").unwrap().as_deref(), Some("$e"));
        assert_eq!(tx.newest_event(chat, "!broken:x").unwrap(), None);
        assert_eq!(tx.warned_on(chat, "!r:x", Warning::Open).unwrap(), Some(0));
        assert_eq!(tx.warned_on(chat, "!r:x", Warning::Keyless).unwrap(), Some(20000));
        let keyless = tx.keyless_events(chat).unwrap();
        let keyless: Vec<_> =
            keyless.iter().map(|event| (&*event.event, event.session.as_deref())).collect();
        assert_eq!(keyless, [("$e", None), ("$f", Some("s"))]);
        let registered = tx.registration(Chat::Discord).unwrap().unwrap();
        let Registration { application, server, hash } = registered;
        assert_eq!((&*application, server.as_deref(), &*hash), ("5", Some("7"), "ab"));
    });
}

#[test]
fn boards_of_older_databases_stand_in_the_room_of_their_match() {
    let old = Connection::open_in_memory().unwrap();
    // Only the columns that the migration reads.
    let before = "CREATE TABLE rooms (id, handle); CREATE TABLE matches (id, room);
                  CREATE TABLE boards (match_id, chat, place, passed);
                  CREATE UNIQUE INDEX boards_standing ON boards (chat, match_id) WHERE passed = 0;
                  INSERT INTO rooms VALUES (1, 'hall'); INSERT INTO matches VALUES (7, 1);
                  INSERT INTO boards VALUES (7, 'discord', 'thread', 0), (8, 'discord', 'nook', 0);";
    old.execute_batch(before).unwrap();
    old.execute_batch(include_str!("../migrations/006_boards_by_room.sql")).unwrap();
    let mut rooms = old.prepare("SELECT room FROM boards ORDER BY match_id").unwrap();
    let rooms: Result<Vec<String>, _> = rooms.query_map([], |row| row.get(0)).unwrap().collect();
    assert_eq!(rooms.unwrap(), ["hall", "nook"]);
}

/// Matches, steps and everything else about them are the same as before the migration.
#[test]
fn the_columns_of_two_seats_become_rows() {
    let place = place();
    let mut old = Connection::open(&place.file).unwrap();
    Migrations::from_slice(&STEPS[..7]).to_latest(&mut old).unwrap();
    let secret = "0".repeat(64);
    let sql = format!(
        r#"INSERT INTO people (chat, handle, name, folded)
               VALUES ('console', 'ann', 'Ann', 'ann'), ('console', 'ben', 'Ben', 'ben');
           INSERT INTO rooms (chat, handle, name, server) VALUES ('console', 'r', 'r', '');
           INSERT INTO matches (room, first, second, game, rated, private, waiting_second, opened_at, touched_at, tag, secret,
                                options, house, timer, nudges, word_first, word_second, pact)
               VALUES (1, 2, 1, 'draughts', 1, 0, 1, 5, 6, 't', '{secret}', '{{}}', '{{}}', '{{}}', '{{}}', 'one', 'two', '{{}}');
           INSERT INTO matches (room, first, second, game, rated, private, opened_at, touched_at, ended_at, ending, tag, secret,
                                options, house, timer, nudges, word_first, word_second, pact)
               VALUES (1, 1, 2, 'draughts', 1, 0, 7, 8, 9, '{{"called-off":{{"by":"second","rule":"aborted"}}}}', 't', '{secret}',
                       '{{}}', '{{}}', '{{}}', '{{}}', '', '', '{{}}');
           INSERT INTO shares VALUES (1, '{key}', 0, 1);"#,
        key = "0f".repeat(16)
    );
    old.execute_batch(&sql).unwrap();
    drop(old);
    let store = open(&place.file).unwrap();
    let ask = |sql: &str| -> String {
        store.file().connection.query_row(sql, [], |it| it.get(0)).unwrap()
    };
    let seats = "SELECT group_concat(concat_ws(' ', match_id, seat, person, waiting, called_off, touched_at, ended_at, word), '; ') FROM seats";
    let rows = "1 first 2 0 0 6 one; 1 second 1 1 0 6 two; 2 first 1 0 0 8 9 ; 2 second 2 0 1 8 9 ";
    assert_eq!(ask(seats), rows);
    assert_eq!(ask("SELECT group_concat(match_id || seat) FROM share_consents"), "1second");
    assert_eq!(ask("SELECT group_concat(id || ' ' || touched_at) FROM matches"), "1 6,2 8");
}

/// An opened database keeps its schema, so a released migration may never change.
#[test]
fn forms_that_were_released_stay_as_they_are() {
    use sha2::{Digest as _, Sha256};
    let hash = |text: &str| hex::encode(Sha256::digest(text));
    let released = [
        (
            include_str!("../migrations/001_start.sql"),
            "17a87c5b4b1c94ebcded9505cccf64200610f2e6aacdfd967d6c9fe24febe4ea",
        ),
        (
            include_str!("../migrations/002_practice.sql"),
            "5ecc00a4a5f559b3526721612c04537168aea370f4c7ff71b27fbcce44726bf7",
        ),
        (
            include_str!("../migrations/003_packed_steps.sql"),
            "25c135f6ceac0ee50dca64a9056b16ea844f5d3be89141579ed2b1867684e42c",
        ),
        (
            include_str!("../migrations/004_shares.sql"),
            "fc31ff051a99b094113583be580a4b99d6a53398bb401fb212842eb25bb03af4",
        ),
        (
            include_str!("../migrations/005_cards.sql"),
            "4623c64432f7164f19782ffbb120ba32e6e79c9e708e69d0d22fafd850a3e8e2",
        ),
        (
            include_str!("../migrations/006_boards_by_room.sql"),
            "d4e19e196123a6da4fe2039c4c954e40bd874855c3b5a71c01956a7b80728b71",
        ),
        (
            include_str!("../migrations/007_greetings.sql"),
            "79621872b144495b39cbe90461b241970cbb7605da6b344f2139d75f7639508b",
        ),
        (
            include_str!("../migrations/008_seats.sql"),
            "464d9a109828730c4f63bb8f75eed049197a3802d1d86bfa038e7bba25e0f28a",
        ),
        (
            include_str!("../migrations/009_seasons.sql"),
            "a9e02a962cf35bf97bb39a49f795a9b8ec341a29a20fd65ea962abc824a9d46a",
        ),
        (
            include_str!("../migrations/010_steps_by_base.sql"),
            "68ce7d407121cc27952a6e377d16f4cb827f4f510fa52dec662fff83c9f32627",
        ),
        (
            include_str!("../migrations/011_server_pages.sql"),
            "7eea02ce517c646e3165f13ca24f8d796e6caa1c8a62183584893f5f49efcbbf",
        ),
        (
            include_str!("../migrations/012_adapters.sql"),
            "99a4a48ce4d82c72b31deb0212582f301803b1d0ba3da87b895e5670b1ad1b5e",
        ),
        (
            include_str!("../migrations/013_orders.sql"),
            "337687c9d66ae0d86e23b53032bfb4fed0969b37fc14bc2a886b662efa578f0c",
        ),
        (
            include_str!("../migrations/014_notes.sql"),
            "9e4849d619fce7ec86901a92b0f2b4cdca0289639adfce3fa4dc059b31676846",
        ),
        (
            include_str!("../migrations/015_turns.sql"),
            "f32e218c977f93f8ba3c339072a736791b5a19b0dcd6c4de6dc6a53d9948cca6",
        ),
        (
            include_str!("../migrations/016_competitions.sql"),
            "9fffa5ff736bc63a3810474a735e3b07661ac7823b7802faf3a4d1e352ab5469",
        ),
        (
            include_str!("../migrations/017_answers_only.sql"),
            "9c6674d356ba63b69ad0c3c7ef45f06f1ef53828d9d97efee6da1944ea38ea5d",
        ),
        (
            include_str!("../migrations/018_leagues.sql"),
            "3f52883ea8ff935ac24823364cf5257eadc9d8be862a502d891b9e1893db7f5d",
        ),
        (
            include_str!("../migrations/019_ladders.sql"),
            "0f9a203bb8a2272aa222901765231755d32dfb8cd9a712d561c77c54c4c8d4bd",
        ),
        (
            include_str!("../migrations/020_lessons.sql"),
            "92d81c56c3b8ae8ae57a1cb02de03eacaef7d828a88f26c59d12ddd4c9831e17",
        ),
        (
            include_str!("../migrations/021_across.sql"),
            "2b1b638d45b39f5ea59e8934cd269353d7fb99e995a89aa2709555651ab1d5d2",
        ),
        (
            include_str!("../migrations/022_puzzles.sql"),
            "7cd7dbb215b40cbe2292bebf665e113d5cbdaf68d62e1dce861ea601de254228",
        ),
        (
            include_str!("../migrations/023_champions.sql"),
            "9ff3d77415bfee3e08f2dd7ee11553b0701576792ba71baa17db28ea6790087d",
        ),
        (
            include_str!("../migrations/024_votes.sql"),
            "43f7d9c5ddc445f83c15cbc186cab764753517653ef2ee8dced82663d4bf6004",
        ),
        (
            include_str!("../migrations/025_processes.sql"),
            "8e8f00958e3d57f55c7ce3e58033cdb87fa87629a59b40eca7e25fb025028dc6",
        ),
        (
            include_str!("../migrations/026_codes.sql"),
            "1b9e1b144a7fdd2571d08b441379f3fe86b196d971458b88f0c776f1b673f6de",
        ),
        (
            include_str!("../migrations/027_questions.sql"),
            "edf6fb25c04e316448ccb938404ee4941a5e21698f3c59b19a79aec336c6ea36",
        ),
        (
            include_str!("../migrations/028_boards_passed.sql"),
            "c3d1a420847adc6a90e618f41a3b0c8a73c9d930c3a9999dd5e11d2bf4f43454",
        ),
        (
            include_str!("../migrations/029_resigning.sql"),
            "508d859eb424e4fd4835c070eada0393173a6b320d5e9fcba604f3da1a1ebec2",
        ),
        (
            include_str!("../migrations/030_league_cards.sql"),
            "5d8ae4ba6a60f5911545985d53e85a079b3caa1e681412d6d31c19d0c9650098",
        ),
        (
            include_str!("../migrations/031_seasons_anew.sql"),
            "3672eec60f5990afe96e516c31e4fc3ebe400328a21b525d7a0fbd33a21eed83",
        ),
        (
            include_str!("../migrations/032_threads_of_channels.sql"),
            "1eb986d18d9c97de7960ef3e3f30368bc0293fb084f819e0e9a70d850c32e60e",
        ),
        (
            include_str!("../migrations/033_board_links.sql"),
            "fffda5c32521ad73a720c91897a551a471f09e27b639dd61dd1b24d21c351d9c",
        ),
        (
            include_str!("../migrations/034_handed_seats.sql"),
            "b083f41d980b321d560df7d03c02c6ff456baab38acf8c7b0a12cb6cd3aa7c0f",
        ),
        (
            include_str!("../migrations/035_calls.sql"),
            "c04bc02d7f44c3bd1f43030cb12d1fd4037a61f882d062355027d7263ffb3fad",
        ),
        (
            include_str!("../migrations/036_room_puzzles.sql"),
            "9a7f7f33e19f763af11c0535b5c040be1b8995629c7053b670d7376a08f00a51",
        ),
        (
            include_str!("../migrations/037_gazettes.sql"),
            "739784a2737838316a47180c0bc946f6b751c115c94b559912d74af63a633456",
        ),
        (
            include_str!("../migrations/038_own_puzzles.sql"),
            "e6e322f4db09a7003641e0a0bac61a5a25f0f49dc17339dcbae7dcf31bcae6a5",
        ),
        (
            include_str!("../migrations/039_luck.sql"),
            "659a48d2a313ff15a2a0942b7f74192ac09b28be46eb76c4a8db90f026142ab5",
        ),
        (
            include_str!("../migrations/040_people_found.sql"),
            "e2184417062222435dd2fe82c411750154ce512b59457a32cba7c1be36bc6dfd",
        ),
        (
            include_str!("../migrations/041_shown_hands.sql"),
            "33689afae4718570050bd0b7ec06c4458470f25f14f87ceba6b727cf1f0338bd",
        ),
        (
            include_str!("../migrations/042_addresses_and_browsers.sql"),
            "8330831ecf300f730d0307f870291f701599e587b4c79ad69c1b160c7b27cb80",
        ),
        (
            include_str!("../migrations/043_rooms.sql"),
            "5db78465d9f9cca111d26ca8c589f47d31d185da4ce21434dcd63731f1a90f0e",
        ),
    ];
    assert_eq!(released.len(), KNOWN);
    for (form, (text, was)) in (1..).zip(released) {
        assert_eq!(hash(text), was, "form {form}");
    }
}
