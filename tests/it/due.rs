//! What is due stands alone: a row that can't be read costs only what it is about, and is tried again later.
use model::ids::{Chat, PersonId};
use service::{RandomSource, Service};
use store::{Store, StoreError, Tx};

use crate::room::Room;

const DAY: i64 = 86_400;

/// The rooms, and who speaks in each. Everything becomes due in both.
const ROOMS: [(&str, [&str; 3]); 2] = [("a", ["ada", "abe", "amy"]), ("b", ["bea", "ben", "bob"])];

/// When all of it is due, in seconds after it was made.
const ALL_DUE: i64 = 25 * DAY;

/// A job, with the statements that make a row of room `a` unreadable and put it right.
type SpoiledJob = (&'static str, &'static str, &'static str);

const SPOILED: [SpoiledJob; 9] = [
    (
        "matches",
        "UPDATE matches SET game = 'no-' || game WHERE id = 1",
        "UPDATE matches SET game = substr(game, 4) WHERE id = 1",
    ),
    (
        "challenges",
        "UPDATE challenges SET game = 'no-' || game WHERE state = 'open' AND room = 1",
        "UPDATE challenges SET game = substr(game, 4) WHERE state = 'open' AND room = 1",
    ),
    (
        "leagues",
        "UPDATE leagues SET game = 'no-' || game WHERE room = 1",
        "UPDATE leagues SET game = substr(game, 4) WHERE room = 1",
    ),
    (
        "puzzles",
        "UPDATE puzzle_days SET game = 'no-' || game WHERE room = 1",
        "UPDATE puzzle_days SET game = substr(game, 4) WHERE room = 1",
    ),
    (
        "solvers",
        "UPDATE puzzle_days SET game = 'no-' || game WHERE room = 1",
        "UPDATE puzzle_days SET game = substr(game, 4) WHERE room = 1",
    ),
    (
        "gazettes",
        "UPDATE gazettes SET found = '[7]' WHERE room = 1",
        "UPDATE gazettes SET found = '{}' WHERE room = 1",
    ),
    (
        "vacations",
        "UPDATE people SET settings = '[7]' WHERE handle = 'ada'",
        "UPDATE people SET settings = '{}' WHERE handle = 'ada'",
    ),
    (
        "ladders",
        "UPDATE people SET settings = '[7]' WHERE handle = 'amy'",
        "UPDATE people SET settings = '{}' WHERE handle = 'amy'",
    ),
    (
        "champions",
        "UPDATE champions SET season = 99999999999 WHERE server = 'server of a'",
        "UPDATE champions SET season = 8103 WHERE server = 'server of a'",
    ),
];

/// Makes something due of every kind, in each room.
fn world() -> Room {
    let store = Store::trial_with(features::FEATURES.tables()).unwrap();
    let mut room = Room::on(
        Chat::Discord,
        Service::new(store, RandomSource::Repeatable(7), &features::FEATURES),
    );
    for (handle, [one, other, third]) in ROOMS {
        handle.clone_into(&mut room.handle);
        room.all(&[
            &format!("{one}: challenge @{other} trapdoor side=black days=2 hard"),
            &format!("{other}: accept"),
        ]);
        counted(&mut room, [other, third]);
        room.all(&[
            &format!("{one}: challenge @{third} draughts"),
            &format!("{one}: league new draughts"),
            &format!("{one}: vacation from 2026-01-10 3 days"),
        ]);
        room.moderator = true;
        room.all(&["mod: admin puzzle daily 6:00", "mod: admin gazette monday 6:00"]);
        room.moderator = false;
        let now = room.now;
        room.service.keep(|tx| ladder(tx, handle, [third, other], now)).unwrap();
        room.service.keep(|tx| champion(tx, handle)).unwrap();
    }
    // The first puzzles come, and somebody solves each. The matches that count ended in the last week.
    room.now += 7 * 3600;
    room.tick();
    for sql in [
        "UPDATE puzzle_days SET solved = 1, show_at = at + 30, message = 'm', place = 'p'",
        "UPDATE matches SET ended_at = ended_at + 1900800 WHERE ended_at IS NOT NULL",
        "UPDATE champions SET due = 0, person = 1, handle = 'h'",
    ] {
        assert!(0 < room.service.keep(|tx| tx.run_for_test(sql)).unwrap());
    }
    room.heard();
    room
}

/// Plays a match that counts.
fn counted(room: &mut Room, people: [&str; 2]) {
    let [one, other] = people;
    room.all(&[
        &format!("{one}: challenge @{other} trapdoor side=black clock=none"),
        &format!("{other}: accept"),
    ]);
    let of = room.service.keep(|tx| tx.running()).unwrap().last().expect("a match").id.0;
    room.begin(&people, of);
    room.all(&[&format!("{other}: resign #{of} yes")]);
}

/// Gives the server of a room a role for its champion.
fn champion(tx: &Tx<'_>, handle: &str) -> Result<(), StoreError> {
    tx.run_for_test(&format!(
        "UPDATE rooms SET server = 'server of {handle}' WHERE handle = '{handle}'"
    ))?;
    tx.run_for_test(&format!(
        "INSERT INTO champions (chat, server, role, room, season, due, person, handle)
         SELECT chat, server, '7', id, 8103, 0, 1, 'h' FROM rooms WHERE handle = '{handle}'"
    ))?;
    Ok(())
}

/// Makes a ladder of a room, where the first of two people hasn't played for long.
fn ladder(tx: &Tx<'_>, handle: &str, people: [&str; 2], now: i64) -> Result<(), StoreError> {
    let room = tx.room_by_handle(Chat::Discord, handle)?.expect("the room");
    tx.run_for_test(&format!(
        r#"INSERT INTO competitions (kind, room, rules, begun_at)
           VALUES ('ladder', {}, '{{"kind":"ladder","game":"draughts"}}', {now})"#,
        room.id.0
    ))?;
    for (place, (who, active_at)) in (1..).zip(people.into_iter().zip([now, now + ALL_DUE])) {
        let person = tx.person_by_handle(Chat::Discord, who)?.expect("they have spoken").id.0;
        tx.run_for_test(&format!(
            "INSERT INTO ladder_places (competition, person, place, active_at)
             SELECT max(id), {person}, {place}, {active_at} FROM competitions"
        ))?;
    }
    Ok(())
}

/// Returns who is first on the ladder of each room.
fn first_on_ladders(room: &mut Room) -> Vec<PersonId> {
    let first = |tx: &Tx<'_>| {
        let sql = "SELECT person FROM ladder_places WHERE place = 1 ORDER BY competition";
        tx.all(sql, [], |row| row.get(0))
    };
    room.service.keep(first).unwrap()
}

