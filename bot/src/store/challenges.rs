//! Challenges: offers to play, and what became of them.
use rusqlite::{Row, named_params, params};

use super::{
    Challenge, ChallengeId, ChallengeState, PersonId, RoomId, StoreError, Terms, Tx,
    columns::{Json, Word},
};

impl Tx<'_> {
    /// Keeps a new challenge and returns its id; the one in `challenge` is ignored.
    ///
    /// # Errors
    /// When the room or a person is not known, or the database fails.
    pub fn add_challenge(&self, challenge: &Challenge) -> Result<ChallengeId, StoreError> {
        let Challenge {
            id: _,
            room,
            by,
            whom,
            terms: Terms { game, options, days, rated },
            side,
            state,
            secret,
            tag,
            word,
            made_at,
            lapses_at,
        } = challenge;
        let sql = "INSERT INTO challenges (room, made_by, made_to, game, options, days, rated, side, state, secret, tag, word, made_at, lapses_at)
                   VALUES (:room, :by, :whom, :game, :options, :days, :rated, :side, :state, :secret, :tag, :word, :made_at, :lapses_at)";
        let id = self.add(
            sql,
            named_params! {
                ":room": room,
                ":by": by,
                ":whom": whom,
                ":game": Word(game),
                ":options": Json(options),
                ":days": days,
                ":rated": rated,
                ":side": Word(side),
                ":state": Word(state),
                ":secret": secret,
                ":tag": tag,
                ":word": word,
                ":made_at": made_at,
                ":lapses_at": lapses_at,
            },
        )?;
        Ok(ChallengeId(id))
    }

    /// Returns a challenge, whatever became of it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        self.one("SELECT * FROM challenges WHERE id = ?", [id], read)
    }

    /// Returns the open challenges of a room, oldest first. Open is what was not set to another state, however late it is.
    ///
    /// # Errors
    /// When the database fails.
    pub fn open_challenges(&self, room: RoomId) -> Result<Vec<Challenge>, StoreError> {
        let sql = "SELECT * FROM challenges WHERE state = 'open' AND room = ? ORDER BY made_at, id";
        self.all(sql, [room], read)
    }

    /// Returns the open challenges somebody made, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn open_challenges_by(&self, by: PersonId) -> Result<Vec<Challenge>, StoreError> {
        let sql =
            "SELECT * FROM challenges WHERE state = 'open' AND made_by = ? ORDER BY made_at, id";
        self.all(sql, [by], read)
    }

    /// Returns the open challenges made to somebody by name, oldest first; those that anyone may accept are not among them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn open_challenges_to(&self, whom: PersonId) -> Result<Vec<Challenge>, StoreError> {
        let sql =
            "SELECT * FROM challenges WHERE state = 'open' AND made_to = ? ORDER BY made_at, id";
        self.all(sql, [whom], read)
    }

    /// Notes what became of a challenge.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when there is no such challenge.
    pub fn set_challenge_state(
        &self,
        id: ChallengeId,
        state: ChallengeState,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE challenges SET state = ? WHERE id = ?";
        match self.change(sql, params![Word(state), id])? {
            0 => Err(StoreError::Missing { what: "challenge", id: id.0 }),
            _ => Ok(()),
        }
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Challenge> {
    let Word(side) = row.get("side")?;
    let Word(state) = row.get("state")?;
    Ok(Challenge {
        id: row.get("id")?,
        room: row.get("room")?,
        by: row.get("made_by")?,
        whom: row.get("made_to")?,
        terms: terms(row)?,
        side,
        state,
        secret: row.get("secret")?,
        tag: row.get("tag")?,
        word: row.get("word")?,
        made_at: row.get("made_at")?,
        lapses_at: row.get("lapses_at")?,
    })
}

/// Reads the columns that challenges and matches have in common.
pub(super) fn terms(row: &Row<'_>) -> rusqlite::Result<Terms> {
    let Word(game) = row.get("game")?;
    let Json(options) = row.get("options")?;
    Ok(Terms { game, options, days: row.get("days")?, rated: row.get("rated")? })
}
