//! A part of the program with a table of its own, as a feature would bring it: thanks that people say to each other.
use model::ids::{PersonId, RoomId};

use super::{
    super::*,
    example::{within, world},
};
use crate::{
    KERNEL, KERNEL_ALONE, Parts, Tables, params,
    tables::{Export, OnErase, OnLink, OnUnlink, PersonColumn, Place, Step, TableSpec},
    trial::{table_faults, trial_database},
};

static TOY: Tables = Tables {
    part: "toy",
    steps: &[Step::new(1, include_str!("toy_part.sql"))],
    specs: &[TableSpec::new("thanks", "id")
        .exports(&[Export::new("made_by = ?1", "room, made_to, text, at")])
        .unexported(&[("id", "a number that means something inside the database alone")])
        .rooms(&[("room", None)])
        .people(&[
            PersonColumn::new(
                "made_by",
                OnErase::Delete,
                OnLink::Rename,
                OnUnlink::GoWith(Place::Room),
            ),
            PersonColumn::new(
                "made_to",
                OnErase::SetNull,
                OnLink::Rename,
                OnUnlink::GoWith(Place::Room),
            ),
        ])],
};

const BOTH: Parts = &[&KERNEL, &TOY];

struct Thanks {
    room: RoomId,
    by: PersonId,
    to: Option<PersonId>,
    text: String,
}

fn say(tx: &Tx<'_>, thanks: &Thanks) -> Result<(), StoreError> {
    let Thanks { room, by, to, text } = thanks;
    let sql = "INSERT INTO thanks (room, made_by, made_to, text, at) VALUES (?, ?, ?, ?, 5)";
    tx.change(sql, params![room, by, to, text])?;
    Ok(())
}

fn said(tx: &Tx<'_>) -> Result<Vec<Thanks>, StoreError> {
    tx.all("SELECT * FROM thanks ORDER BY id", [], |row| {
        Ok(Thanks {
            room: row.get("room")?,
            by: row.get("made_by")?,
            to: row.get("made_to")?,
            text: row.get("text")?,
        })
    })
}

/// Ann thanks Ben in a room on Discord, and Ben Ann; her other account thanks somebody in a room on Matrix. Returns Ann's accounts, and Ben.
fn fill(tx: &Tx<'_>) -> [PersonId; 3] {
    let here = world(tx);
    let room = tx.meet_room(Chat::Matrix, "!r", "r", "").unwrap().id;
    let other = tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap().id;
    for (room, by, to, text) in [
        (here.room, here.ann, here.ben, "for the match"),
        (here.room, here.ben, here.ann, "too"),
        (room, other, here.ben, "for nothing"),
    ] {
        say(tx, &Thanks { room, by, to: Some(to), text: text.to_owned() }).unwrap();
    }
    [here.ann, other, here.ben]
}

fn people_of(tx: &Tx<'_>) -> Vec<(PersonId, Option<PersonId>)> {
    said(tx).unwrap().into_iter().map(|it| (it.by, it.to)).collect()
}

#[test]
fn its_rows_are_exported_linked_parted_and_deleted_with_their_people() {
    let mut store = Store::trial_with(BOTH).unwrap();
    within(&mut store, |tx| {
        let [ann, other, ben] = fill(tx);
        let kept = tx.kept_of(ann).unwrap();
        assert_eq!(
            kept["thanks"],
            serde_json::json!([{ "room": 1, "made_to": ben.0, "text": "for the match", "at": 5 }])
        );
        tx.link(ann, other).unwrap();
        let linked = [(ann, Some(ben)), (ben, Some(ann)), (ann, Some(ben))];
        assert_eq!(people_of(tx), linked);
        tx.unlink(ann).unwrap();
        let parted = [(ann, Some(ben)), (ben, Some(ann)), (other, Some(ben))];
        assert_eq!(people_of(tx), parted);
        tx.meet_room(Chat::Discord, "r2", "hall", "s1").unwrap();
        let moved = tx.move_room(Chat::Discord, "r1", "r2").unwrap().unwrap();
        assert!(said(tx).unwrap()[..2].iter().all(|it| it.room == moved.id));
        tx.erase_person(ann).unwrap();
        assert_eq!(people_of(tx), [(ben, None), (other, Some(ben))]);
        assert_eq!(said(tx).unwrap()[0].text, "too");
    });
}

#[test]
fn a_database_without_it_gets_its_tables_and_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let database = trial_database(&folder.path().join("x.db")).unwrap();
    let mut store = database.open(Sync::Normal, KERNEL_ALONE).unwrap();
    let world = within(&mut store, world);
    drop(store);
    let known = KERNEL.newest();
    assert_eq!(database.examine(BOTH).unwrap(), (known, known + 1));
    let mut store = database.open(Sync::Normal, BOTH).unwrap();
    within(&mut store, |tx| {
        assert_eq!(tx.person(world.ann).unwrap().name, "Ann");
        fill(tx);
    });
    drop(store);
    assert_eq!(database.examine(BOTH).unwrap(), (known + 1, known + 1));
    let copy = Database::from(&*folder.path().join("copy.db"));
    let mut moved = database.move_to(&copy, Sync::Normal, BOTH).unwrap();
    within(&mut moved.store, |tx| assert_eq!(said(tx).unwrap().len(), 3));
    drop(moved);
    // Who doesn't know it would leave its rows behind when somebody's data is deleted.
    let err = database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(err.to_string().contains("(part `toy` 1; this version knows 0)"), "{err}");
    let mut store = copy.open(Sync::Normal, BOTH).unwrap();
    within(&mut store, |tx| tx.change("UPDATE parts SET version = 2", []).unwrap());
    drop(store);
    let err = copy.open(Sync::Normal, BOTH).err().unwrap();
    assert!(err.to_string().contains("(part `toy` 2; this version knows 1)"), "{err}");
}

#[test]
fn the_tables_of_all_parts_fit_together() {
    assert_eq!(table_faults(KERNEL_ALONE).unwrap(), Vec::<String>::new());
    assert_eq!(table_faults(BOTH).unwrap(), Vec::<String>::new());
}

#[test]
fn what_is_forgotten_in_a_table_is_named() {
    static WRONG: Tables = Tables {
        part: "wrong",
        steps: &[
            Step::new(
                1,
                "CREATE TABLE one (two INTEGER REFERENCES two, person INTEGER REFERENCES people, text TEXT)",
            ),
            Step::new(
                3,
                "CREATE TABLE two (two INTEGER PRIMARY KEY); CREATE TABLE three (x INTEGER)",
            ),
        ],
        specs: &[
            TableSpec::new("one", "two")
                .exports(&[Export::own("two")])
                .unexported(&[("two", ""), ("y", "")]),
            TableSpec::new("two", "two").unexported(&[("*", "a number")]),
            TableSpec::new("four", "x"),
            TableSpec::dropped("four"),
        ],
    };
    const WITH_IT: Parts = &[&KERNEL, &WRONG];
    let mut faults = table_faults(WITH_IT).unwrap();
    faults.sort();
    assert_eq!(
        faults,
        [
            "`four` is there twice",
            "`one` comes before `two`, which it refers to",
            "nobody is given one.person",
            "nobody is given one.text",
            "nobody says what becomes of the person in one.person",
            "nothing is said of `three`",
            "one.two is given and excepted",
            "the steps of `wrong` aren't numbered one by one",
            "there is no `four`",
            "there is no one.y",
        ]
    );
}
