//! Ladders: the order of a server's players in a game.
use engine::games::GameId;
use model::ids::{ChallengeId, PersonId};

use serde::{Deserialize, Serialize};
use store::{
    CompetitionId, CompetitionRules, Room, StoreError, Tx,
    sql::{Word, params},
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

/// A server's players of a game in an order; a win against somebody above takes their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LadderRules {
    pub game: GameId,
}

impl CompetitionRules for LadderRules {
    const KIND: &'static str = "ladder";
}

/// A person on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LadderPlace {
    pub person: PersonId,
    /// Their last match for the ladder, or when they joined or slid down.
    pub active_at: i64,
}

/// Returns the ladders of a room's server with their games.
pub(super) fn ladders_on(
    tx: &Tx<'_>,
    room: &Room,
) -> Result<Vec<(CompetitionId, GameId)>, StoreError> {
    let sql = "SELECT competitions.id, rules ->> 'game' AS game FROM competitions
               JOIN rooms ON rooms.id = competitions.room
               WHERE kind = 'ladder' AND rooms.chat = ?
                 AND coalesce(nullif(rooms.server, ''), rooms.handle) = ? ORDER BY competitions.id";
    tx.all(sql, params![Word(room.chat), room.server_key()], |row| {
        let Word(game) = row.get("game")?;
        Ok((CompetitionId(row.get("id")?), game))
    })
}

/// Returns all ladders.
pub(super) fn ladders(tx: &Tx<'_>) -> Result<Vec<CompetitionId>, StoreError> {
    let sql = "SELECT id FROM competitions WHERE kind = 'ladder' ORDER BY id";
    tx.all(sql, [], |row| Ok(CompetitionId(row.get(0)?)))
}

/// Returns the people on a ladder, the best first.
pub(super) fn ladder_places(
    tx: &Tx<'_>,
    ladder: CompetitionId,
) -> Result<Vec<LadderPlace>, StoreError> {
    let sql = "SELECT person, active_at FROM ladder_places WHERE competition = ?
               ORDER BY place, person";
    tx.all(sql, [ladder.0], |row| {
        Ok(LadderPlace { person: row.get("person")?, active_at: row.get("active_at")? })
    })
}

/// Stores the order of a ladder.
///
/// # Errors
/// If somebody doesn't exist, or stands on it twice.
pub(super) fn set_ladder_places(
    tx: &Tx<'_>,
    ladder: CompetitionId,
    places: &[LadderPlace],
) -> Result<(), StoreError> {
    tx.change("DELETE FROM ladder_places WHERE competition = ?", [ladder.0])?;
    for (place, LadderPlace { person, active_at }) in (1_i64..).zip(places) {
        let sql =
            "INSERT INTO ladder_places (competition, person, place, active_at) VALUES (?, ?, ?, ?)";
        tx.change(sql, params![ladder.0, person, place, active_at])?;
    }
    Ok(())
}

/// Stores that the match of a challenge is for a ladder.
///
/// # Errors
/// If either doesn't exist.
pub(super) fn add_ladder_challenge(
    tx: &Tx<'_>,
    challenge: ChallengeId,
    ladder: CompetitionId,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO ladder_challenges (challenge, competition) VALUES (?, ?)";
    tx.change(sql, params![challenge, ladder.0])?;
    Ok(())
}

/// Returns the ladder that the match of a challenge is for.
pub(super) fn ladder_of_challenge(
    tx: &Tx<'_>,
    challenge: ChallengeId,
) -> Result<Option<CompetitionId>, StoreError> {
    let sql = "SELECT competition FROM ladder_challenges WHERE challenge = ?";
    tx.one(sql, [challenge], |row| Ok(CompetitionId(row.get(0)?)))
}

#[cfg(test)]
mod tests {
    use model::ids::Chat;
    use store::{
        KERNEL, TableParts,
        example::{challenge, fresh_with, terms, world},
    };

    use super::{super::TABLES, *};

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    #[test]
    fn a_ladder_has_an_order_and_belongs_to_a_server_and_a_game() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let game = terms().game;
            let ladder = tx.add_competition(world.room, &LadderRules { game }, 5).unwrap();
            let beside = tx.meet_room(Chat::Discord, "r2", "", "s1").unwrap();
            let far = tx.meet_room(Chat::Discord, "r3", "", "s2").unwrap();
            assert_eq!(ladders_on(tx, &beside).unwrap(), [(ladder, game)]);
            assert_eq!(ladders_on(tx, &far).unwrap(), []);
            assert_eq!(ladders(tx).unwrap(), [ladder]);
            let place = |person| LadderPlace { person, active_at: 7 };
            for order in [[world.ann, world.ben], [world.ben, world.ann]] {
                let order = order.map(place);
                set_ladder_places(tx, ladder, &order).unwrap();
                assert_eq!(ladder_places(tx, ladder).unwrap(), order);
            }
            assert!(tx.attempt(|| set_ladder_places(tx, ladder, &[place(world.ann); 2])).is_err());
            let of = tx.add_challenge(&challenge(&world)).unwrap();
            assert_eq!(ladder_of_challenge(tx, of).unwrap(), None);
            add_ladder_challenge(tx, of, ladder).unwrap();
            assert_eq!(ladder_of_challenge(tx, of).unwrap(), Some(ladder));
        });
    }
}
