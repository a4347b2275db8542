//! Transactions, and the messages when they fail.
pub(super) mod divided;
pub(super) mod plans;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
};

use model::ids::RoomId;

pub(super) use super::example;
use super::example::{challenge, fresh, new_match, step, touched, within, world};
use super::*;

fn people(store: &mut Store) -> usize {
    within(store, |tx| tx.people_named(Chat::Console, "x").unwrap().len())
}

fn meet(tx: &Tx<'_>, handle: &str) {
    tx.meet_person(Chat::Console, handle, "X").unwrap();
}

impl Store {
    fn sqlite(&self) -> &rusqlite::Connection {
        &self.file().connection
    }
}

impl Tx<'_> {
    /// The transaction in an SQLite file.
    pub(super) fn file(&self) -> &Connection {
        match &self.inner {
            Inner::File(inner) => inner,
            Inner::Remote(_) => panic!("a transaction on a server is in no file"),
        }
    }

    /// Fails if a statement looks through a whole table of an SQLite file. Returns SQLite's plan.
    pub(super) fn is_found_by_an_index(&self, sql: &str) -> String {
        let mut statement = self.file().prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let mut steps = statement.raw_query();
        let mut plan = String::new();
        while let Some(step) = steps.next().unwrap() {
            let step: String = step.get("detail").unwrap();
            assert!(!step.starts_with("SCAN"), "{step}: {sql}");
            plan.push_str(&step);
            plan.push('\n');
        }
        plan
    }
}

#[test]
fn what_is_committed_stays_and_its_value_comes_back() {
    let mut store = Store::trial().unwrap();
    let value = store.transaction::<_, StoreError>(|tx| {
        meet(tx, "1");
        Ok(7)
    });
    assert_eq!(value.unwrap(), 7);
    assert_eq!(people(&mut store), 1);
}

#[test]
fn an_error_undoes_everything() {
    #[derive(Debug)]
    struct Said(String);
    impl From<StoreError> for Said {
        fn from(err: StoreError) -> Said {
            Said(err.to_string())
        }
    }
    let mut store = Store::trial().unwrap();
    let refused = store.transaction::<(), Said>(|tx| {
        meet(tx, "1");
        Err(Said("no".to_owned()))
    });
    assert_eq!(refused.unwrap_err().0, "no");
    let missing = store.transaction::<(), Said>(|tx| {
        meet(tx, "2");
        tx.room(RoomId(5))?;
        Ok(())
    });
    assert_eq!(missing.unwrap_err().0, "there is no room 5");
    assert_eq!(people(&mut store), 0);
}

