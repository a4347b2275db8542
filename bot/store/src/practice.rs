//! Matches of the bot: who asked for them, and the seeds of its choices.
use engine::{games::GameId, mind::Level};
use model::ids::{Chat, MatchId, PersonId, RoomId};

use super::{
    MatchRow, Person, Room, StoreError, Tx,
    columns::Word,
    matches::{self, columns},
};
use crate::{
    sql::{named_params, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const PRACTICE: TableSpec = TableSpec::new("practice", "match_id")
    .exports(&[RowExport::new("asked_by = ?1", "match_id, told")])
    .unexported(&[("seed", "it foretells what the bot does")])
    .people(&[person("asked_by", OnErase::SetNull, OnLink::Rename, OnUnlink::WithMatch)]);

/// A running match of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Practice {
    /// None if they deleted their data.
    pub asked_by: Option<PersonId>,
    pub seed: u64,
    /// The last step announced in the room.
    pub told: u32,
}

impl Tx<'_> {
    /// Returns the bot as a player of a level, creating the row if needed.
    pub fn level_person(&self, level: Level) -> Result<Person, StoreError> {
        let number = level.number();
        let name = format!("Draughtsman {number}");
        // No chat has such ids, so nobody can speak as it.
        let sql = "INSERT INTO people (chat, handle, name, folded, level)
                   VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        let (handle, folded) = (format!("level:{number}"), name.to_lowercase());
        self.change(sql, params![Word(Chat::Console), handle, name, folded, number])?;
        let sql = "SELECT id FROM people WHERE level = ?";
        let id = self.one(sql, [number], |row| row.get(0))?;
        self.person(id.ok_or(StoreError::Missing { what: "level", id: number.into() })?)
    }

    /// Records that the bot plays in a match.
    pub fn add_practice(
        &self,
        of: MatchId,
        asked_by: PersonId,
        seed: u64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO practice (match_id, asked_by, seed) VALUES (?, ?, ?)";
        self.change(sql, params![of, asked_by, seed.cast_signed()])?;
        Ok(())
    }

    /// Records that the bot no longer plays in a match.
    pub fn end_practice(&self, of: MatchId) -> Result<(), StoreError> {
        self.change("DELETE FROM practice WHERE match_id = ?", [of])?;
        Ok(())
    }

    /// Returns the row of a match of the bot; none for matches of people.
    pub fn practice(&self, of: MatchId) -> Result<Option<Practice>, StoreError> {
        let sql = "SELECT asked_by, seed, told FROM practice WHERE match_id = ?";
        self.one(sql, [of], |row| {
            let seed: i64 = row.get("seed")?;
            let asked_by = row.get("asked_by")?;
            Ok(Practice { asked_by, seed: seed.cast_unsigned(), told: row.get("told")? })
        })
    }

    /// Records the last step announced in the room of a match of the bot; does nothing for other
    /// matches.
    pub fn told_practice(&self, of: MatchId, step: u32) -> Result<(), StoreError> {
        self.change("UPDATE practice SET told = ? WHERE match_id = ?", params![step, of])?;
        Ok(())
    }

    /// Returns the running matches of the bot that a person asked for, newest first.
    pub fn practising(&self, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM practice JOIN matches ON matches.id = practice.match_id
              WHERE asked_by = ? AND ended_at IS NULL ORDER BY id DESC"
        );
        self.all(sql, [person], matches::read)
    }

    /// Returns the matches of the bot that run in a room and were played on after a time, each with who asked for it.
    pub fn practice_in(
        &self,
        room: RoomId,
        since: i64,
    ) -> Result<Vec<(Option<PersonId>, MatchRow)>, StoreError> {
        let sql = concat!(
            "SELECT asked_by, ",
            columns!(),
            " FROM practice JOIN matches ON matches.id = practice.match_id
              WHERE ended_at IS NULL AND room = ? AND touched_at > ? ORDER BY id"
        );
        self.all(sql, params![room, since], |row| Ok((row.get("asked_by")?, matches::read(row)?)))
    }

    /// Returns the matches of the bot that a person asked for and that run in the rooms of a server.
    pub fn practice_of(&self, person: PersonId, room: &Room) -> Result<Vec<MatchRow>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM practice JOIN matches ON matches.id = practice.match_id
              WHERE ended_at IS NULL AND asked_by = :person AND room IN (
                  SELECT id FROM rooms WHERE rooms.chat = :chat
                  AND coalesce(nullif(rooms.server, ''), rooms.handle) = :key)
              ORDER BY id"
        );
        let params = named_params! { ":person": person, ":chat": Word(room.chat), ":key": room.server_key() };
        self.all(sql, params, matches::read)
    }

    /// Returns every running match of the bot.
    pub fn running_practice(&self) -> Result<Vec<MatchId>, StoreError> {
        // By the bot's few rows as a person: nothing else finds these among all matches that are over.
        let sql = "SELECT match_id FROM practice WHERE match_id IN (
                       SELECT match_id FROM seats WHERE ended_at IS NULL AND person IN (SELECT id FROM people WHERE level IS NOT NULL))
                   ORDER BY match_id";
        self.all(sql, [], |row| row.get(0))
    }

    /// Returns a person's last ended match against the bot in a game that wasn't called off.
    pub fn last_practice(
        &self,
        person: PersonId,
        game: GameId,
    ) -> Result<Option<MatchRow>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM matches WHERE outcome IS NOT NULL AND id IN (
                  SELECT seats.match_id FROM seats JOIN practice ON practice.match_id = seats.match_id
                  WHERE person = ? AND game = ? AND ended_at IS NOT NULL)
              ORDER BY ended_at DESC, id DESC LIMIT 1"
        );
        self.one(sql, params![person, game.name()], matches::read)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn each_level_is_one_person_whom_no_chat_can_speak_as() {
        fresh(|tx| {
            let three = tx.level_person(Level::Three).unwrap();
            assert_eq!(three, tx.level_person(Level::Three).unwrap());
            assert_ne!(three.id, tx.level_person(Level::Four).unwrap().id);
            assert_eq!((three.level, three.name.as_str()), (Some(Level::Three), "Draughtsman 3"));
            assert_eq!(tx.handle_in(Chat::Discord, three.id).unwrap(), None);
            let ann = tx.meet_person(Chat::Discord, "a1", "Ann").unwrap();
            assert_eq!(ann.level, None);
        });
    }

    #[test]
    fn what_is_kept_of_practice_is_found_by_match_and_person() {
        fresh(|tx| {
            let world = world(tx);
            let three = tx.level_person(Level::Three).unwrap();
            let seats = engine::seat::BySeat { first: world.ann, second: three.id };
            let id = tx.add_match(&crate::NewMatch { seats, ..new_match(&world) }).unwrap();
            assert_eq!(tx.practice(id).unwrap(), None);
            tx.add_practice(id, world.ann, u64::MAX - 1).unwrap();
            let kept = Practice { asked_by: Some(world.ann), seed: u64::MAX - 1, told: 0 };
            assert_eq!(tx.practice(id).unwrap(), Some(kept));
            tx.told_practice(id, 7).unwrap();
            assert_eq!(tx.practice(id).unwrap().map(|it| it.told), Some(7));
            assert_eq!(tx.practising(world.ann).unwrap().len(), 1);
            assert_eq!(tx.practising(world.ben).unwrap().len(), 0);
            let here = tx.room(world.room).unwrap();
            assert_eq!(tx.practice_of(world.ann, &here).unwrap().len(), 1);
            assert_eq!(tx.practice_of(world.ben, &here).unwrap().len(), 0);
            let found = |since| tx.practice_in(here.id, since).unwrap();
            assert_eq!(found(i64::MAX), []);
            let asked: Vec<_> = found(-1).into_iter().map(|(who, row)| (who, row.id)).collect();
            assert_eq!(asked, [(Some(world.ann), id)]);
            assert_eq!(tx.running_practice().unwrap(), [id]);
            assert_eq!(tx.last_practice(world.ann, GameId::Trapdoor).unwrap(), None);
        });
    }
}
