//! What is stored about lessons and puzzles.
mod lessons;
mod own_puzzles;
mod puzzles;
mod room_puzzles;

use service::TimeGap;
use store::{StoreError, Tables, Tx, tables::SchemaStep};

pub(crate) use self::{lessons::*, own_puzzles::*, puzzles::*, room_puzzles::*};

pub(crate) static TABLES: Tables = Tables {
    part: "learn",
    steps: &[SchemaStep::new(1, include_str!("../tables.sql")).of_kernel(39)],
    specs: &[
        lessons::LESSONS,
        lessons::LESSON_OFFERS,
        puzzles::PUZZLES,
        puzzles::SOLVERS,
        puzzles::PUZZLE_TRIES,
        puzzles::DAILY_PUZZLES,
        room_puzzles::PUZZLE_DAYS,
        own_puzzles::OWN_PUZZLES,
    ],
};

/// Moves what comes back by as much as the clock was set back. What is left out after an outage changes nothing here.
pub(crate) fn time_left_out(tx: &Tx<'_>, gap: &TimeGap) -> Result<(), StoreError> {
    if gap.seconds() < 0 {
        set_back_puzzles(tx, gap.to, -gap.seconds())?;
        set_back_own_puzzles(tx, gap.to, -gap.seconds())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use engine::games::GameId;
    use model::{
        glicko::Rating,
        ids::{Chat, PersonId},
    };
    use store::{
        KERNEL, Store, TableParts,
        example::{World, new_match, within, world},
    };

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    /// Runs `f` in a transaction of a fresh store.
    pub(super) fn fresh<T>(f: impl FnOnce(&Tx<'_>) -> T) -> T {
        within(&mut Store::trial_with(PARTS).unwrap(), f)
    }

    /// Stores a row of everything about a person, and of their match.
    fn fill(tx: &Tx<'_>, world: &World) {
        let (person, game) = (world.ann, GameId::Trapdoor);
        let of = tx.add_match(&new_match(world)).unwrap();
        assert!(offer_lessons(tx, person, GameId::Draughts, 5).unwrap());
        let lesson = "01-first".to_owned();
        let lesson =
            LessonRow { game, lesson, task: 1, misses: 0, open: false, at: 5, done_at: None };
        put_lesson(tx, person, &lesson).unwrap();
        let tried = PuzzleTry {
            game,
            puzzle: "1.2".to_owned(),
            misses: 0,
            open: false,
            at: 5,
            rated: true,
            shown: false,
            solved_at: Some(5),
            room: Some(world.room),
            begun_at: Some(4),
            days: Some(1),
        };
        put_puzzle_try(tx, person, &tried).unwrap();
        add_own_puzzle(tx, person, &own_puzzles::missed(of, 4)).unwrap();
        let rating = Rating { rating: 1500.0, ..Rating::unknown() };
        let solver = Solver { rating, days: 1, most_days: 1, last_day: 9 };
        put_solver(tx, person, &solver).unwrap();
    }

    /// Counts the rows of a person in each table with people.
    fn rows_of(tx: &Tx<'_>, person: PersonId) -> Vec<i64> {
        let tables = TABLES.specs.iter().filter(|spec| !spec.people.is_empty());
        let count = |spec: &store::tables::TableSpec| {
            let sql = format!("SELECT count(*) FROM {} WHERE person = ?", spec.name);
            tx.one(&sql, [person], |row| row.get(0)).unwrap().unwrap()
        };
        tables.map(count).collect()
    }

    #[test]
    fn what_is_stored_is_linked_parted_and_deleted_with_its_person() {
        fresh(|tx| {
            let world = world(tx);
            let other = tx.meet_person(Chat::Matrix, "@ann:x", "Ann").unwrap().id;
            let room = tx.meet_room(Chat::Matrix, "!r:x", "games", "").unwrap().id;
            let ben = tx.meet_person(Chat::Matrix, "@ben:x", "Ben").unwrap().id;
            fill(tx, &world);
            fill(tx, &World { room, ann: other, ben });
            let before = [world.ann, other].map(|person| rows_of(tx, person));
            assert_eq!(before, [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]);
            tx.link(world.ann, other).unwrap();
            assert_eq!(rows_of(tx, other), [0; 5]);
            tx.unlink(world.ann).unwrap();
            assert_eq!([world.ann, other].map(|person| rows_of(tx, person)), before);
            tx.erase_person(other).unwrap();
            assert_eq!([world.ann, other].map(|person| rows_of(tx, person)), [[1; 5], [0; 5]]);
        });
    }
}
