//! People are created, found, linked and unlinked.
use engine::{scene::Verbosity, seat::Seat};
use model::time::{Quiet, Zone};

use super::{
    super::{
        AskedByOther, BoardLink, Challenge, EndedTurn, HandedSeat, HandedTo, Orientation,
        RatingCorrection, SeasonList, Store, Watch,
        settings::{
            AUTO, HIDDEN, NAME_FROM, ORIENTATION, QUIET, READING, REMINDERS_IN, SNOOZED, TEXT,
            THEME, ZONE,
        },
        tests::example::{
            ExampleRules, World, challenge, ended, fresh, new_match, rating, touched, within, world,
        },
    },
    *,
};

#[test]
fn a_person_is_met_once_and_renamed() {
    fresh(|tx| {
        let ann = tx.meet_person(Chat::Matrix, "@a:x", "Ann").unwrap();
        let same = Person { name: "Anna".to_owned(), ..ann.clone() };
        assert_eq!(tx.meet_person(Chat::Matrix, "@a:x", "Anna").unwrap(), same);
        assert_eq!(tx.meet_person(Chat::Matrix, "@a:x", "Anna").unwrap(), same);
        assert_eq!(tx.person(ann.id).unwrap(), same);
        assert_eq!(tx.people_named(Chat::Matrix, "ann").unwrap(), []);
        assert_eq!(tx.people_named(Chat::Matrix, "anna").unwrap(), [same]);
    });
}

#[test]
fn a_person_who_is_changed_is_read_again() {
    fresh(|tx| {
        let ann = tx.meet_person(Chat::Matrix, "@a:x", "Ann").unwrap();
        assert_eq!(tx.person(ann.id).unwrap(), ann);
        tx.meet_person(Chat::Matrix, "@a:x", "Anna").unwrap();
        assert_eq!(tx.person(ann.id).unwrap().name, "Anna");
        let settings = Settings::default().with(&THEME, "dark".to_owned());
        tx.set_settings(ann.id, &settings).unwrap();
        assert_eq!(tx.person(ann.id).unwrap().settings, settings);
        let bob = tx.meet_person(Chat::Discord, "7", "Bob").unwrap();
        assert_eq!(tx.person(bob.id).unwrap(), bob);
        assert_eq!(tx.person_in(Chat::Matrix, ann.id).unwrap().name, "Anna");
        tx.link(ann.id, bob.id).unwrap();
        assert_eq!(tx.person(bob.id).unwrap().id, tx.person(ann.id).unwrap().id);
        assert_eq!(tx.person_in(Chat::Discord, ann.id).unwrap().name, "Bob");
        assert_eq!(tx.person_in(Chat::Matrix, bob.id).unwrap().name, "Anna");
    });
}

#[test]
fn a_handle_belongs_to_one_chat() {
    fresh(|tx| {
        for chat in Chat::ALL {
            assert_eq!(tx.person_by_handle(chat, "7").unwrap(), None);
            let met = tx.meet_person(chat, "7", "Ann").unwrap();
            assert_eq!((met.chat, &*met.handle, &*met.name), (chat, "7", "Ann"));
            assert_eq!(met.settings, Settings::default());
            assert_eq!(tx.person_by_handle(chat, "7").unwrap(), Some(met.clone()));
            assert_eq!(tx.people_named(chat, "ANN").unwrap(), [met]);
        }
    });
}

#[test]
fn names_are_found_whatever_their_case_and_in_the_order_of_meeting() {
    fresh(|tx| {
        let name = |handle, name| tx.meet_person(Chat::Console, handle, name).unwrap().id;
        let ids = [name("2", "ΟΔΥΣΣΕΥΣ"), name("1", "οδυσσευς")];
        name("3", "οδυσσευ");
        let found = tx.people_named(Chat::Console, "Οδυσσευσ").unwrap();
        assert_eq!(found.iter().map(|it| it.id).collect::<Vec<_>>(), ids);
    });
}

#[test]
fn hostile_names_are_only_names() {
    let hostile = [
        "",
        "'); DROP TABLE people; --",
        "a\0b",
        "%",
        "_",
        "?1",
        ":name",
        "\u{202e}evil",
        "🃏",
        &"x".repeat(10_000),
    ];
    fresh(|tx| {
        for name in hostile {
            let met = tx.meet_person(Chat::Discord, name, name).unwrap();
            // PostgreSQL has no texts with this character.
            let kept =
                if tx.is_in_file() { name.to_owned() } else { name.replace('\0', "\u{fffd}") };
            assert_eq!((&met.handle, &met.name), (&kept, &kept));
            assert_eq!(tx.people_named(Chat::Discord, name).unwrap(), [met]);
        }
    });
}

