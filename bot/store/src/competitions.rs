//! Competitions: what several matches are played for together: a series between two people, or a
//! group of a league in one season.
use std::{collections::BTreeMap, path::PathBuf};

use model::ids::{MatchId, PersonId, RoomId};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    MatchRow, StoreError, Tx,
    columns::Json,
    matches::{self, columns},
    sql::{Params, SqlRow},
};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const COMPETITIONS: TableSpec = TableSpec::new("competitions", "id")
    .exports(&[RowExport::new(
        "id IN (SELECT competition FROM competition_matches JOIN seats USING (match_id) WHERE person = ?1)",
        "id, kind, room, rules, begun_at, ended_at, winner",
    )])
    .people(&[person("winner", OnErase::Keep, OnLink::Rename, OnUnlink::WithRoom)]);

pub(super) const COMPETITION_MATCHES: TableSpec = TableSpec::new("competition_matches", "match_id")
    .exports(&[RowExport::of_matches("match_id, competition, round")]);

/// The number of a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompetitionId(pub i64);

/// The terms of a kind of competition.
pub trait CompetitionRules: Serialize + DeserializeOwned {
    /// The name of the kind in the database, which is never changed.
    const KIND: &'static str;
}

/// Terms as they are stored, with the name of their kind.
#[derive(Serialize)]
struct WithKind<'a, R> {
    kind: &'static str,
    #[serde(flatten)]
    rules: &'a R,
}

/// A competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Competition {
    pub id: CompetitionId,
    pub room: RoomId,
    pub kind: String,
    /// The terms, as the feature with this kind wrote them.
    pub rules: Value,
    pub ended_at: Option<i64>,
    /// None while it runs, or if it was drawn or called off.
    pub winner: Option<PersonId>,
}

impl Competition {
    /// Returns its terms, if it is of this kind.
    ///
    /// # Errors
    /// If they can't be read.
    pub fn rules<R: CompetitionRules>(&self) -> Result<Option<R>, StoreError> {
        if self.kind != R::KIND {
            return Ok(None);
        }
        let rules = R::deserialize(&self.rules);
        rules.map(Some).map_err(|err| StoreError::Unreadable {
            path: PathBuf::new(),
            detail: format!("the rules of competition {}: {err}", self.id.0),
        })
    }
}

impl Tx<'_> {
    /// Stores a new competition.
    ///
    /// # Errors
    /// If the room doesn't exist, or the database fails.
    pub fn add_competition<R: CompetitionRules>(
        &self,
        room: RoomId,
        rules: &R,
        now: i64,
    ) -> Result<CompetitionId, StoreError> {
        let sql = "INSERT INTO competitions (kind, room, rules, begun_at) VALUES (?, ?, ?, ?)
                   RETURNING id";
        Ok(CompetitionId(
            self.add(sql, params![R::KIND, room, Json(WithKind { kind: R::KIND, rules }), now])?,
        ))
    }

    /// Records that a match is played for a competition.
    ///
    /// # Errors
    /// If either doesn't exist, or the match already belongs to a competition.
    pub fn play_for(
        &self,
        of: MatchId,
        competition: CompetitionId,
        round: u32,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO competition_matches (match_id, competition, round) VALUES (?, ?, ?)";
        self.change(sql, params![of, competition.0, round])?;
        Ok(())
    }

    /// Returns the competition that a match is played for, and its round.
    pub fn competition_of(&self, of: MatchId) -> Result<Option<(Competition, u32)>, StoreError> {
        let sql = "SELECT competitions.*, round FROM competition_matches
                   JOIN competitions ON competitions.id = competition WHERE match_id = ?";
        self.one(sql, [of], |row| Ok((read(row)?, row.get("round")?)))
    }

    /// Returns the matches of a competition, oldest first.
    pub fn matches_for(&self, competition: CompetitionId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM matches WHERE id IN (SELECT match_id FROM competition_matches WHERE competition = ?) ORDER BY id"
        );
        self.all(sql, [competition.0], matches::read)
    }

    /// Returns the matches of a competition with their rounds, oldest first.
    pub fn rounds_of(
        &self,
        competition: CompetitionId,
    ) -> Result<Vec<(u32, MatchRow)>, StoreError> {
        let sql = "SELECT match_id, round FROM competition_matches WHERE competition = ?";
        let rounds: BTreeMap<MatchId, u32> = self
            .all(sql, [competition.0], |row| Ok((row.get(0)?, row.get(1)?)))?
            .into_iter()
            .collect();
        let rows = self.matches_for(competition)?.into_iter();
        Ok(rows.map(|row| (rounds.get(&row.id).copied().unwrap_or(0), row)).collect())
    }

    /// Returns the competitions that a condition finds, by number.
    pub fn competitions(
        &self,
        condition: &str,
        params: impl Params,
    ) -> Result<Vec<Competition>, StoreError> {
        self.all(&format!("SELECT * FROM competitions WHERE {condition} ORDER BY id"), params, read)
    }

    /// Ends a competition.
    pub fn end_competition(
        &self,
        competition: CompetitionId,
        winner: Option<PersonId>,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE competitions SET ended_at = ?, winner = ? WHERE id = ?";
        self.change(sql, params![now, winner, competition.0])?;
        Ok(())
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Competition> {
    let Json(rules) = row.get("rules")?;
    Ok(Competition {
        id: CompetitionId(row.get("id")?),
        room: row.get("room")?,
        kind: row.get("kind")?,
        rules,
        ended_at: row.get("ended_at")?,
        winner: row.get("winner")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{ExampleRules, fresh, new_match, world},
        *,
    };

    #[test]
    fn a_series_has_its_matches_in_order_and_ends_once() {
        fresh(|tx| {
            let world = world(tx);
            let rules = ExampleRules { best_of: 3 };
            let id = tx.add_competition(world.room, &rules, 5).unwrap();
            let matches: Vec<MatchId> =
                (0..3).map(|_| tx.add_match(&new_match(&world)).unwrap()).collect();
            for (of, round) in [(matches[0], 1), (matches[2], 2)] {
                tx.play_for(of, id, round).unwrap();
            }
            assert!(tx.attempt(|| tx.play_for(matches[0], id, 3)).is_err(), "once");
            let (found, round) = tx.competition_of(matches[2]).unwrap().unwrap();
            assert_eq!((found.id, found.ended_at, round), (id, None, 2));
            assert_eq!(found.rules::<ExampleRules>().unwrap(), Some(rules));
            assert_eq!(tx.competition_of(matches[1]).unwrap(), None);
            let all: Vec<MatchId> = tx.matches_for(id).unwrap().iter().map(|it| it.id).collect();
            assert_eq!(all, [matches[0], matches[2]]);
            tx.end_competition(id, Some(world.ben), 9).unwrap();
            let (found, _) = tx.competition_of(matches[0]).unwrap().unwrap();
            assert_eq!((found.ended_at, found.winner), (Some(9), Some(world.ben)));
        });
    }
}
