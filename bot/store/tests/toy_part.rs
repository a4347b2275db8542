//! A part of the program with tables of its own, as a feature brings them: thanks that people say to each other.
use model::ids::{Chat, PersonId, RoomId};
use store::{
    Database, KERNEL, KERNEL_ALONE, Store, StoreError, Sync, TableParts, Tables, Tx,
    sql::params,
    table_faults,
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, json_object, person},
    trial_database,
};

static TOY: Tables = Tables {
    part: "toy",
    steps: &[
        SchemaStep::new(1, include_str!("toy_part.sql")),
        SchemaStep::new(
            2,
            "CREATE TABLE shown (person INTEGER PRIMARY KEY REFERENCES people) STRICT;",
        )
        .on_postgres("CREATE TABLE shown (person BIGINT PRIMARY KEY REFERENCES people);"),
    ],
    specs: &[THANKS, TOTALS, SHOWN],
};

const BOTH: TableParts = &[&KERNEL, &TOY];

const THANKS: TableSpec = TableSpec::new("thanks", "id")
    .exports(&[RowExport::new("made_by = ?1", "room, made_to, text, at")])
    .unexported(&[("id", "a number that means something inside the database alone")])
    .rooms(&[("room", None)])
    .people(&[
        person("made_by", OnErase::Delete, OnLink::Rename, OnUnlink::WithRoom),
        person("made_to", OnErase::SetNull, OnLink::Rename, OnUnlink::WithRoom),
    ]);

// Of the totals of two who are linked the higher one stays, and both have it when they are parted.
const TOTALS: TableSpec = TableSpec::new("totals", "person")
    .exports(&[RowExport::own("times").written(&[("by", || {
        json_object("CAST(room AS TEXT)", "made_by", "thanks WHERE made_to = ?1 AND at = 6")
    })])])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::Call(|tx, main, other| {
            let sql = "DELETE FROM totals WHERE person = ?1
                       AND times < (SELECT times FROM totals higher WHERE higher.person = ?2)";
            tx.change(sql, [main, other])?;
            tx.rename_once("totals", "person", "", main, other)
        }),
        OnUnlink::Call(|tx, main, own| tx.copy_rows("totals", "person", "times", main, own.id)),
    )]);

const SHOWN: TableSpec = TableSpec::not_copied("shown").people(&[person(
    "person",
    OnErase::Delete,
    OnLink::Delete,
    OnUnlink::Stay,
)]);

struct Thanks {
    room: RoomId,
    by: PersonId,
    to: Option<PersonId>,
}

fn say(tx: &Tx<'_>, thanks: &Thanks, at: i64) -> Result<(), StoreError> {
    let Thanks { room, by, to } = thanks;
    let sql = "INSERT INTO thanks (room, made_by, made_to, text, at) VALUES (?, ?, ?, 'thanks', ?)";
    tx.change(sql, params![room, by, to, at])?;
    let sql = "INSERT INTO totals (person, times) VALUES (?, 1)
               ON CONFLICT (person) DO UPDATE SET times = totals.times + 1";
    tx.change(sql, [*by])?;
    Ok(())
}

fn said(tx: &Tx<'_>) -> Result<Vec<Thanks>, StoreError> {
    tx.all("SELECT * FROM thanks ORDER BY id", [], |row| {
        Ok(Thanks { room: row.get("room")?, by: row.get("made_by")?, to: row.get("made_to")? })
    })
}

fn total(tx: &Tx<'_>, of: PersonId) -> Option<i64> {
    tx.one("SELECT times FROM totals WHERE person = ?", [of], |row| row.get(0)).unwrap()
}

/// Ann thanks Ben in a room on Discord, and Ben Ann; her other account thanks Ben twice in a room on Matrix. Returns Ann's accounts, and
/// Ben.
fn fill(tx: &Tx<'_>) -> [PersonId; 3] {
    let here = tx.meet_room(Chat::Discord, "r1", "games", "s1").unwrap().id;
    let there = tx.meet_room(Chat::Matrix, "!r", "r", "").unwrap().id;
    let ann = tx.meet_person(Chat::Discord, "a1", "Ann").unwrap().id;
    let other = tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap().id;
    let ben = tx.meet_person(Chat::Discord, "b1", "Ben").unwrap().id;
    for (room, by, to, at) in
        [(here, ann, ben, 5), (here, ben, ann, 6), (there, other, ben, 7), (there, other, ben, 8)]
    {
        say(tx, &Thanks { room, by, to: Some(to) }, at).unwrap();
    }
    [ann, other, ben]
}