#[test]
fn settings_come_back_whole_and_survive_a_new_name() {
    fresh(|tx| {
        let ann = tx.meet_person(Chat::Discord, "1", "Ann").unwrap();
        let settings = Settings::default()
            .with(&NAME_FROM, Some(Chat::Matrix))
            .with(&REMINDERS_IN, Some(Chat::Discord))
            .with(&THEME, "slate".to_owned())
            .with(&TEXT, true)
            .with(&ORIENTATION, Orientation::Second)
            .with(&AUTO, false)
            .with(&HIDDEN, true)
            .with(&ZONE, Zone::named("Europe/Berlin").unwrap())
            .with(&QUIET, Quiet::read("22-7"))
            .with(&READING, Some(Verbosity::Short))
            .with(&SNOOZED, 12);
        tx.set_settings(ann.id, &settings).unwrap();
        assert_eq!(tx.person(ann.id).unwrap().settings, settings);
        assert_eq!(tx.meet_person(Chat::Discord, "1", "Anna").unwrap().settings, settings);
    });
}

#[test]
fn linked_people_are_one_under_every_id_and_handle() {
    fresh(|tx| {
        let ann = tx.meet_person(Chat::Discord, "7", "Ann").unwrap();
        let other = tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap();
        tx.link(ann.id, other.id).unwrap();
        assert_eq!(tx.person(other.id).unwrap(), ann);
        let annie = Person { id: ann.id, name: "Annie".to_owned(), ..other.clone() };
        assert_eq!(tx.meet_person(Chat::Matrix, "@ann:x", "Annie").unwrap(), annie);
        assert_eq!(tx.person_by_handle(Chat::Matrix, "@ann:x").unwrap().as_ref(), Some(&annie));
        assert_eq!(tx.people_named(Chat::Matrix, "annie").unwrap(), std::slice::from_ref(&annie));
        assert_eq!(tx.people_named(Chat::Discord, "annie").unwrap(), [], "each by its own name");
        assert_eq!(tx.person_in(Chat::Discord, other.id).unwrap(), ann);
        assert_eq!(tx.person_in(Chat::Matrix, ann.id).unwrap(), annie);
        tx.name_as_in(Chat::Matrix);
        assert_eq!(tx.person(ann.id).unwrap(), annie);
        let settings = Settings::default().with(&NAME_FROM, Some(Chat::Matrix));
        tx.set_settings(ann.id, &settings).unwrap();
        let chosen = tx.person_in(Chat::Discord, ann.id).unwrap();
        assert_eq!((&*chosen.name, &*chosen.handle), ("Annie", "7"));
        for id in [ann.id, other.id] {
            assert_eq!(tx.handle_in(Chat::Discord, id).unwrap().as_deref(), Some("7"));
            assert_eq!(tx.handle_in(Chat::Matrix, id).unwrap().as_deref(), Some("@ann:x"));
            assert_eq!(tx.handle_in(Chat::Console, id).unwrap(), None);
        }
    });
}

/// Returns the columns that refer to a person, by table, except those for the row of one chat. The
/// schema is the same on a server.
fn columns_of_people() -> Vec<(String, String)> {
    let of_a_row = ["private_places", "menus", "fetches", "people"];
    within(&mut Store::in_memory().unwrap(), |tx| {
        let sql = "SELECT tables.name, keys.\"from\" FROM sqlite_master tables, pragma_foreign_key_list(tables.name) keys
                   WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' AND keys.\"table\" = 'people'";
        let columns: Vec<(String, String)> =
            tx.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        columns.into_iter().filter(|reference| !of_a_row.contains(&&*reference.0)).collect()
    })
}

