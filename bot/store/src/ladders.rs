//! Ladders: the order of a server's players in a game.
use engine::games::GameId;
use model::ids::{ChallengeId, PersonId};

use super::{Room, StoreError, Tx, columns::Word};
use crate::{
    CompetitionId,
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const LADDER_PLACES: TableSpec = TableSpec::new("ladder_places", "competition, person")
    .exports(&[RowExport::own("competition, place, active_at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("competition"),
        OnUnlink::Where("competition IN (SELECT id FROM competitions WHERE {here})"),
    )]);

pub(super) const LADDER_CHALLENGES: TableSpec = TableSpec::new("ladder_challenges", "challenge")
    .exports(&[RowExport::new(
        "challenge IN (SELECT id FROM challenges WHERE made_by = ?1 OR made_to = ?1)",
        "challenge, competition",
    )]);

/// A person on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPlace {
    pub person: PersonId,
    /// Their last match for the ladder, or when they joined or slid down.
    pub active_at: i64,
}

impl Tx<'_> {
    /// Returns the ladders of a room's server with their games.
    pub fn ladders_on(&self, room: &Room) -> Result<Vec<(CompetitionId, GameId)>, StoreError> {
        let sql = "SELECT competitions.id, rules ->> 'game' AS game FROM competitions
                   JOIN rooms ON rooms.id = competitions.room
                   WHERE kind = 'ladder' AND rooms.chat = ?
                     AND coalesce(nullif(rooms.server, ''), rooms.handle) = ? ORDER BY competitions.id";
        self.all(sql, params![Word(room.chat), room.server_key()], |row| {
            let Word(game) = row.get("game")?;
            Ok((CompetitionId(row.get("id")?), game))
        })
    }

    /// Returns all ladders.
    pub fn ladders(&self) -> Result<Vec<CompetitionId>, StoreError> {
        let sql = "SELECT id FROM competitions WHERE kind = 'ladder' ORDER BY id";
        self.all(sql, [], |row| Ok(CompetitionId(row.get(0)?)))
    }

    /// Returns the people on a ladder, the best first.
    pub fn ladder_places(&self, ladder: CompetitionId) -> Result<Vec<LadderPlace>, StoreError> {
        let sql = "SELECT person, active_at FROM ladder_places WHERE competition = ?
                   ORDER BY place, person";
        self.all(sql, [ladder.0], |row| {
            Ok(LadderPlace { person: row.get("person")?, active_at: row.get("active_at")? })
        })
    }

    /// Stores the order of a ladder.
    ///
    /// # Errors
    /// If somebody doesn't exist, or stands on it twice.
    pub fn set_ladder_places(
        &self,
        ladder: CompetitionId,
        places: &[LadderPlace],
    ) -> Result<(), StoreError> {
        self.change("DELETE FROM ladder_places WHERE competition = ?", [ladder.0])?;
        for (place, LadderPlace { person, active_at }) in (1_i64..).zip(places) {
            let sql = "INSERT INTO ladder_places (competition, person, place, active_at) VALUES (?, ?, ?, ?)";
            self.change(sql, params![ladder.0, person, place, active_at])?;
        }
        Ok(())
    }

    /// Stores that the match of a challenge is for a ladder.
    ///
    /// # Errors
    /// If either doesn't exist.
    pub fn add_ladder_challenge(
        &self,
        challenge: ChallengeId,
        ladder: CompetitionId,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO ladder_challenges (challenge, competition) VALUES (?, ?)";
        self.change(sql, params![challenge, ladder.0])?;
        Ok(())
    }

    /// Returns the ladder that the match of a challenge is for.
    pub fn ladder_of_challenge(
        &self,
        challenge: ChallengeId,
    ) -> Result<Option<CompetitionId>, StoreError> {
        let sql = "SELECT competition FROM ladder_challenges WHERE challenge = ?";
        self.one(sql, [challenge], |row| Ok(CompetitionId(row.get(0)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Chat, CompetitionRules,
            tests::example::{challenge, fresh, terms, world},
        },
        *,
    };

    #[test]
    fn a_ladder_has_an_order_and_belongs_to_a_server_and_a_game() {
        fresh(|tx| {
            let world = world(tx);
            let game = terms().game;
            let ladder =
                tx.add_competition(world.room, CompetitionRules::Ladder { game }, 5).unwrap();
            let beside = tx.meet_room(Chat::Discord, "r2", "", "s1").unwrap();
            let far = tx.meet_room(Chat::Discord, "r3", "", "s2").unwrap();
            assert_eq!(tx.ladders_on(&beside).unwrap(), [(ladder, game)]);
            assert_eq!(tx.ladders_on(&far).unwrap(), []);
            assert_eq!(tx.ladders().unwrap(), [ladder]);
            let place = |person| LadderPlace { person, active_at: 7 };
            for order in [[world.ann, world.ben], [world.ben, world.ann]] {
                let order = order.map(place);
                tx.set_ladder_places(ladder, &order).unwrap();
                assert_eq!(tx.ladder_places(ladder).unwrap(), order);
            }
            assert!(tx.attempt(|| tx.set_ladder_places(ladder, &[place(world.ann); 2])).is_err());
            let of = tx.add_challenge(&challenge(&world)).unwrap();
            assert_eq!(tx.ladder_of_challenge(of).unwrap(), None);
            tx.add_ladder_challenge(of, ladder).unwrap();
            assert_eq!(tx.ladder_of_challenge(of).unwrap(), Some(ladder));
        });
    }
}