fn within<T>(store: &mut Store, f: impl FnOnce(&Tx<'_>) -> T) -> T {
    store.transaction_once::<T, StoreError>(|tx| Ok(f(tx))).unwrap()
}

fn people_of(tx: &Tx<'_>) -> Vec<(PersonId, Option<PersonId>)> {
    said(tx).unwrap().into_iter().map(|thanks| (thanks.by, thanks.to)).collect()
}

#[test]
fn its_rows_are_exported_linked_parted_moved_and_deleted() {
    let mut store = Store::trial_with(BOTH).unwrap();
    within(&mut store, |tx| {
        let [ann, other, ben] = fill(tx);
        let kept = tx.kept_of(ann).unwrap();
        let row = serde_json::json!({ "room": 1, "made_to": ben.0, "text": "thanks", "at": 5 });
        assert_eq!(kept["thanks"], serde_json::json!([row]));
        let totals = serde_json::json!([{ "times": 1, "by": { "1": ben.0 } }]);
        assert_eq!(kept["totals"], totals);
        tx.link(ann, other).unwrap();
        let linked = [(ann, Some(ben)), (ben, Some(ann)), (ann, Some(ben)), (ann, Some(ben))];
        assert_eq!((people_of(tx).as_slice(), total(tx, ann)), (&linked[..], Some(2)));
        tx.unlink(ann).unwrap();
        let parted = [(ann, Some(ben)), (ben, Some(ann)), (other, Some(ben)), (other, Some(ben))];
        assert_eq!(people_of(tx), parted);
        assert_eq!([ann, other].map(|of| total(tx, of)), [Some(2), Some(2)]);
        tx.meet_room(Chat::Discord, "r2", "hall", "s1").unwrap();
        let moved = tx.move_room(Chat::Discord, "r1", "r2").unwrap().unwrap();
        assert!(said(tx).unwrap()[..2].iter().all(|thanks| thanks.room == moved.id));
        tx.erase_person(ann).unwrap();
        assert_eq!(people_of(tx), [(ben, None), (other, Some(ben)), (other, Some(ben))]);
        assert_eq!([ann, other].map(|of| total(tx, of)), [None, Some(2)]);
    });
}

#[test]
fn a_database_without_it_gets_its_tables_and_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let database = trial_database(&folder.path().join("x.db")).unwrap();
    let mut store = database.open(Sync::Normal, KERNEL_ALONE).unwrap();
    let ann = within(&mut store, |tx| tx.meet_person(Chat::Discord, "a1", "Ann").unwrap().id);
    drop(store);
    let known = KERNEL.newest();
    assert_eq!(database.examine(BOTH).unwrap(), (known, known + 2));
    let mut store = database.open(Sync::Normal, BOTH).unwrap();
    within(&mut store, |tx| assert_eq!(fill(tx)[0], ann));
    drop(store);
    assert_eq!(database.examine(BOTH).unwrap(), (known + 2, known + 2));
    let copy = Database::from(&*folder.path().join("copy.db"));
    let mut moved = database.move_to(&copy, Sync::Normal, BOTH).unwrap();
    within(&mut moved.store, |tx| assert_eq!(said(tx).unwrap().len(), 4));
    drop(moved);
    // Who doesn't know it would leave its rows behind when a person's data is deleted.
    let err = database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(err.to_string().contains("(part `toy` 2; this version knows 0)"), "{err}");
    let mut store = copy.open(Sync::Normal, BOTH).unwrap();
    within(&mut store, |tx| {
        tx.change("UPDATE parts SET version = 3 WHERE part = 'toy'", []).unwrap()
    });
    drop(store);
    let err = copy.open(Sync::Normal, BOTH).err().unwrap();
    assert!(err.to_string().contains("(part `toy` 3; this version knows 2)"), "{err}");
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
            SchemaStep::new(
                1,
                "CREATE TABLE one (two INTEGER REFERENCES two, person INTEGER REFERENCES people, text TEXT)",
            ),
            SchemaStep::new(
                3,
                "CREATE TABLE two (two INTEGER PRIMARY KEY); CREATE TABLE three (x INTEGER)",
            )
            .of_kernel(39),
        ],
        specs: &[
            TableSpec::new("one", "two")
                .exports(&[RowExport::own("two")])
                .unexported(&[("two, y", "a number")]),
            TableSpec::new("two", "two").unexported(&[("*", "a number")]),
            TableSpec::new("four", "x"),
            TableSpec::dropped("four"),
        ],
    };
    const WITH_IT: TableParts = &[&KERNEL, &WRONG];
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
            "the steps of `wrong` aren't in the kernel's order",
            "the steps of `wrong` aren't numbered one by one",
            "there is no `four`",
            "there is no one.y",
        ]
    );
}