#[test]
fn linking_leaves_nothing_with_a_row_that_nobody_is_and_parting_gives_each_what_is_of_its_chat() {
    fresh(|tx| {
        let world = world(tx);
        let other = tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap().id;
        let mate = tx.meet_person(Chat::Matrix, "@cid:x", "Cid").unwrap().id;
        let room = tx.meet_room(Chat::Matrix, "!r", "r", "").unwrap().id;
        let there = World { room, ann: other, ben: mate };
        let mut played = Vec::new();
        for world in [&world, &there] {
            tx.add_challenge(&challenge(world)).unwrap();
            let turned = World { ann: world.ben, ben: world.ann, ..*world };
            let taken = Challenge { taken: vec![world.ann], ..challenge(&turned) };
            tx.add_challenge(&taken).unwrap();
            let of = ended(tx, touched(tx, &new_match(world), 5), 20, true).id;
            tx.add_match(&new_match(&turned)).unwrap();
            let sql = "UPDATE matches SET ruled_by = ? WHERE id = ?";
            tx.change(sql, params![world.ann, of]).unwrap();
            let watch = Watch { of, person: world.ann, room: world.room, openly: false };
            tx.add_watch(&watch).unwrap();
            tx.add_practice(of, world.ann, 1).unwrap();
            tx.add_turn(world.ann, of, EndedTurn { took: 7, in_time: true }, 5).unwrap();
            let series = tx.add_competition(world.room, &ExampleRules { best_of: 3 }, 5).unwrap();
            tx.end_competition(series, Some(world.ann), 6).unwrap();
            let here = tx.room(world.room).unwrap();
            tx.ban(&here, world.ann, "h", 1).unwrap();
            tx.note_left(here.chat, here.server_key(), world.ann, 1).unwrap();
            tx.put_rating(world.ann, None, &rating(1500.0)).unwrap();
            tx.add_curve_point(world.ann, None, of, &rating(1500.0)).unwrap();
            let shift = RatingCorrection { game: None, at: 1, before: 1.0, after: 2.0 };
            tx.put_shift(world.ann, &shift).unwrap();
            let (chat, server) = (Chat::Discord, "s1".to_owned());
            let list = SeasonList { chat, server, season: 8100, game: None, span: (0, 9) };
            tx.put_season_rating(&list, world.ann, &rating(1500.0)).unwrap();
            tx.establish(world.ann, 3).unwrap();
            let link = BoardLink { hash: format!("{:064}", world.ann.0), salt: None };
            tx.add_board_link(world.ann, &link, 9).unwrap();
            tx.add_wrong_code(world.ann, 5, 9).unwrap();
            let [yes, no] = ["accept 1", "decline 1"].map(str::to_owned);
            tx.put_question(world.ann, &AskedByOther { yes, no, until: 9 }).unwrap();
            tx.add_ping(world.ann, world.ben, 5).unwrap();
            tx.add_ping(world.ben, world.ann, 5).unwrap();
            for (seat, owner, holder) in
                [(Seat::First, world.ann, world.ben), (Seat::Second, world.ben, world.ann)]
            {
                let handed = HandedSeat {
                    shown: false,
                    seat,
                    owner,
                    holder,
                    kind: HandedTo::Friend,
                    from: 5,
                    from_step: 0,
                    until: None,
                    ended: None,
                    moved: false,
                };
                tx.hand_over(of, &handed).unwrap();
                tx.give_back(of, &handed, false, 6).unwrap();
            }
            played.push(of);
        }
        let named = |id: PersonId| {
            let columns = columns_of_people().into_iter();
            let count = |(table, column): (String, String)| {
                let sql = format!("SELECT count(*) FROM {table} WHERE {column} = ?");
                let count: i64 = tx.one(&sql, [id], |row| row.get(0)).unwrap().unwrap();
                (format!("{table}.{column}"), count)
            };
            columns.map(count).collect::<Vec<_>>()
        };
        let before = [named(world.ann), named(other)];
        tx.link(world.ann, other).unwrap();
        assert!(named(other).iter().all(|it| it.1 == 0), "{:?}", named(other));
        let parted = tx.unlink(world.ann).unwrap();
        assert_eq!(parted.iter().map(|it| it.id).collect::<Vec<_>>(), [other]);
        // Ratings are made anew, codes and addresses are forgotten, and pings count for each account.
        let made_anew = ["ratings", "curves", "shifts", "season_ratings", "established"];
        let codes = ["board_links", "wrong_codes", "pings", "questions"];
        let made_anew: Vec<String> = made_anew
            .iter()
            .chain(&codes)
            .map(|table| format!("{table}.person"))
            .chain(["pings.whom".to_owned()])
            .collect();
        let given = |all: Vec<(String, i64)>| {
            all.into_iter().filter(|counted| !made_anew.contains(&counted.0)).collect::<Vec<_>>()
        };
        let before = before.map(given);
        assert_eq!([named(world.ann), named(other)].map(given), before);
        assert!(before[0].iter().all(|it| 0 < it.1), "{:?}", before[0]);
        for own in [world.ann, other] {
            assert_eq!(tx.pings_of(own, world.ben, 0).unwrap(), [5], "as many as before");
            assert_eq!(tx.pings_of(mate, own, 0).unwrap(), [5]);
            assert_eq!(tx.wrong_codes(own, 5).unwrap(), 0);
        }
        assert_eq!(tx.match_row(played[1]).unwrap().unwrap().seats.first, other);
        assert_eq!(tx.challenges_taken(other).unwrap().len(), 1);
    });
}

#[test]
fn nobody_is_made_up() {
    fresh(|tx| {
        let nobody = PersonId(9);
        for err in [
            tx.person(nobody).unwrap_err(),
            tx.set_settings(nobody, &Settings::default()).unwrap_err(),
        ] {
            assert!(matches!(err, StoreError::Missing { what: "person", id: 9 }), "{err}");
        }
    });
}