#[test]
fn a_panic_undoes_everything_and_the_store_goes_on() {
    let mut store = Store::trial().unwrap();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        store.transaction::<(), StoreError>(|tx| {
            meet(tx, "1");
            panic!("a fault in a rule");
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(people(&mut store), 0);
    within(&mut store, |tx| meet(tx, "2"));
    assert_eq!(people(&mut store), 1);
}

#[test]
fn nothing_is_kept_piece_by_piece_once_sqlite_has_rolled_back() {
    let mut store = Store::in_memory().unwrap();
    let swallowed = store.transaction::<(), StoreError>(|tx| {
        meet(tx, "1");
        tx.file().execute_batch("ROLLBACK").unwrap();
        let err = tx.meet_person(Chat::Console, "2", "X").unwrap_err();
        assert!(matches!(err, StoreError::Undone), "{err}");
        Ok(())
    });
    assert!(matches!(swallowed, Err(StoreError::Undone)));
    assert_eq!(people(&mut store), 0);
}

#[test]
fn a_full_disk_is_told_and_what_was_kept_is_safe() {
    let mut store = Store::in_memory().unwrap();
    let of = within(&mut store, |tx| {
        let of = tx.add_match(&new_match(&world(tx))).unwrap();
        tx.add_step(&step(of, 0, 0)).unwrap();
        of
    });
    let pages: i64 = store.sqlite().query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.sqlite().pragma_update(None, "max_page_count", pages + 2).unwrap();
    let written = "x".repeat(100_000);
    let full = store.transaction::<(), StoreError>(|tx| {
        tx.add_step(&step(of, 1, 0))?;
        tx.add_step(&StepRow { written: written.clone(), ..step(of, 2, 0) })
    });
    let err = full.unwrap_err();
    assert!(matches!(err, StoreError::Full(_)), "{err}");
    assert!(err.says().contains("full"));
    assert_eq!(within(&mut store, |tx| tx.steps(of).unwrap()), [step(of, 0, 0)]);
    store.sqlite().pragma_update(None, "max_page_count", pages + 1000).unwrap();
    within(&mut store, |tx| tx.add_step(&step(of, 1, 0)).unwrap());
}

#[test]
fn a_disk_too_full_to_open_on_is_full() {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR_SHMSIZE);
    let err = rusqlite::Error::SqliteFailure(code, None);
    assert!(matches!(StoreError::from_sqlite(Path::new("x"), err), StoreError::Full(_)));
}

#[test]
fn a_store_that_turns_read_only_says_so() {
    let mut store = Store::in_memory().unwrap();
    store.sqlite().pragma_update(None, "query_only", true).unwrap();
    let err = store.transaction::<_, StoreError>(|tx| tx.meet_person(Chat::Console, "1", "X"));
    let err = err.unwrap_err();
    assert!(matches!(err, StoreError::ReadOnly(_)), "{err}");
    assert!(!matches!(err, StoreError::Full(_)));
}

#[test]
fn what_cannot_be_read_is_told_without_its_text() {
    let mut store = Store::trial().unwrap();
    let said = within(&mut store, |tx| {
        let world = world(tx);
        let row = touched(tx, &new_match(&world), 10);
        let offer = tx.add_challenge(&challenge(&world)).unwrap();
        let mut said = Vec::new();
        let mut spoil = |sql: &str, read: &dyn Fn() -> Option<StoreError>| {
            tx.change(sql, []).unwrap();
            match read() {
                Some(StoreError::Unreadable { detail, .. }) => said.push(detail),
                other => panic!("{sql}: {other:?}"),
            }
        };
        spoil(r#"UPDATE people SET settings = '"hunter2"'"#, &|| tx.person(world.ann).err());
        spoil(r#"UPDATE matches SET house = '["hunter2"]'"#, &|| tx.match_row(row.id).err());
        spoil("UPDATE challenges SET places = 1099511627776", &|| tx.challenge(offer).err());
        spoil("UPDATE challenges SET places = 1, game = 'ludo'", &|| tx.challenge(offer).err());
        said
    });
    assert!(said.iter().all(|it| !it.contains("hunter2")), "{said:?}");
    assert!(said[1].contains("MatchRules"), "{said:?}");
    assert!(said[3].contains("ludo"), "{said:?}");
}

#[test]
fn players_hear_nothing_of_paths_and_sql() {
    let path = || PathBuf::from("/srv/bot/games.db");
    let detail = || "SELECT * FROM people".to_owned();
    let all = [
        StoreError::NoFolder(path()),
        StoreError::Foreign(path()),
        StoreError::Newer { what: "schema".to_owned(), found: 3, known: 1, path: path() },
        StoreError::Older { found: 3, oldest: 39, path: path() },
        StoreError::OthersOlder { found: 1, known: 3, path: path() },
        StoreError::Taken(path()),
        StoreError::ReadOnly(path()),
        StoreError::Full(path()),
        StoreError::Corrupt { path: path(), detail: detail() },
        StoreError::Busy(path()),
        StoreError::Missing { what: "match", id: 7 },
        StoreError::Unreadable { path: path(), detail: detail() },
        StoreError::Forbidden(detail()),
        StoreError::Undone,
        StoreError::Exists(path()),
        StoreError::Unfinished(path()),
        StoreError::File { path: path(), cause: std::io::ErrorKind::Other.into() },
        StoreError::Unreachable { path: path(), detail: detail() },
        StoreError::Unfit { path: path(), detail: detail() },
        StoreError::Lost { path: path(), detail: detail() },
        StoreError::Server { path: path(), detail: detail() },
        StoreError::Other { path: path(), cause: rusqlite::Error::InvalidQuery },
    ];
    for err in all {
        let says = err.says();
        assert!(says.contains("othing was changed"), "{says}");
        assert!(!says.contains(['/', '*']), "{says}");
    }
}

#[test]
fn an_attempt_that_fails_undoes_only_what_was_changed_in_it() {
    fresh(|tx| {
        let names = |tx: &Tx<'_>| {
            let sql = "SELECT handle FROM people WHERE handle LIKE 'x%' ORDER BY id";
            let all: Vec<String> = tx.all(sql, [], |row| row.get(0)).unwrap();
            all.join(" ")
        };
        let fails = || Err::<(), _>(StoreError::Forbidden("on purpose".to_owned()));
        meet(tx, "x1");
        let failed = tx.attempt(|| {
            meet(tx, "x2");
            tx.attempt(|| {
                meet(tx, "x3");
                Ok::<_, StoreError>(())
            })?;
            fails()
        });
        assert!(failed.is_err());
        assert_eq!(names(tx), "x1");
        let kept = tx.attempt(|| {
            tx.attempt(|| {
                meet(tx, "x4");
                fails()
            })
            .unwrap_err();
            assert_eq!(names(tx), "x1");
            meet(tx, "x5");
            Ok::<_, StoreError>(())
        });
        assert!(kept.is_ok());
        // What the database itself refuses, too.
        assert!(tx.attempt(|| tx.change("INSERT INTO people (id) VALUES (NULL)", [])).is_err());
        meet(tx, "x6");
        assert_eq!(names(tx), "x1 x5 x6");
    });
}

#[test]
fn what_an_attempt_changes_of_a_match_is_undone_with_it_and_what_was_changed_before_stays() {
    fresh(|tx| {
        let row = touched(tx, &new_match(&world(tx)), 1010);
        let at = |at| MatchRow { touched_at: at, ..row.clone() };
        tx.match_row(row.id).unwrap();
        tx.update_match(&at(1020)).unwrap();
        let failed: Result<(), StoreError> = tx.attempt(|| {
            assert_eq!(tx.match_row(row.id)?.unwrap().touched_at, 1020);
            tx.update_match(&at(1030))?;
            assert_eq!(tx.match_row(row.id)?.unwrap().touched_at, 1030);
            Err(StoreError::Undone)
        });
        assert!(failed.is_err());
        assert_eq!(tx.match_row(row.id).unwrap(), Some(at(1020)));
        let before = statements_run();
        tx.attempt(|| Ok::<_, StoreError>(())).unwrap();
        assert_eq!(statements_run(), before, "nothing had to be said to the database");
    });
}