/// Lets the bot do what is due at a moment, and returns what each room is told.
fn told(room: &mut Room, seconds: i64) -> [Vec<String>; 2] {
    let mut heard = room.service.listen(Chat::Discord);
    room.now += seconds;
    room.think();
    let mut told = [Vec::new(), Vec::new()];
    while let Ok(outgoing) = heard.try_recv() {
        let which = ROOMS.iter().position(|(handle, _)| *handle == outgoing.room);
        // The gazette is told without a puzzle where none can be read.
        let text = outgoing.reply.text.bare();
        let lines = text.lines().filter(|line| !line.starts_with("A puzzle to try"));
        told[which.expect("one of the rooms")].push(lines.collect::<Vec<_>>().join("\n"));
    }
    told
}

fn failures(room: &Room, job: &str) -> u64 {
    let all = room.service.metrics().failed_jobs.each();
    all.into_iter().find(|(name, _)| *name == job).map_or(0, |(_, count)| count)
}

#[test]
fn a_row_that_cannot_be_read_costs_only_what_it_is_about_until_it_is_put_right() {
    let mut clean = world();
    let idle = first_on_ladders(&mut clean);
    let [all_a, all_b] = told(&mut clean, ALL_DUE);
    assert_eq!(clean.service.metrics().failed_jobs.each(), []);
    assert_eq!(all_a.len(), all_b.len(), "{all_a:#?}\n{all_b:#?}");
    for word in ["ran out of time", "has expired", "is closed", "uzzle", "vacation", "week"] {
        assert!(all_a.iter().any(|text| text.contains(word)), "{word}: {all_a:#?}");
    }
    let slid = first_on_ladders(&mut clean);
    assert!(slid.iter().zip(&idle).all(|(now, before)| now != before), "they slid down");
    for (job, spoils, repairs) in SPOILED {
        let mut room = world();
        assert!(0 < room.service.keep(|tx| tx.run_for_test(spoils)).unwrap(), "{job}");
        let [told_a, told_b] = told(&mut room, ALL_DUE);
        assert_eq!(told_b, all_b, "{job}: what isn't spoiled is all done in the same tick");
        assert_eq!(
            failures(&room, job),
            1,
            "{job}: {:?}",
            room.service.metrics().failed_jobs.each()
        );
        match job {
            "ladders" => assert_eq!(first_on_ladders(&mut room), [idle[0], slid[1]]),
            _ => assert!(told_a.len() < all_a.len(), "{job}: {told_a:#?}"),
        }
        let [early, _] = told(&mut room, 5);
        assert_eq!(early, [""; 0], "{job}: it isn't tried again at once");
        assert_eq!(failures(&room, job), 1, "{job}");
        assert!(0 < room.service.keep(|tx| tx.run_for_test(repairs)).unwrap(), "{job}");
        let [late, late_b] = told(&mut room, 60);
        assert_eq!(late_b, [""; 0], "{job}");
        let (mut all, mut usual) = ([told_a, late].concat(), all_a.clone());
        all.sort();
        usual.sort();
        assert_eq!(all, usual, "{job}: it is done once the row is put right");
        assert_eq!(
            failures(&room, job),
            1,
            "{job}: {:?}",
            room.service.metrics().failed_jobs.each()
        );
        assert_eq!(first_on_ladders(&mut room), slid, "{job}");
    }
}

#[test]
fn a_thought_that_cannot_be_stored_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(crate::privacy::service(&path));
    room.all(&["ann: practice draughts side=second"]);
    assert!(room.service.is_thinking());
    room.service.wait_for_thoughts();
    // On a server there is no such file, and the thought is stored.
    drop(std::fs::remove_file(&path));
    drop(room.service.tick(room.now + 60));
    assert!(!room.service.is_thinking());
}
