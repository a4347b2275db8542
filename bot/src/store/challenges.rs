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
            terms: Terms { game, options, days, rated, private, start },
            side,
            state,
            secret,
            tag,
            word,
            made_at,
            lapses_at,
        } = challenge;
        let sql = "INSERT INTO challenges (room, made_by, made_to, game, options, days, rated, private, start, side, state, secret, tag, word, made_at, lapses_at)
                   VALUES (:room, :by, :whom, :game, :options, :days, :rated, :private, :start, :side, :state, :secret, :tag, :word, :made_at, :lapses_at)";
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
                ":private": private,
                ":start": start.as_ref().map(Json),
                ":side": Word(side),
                ":state": Word(state),
                ":secret": Word(secret),
                ":tag": tag,
                ":word": word,
                ":made_at": made_at,
                ":lapses_at": lapses_at,
            },
        )?;
        Ok(ChallengeId(id))
    }

    /// Returns the id that the next challenge will get.
    ///
    /// # Errors
    /// When the database fails.
    pub fn next_challenge(&self) -> Result<ChallengeId, StoreError> {
        let last: Option<i64> =
            self.one("SELECT coalesce(max(id), 0) FROM challenges", [], |row| row.get(0))?;
        Ok(ChallengeId(last.unwrap_or(0) + 1))
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

    /// Returns every challenge somebody made, whatever became of it, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn challenges_by(&self, by: PersonId) -> Result<Vec<Challenge>, StoreError> {
        self.all("SELECT * FROM challenges WHERE made_by = ? ORDER BY id", [by], read)
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
    let Word(secret) = row.get("secret")?;
    Ok(Challenge {
        id: row.get("id")?,
        room: row.get("room")?,
        by: row.get("made_by")?,
        whom: row.get("made_to")?,
        terms: terms(row)?,
        side,
        state,
        secret,
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
    let start: Option<Json<_>> = row.get("start")?;
    Ok(Terms {
        game,
        options,
        days: row.get("days")?,
        rated: row.get("rated")?,
        private: row.get("private")?,
        start: start.map(|it| it.0),
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Chat, SideWish,
            example::{challenge, fresh, world},
        },
        *,
    };

    fn ids(found: Vec<Challenge>) -> Vec<i64> {
        found.into_iter().map(|it| it.id.0).collect()
    }

    #[test]
    fn a_challenge_comes_back_as_it_was_made() {
        fresh(|tx| {
            let full = challenge(&world(tx));
            let mut bare = Challenge { whom: None, word: String::new(), ..full.clone() };
            let start = Some(engine::table::Saved {
                rules: 3,
                state: serde_json::json!({"a": 1}),
                last: serde_json::json!([]),
            });
            bare.terms = Terms { days: None, rated: false, private: true, start, ..bare.terms };
            for mut made in [full, bare] {
                made.id = tx.add_challenge(&made).unwrap();
                assert_eq!(tx.challenge(made.id).unwrap(), Some(made));
            }
            assert_eq!(tx.challenge(ChallengeId(99)).unwrap(), None);
        });
    }

    #[test]
    fn every_side_and_state_can_be_kept() {
        use ChallengeState::{Accepted, Cancelled, Declined, Lapsed, Open};
        fresh(|tx| {
            let base = challenge(&world(tx));
            for side in [SideWish::Random, SideWish::First, SideWish::Second] {
                let id = tx.add_challenge(&Challenge { side, ..base.clone() }).unwrap();
                for state in [Accepted, Cancelled, Declined, Lapsed, Open] {
                    tx.set_challenge_state(id, state).unwrap();
                    let kept = tx.challenge(id).unwrap().unwrap();
                    assert_eq!((kept.side, kept.state), (side, state));
                }
            }
            let err = tx.set_challenge_state(ChallengeId(99), Open).unwrap_err();
            assert!(matches!(err, StoreError::Missing { what: "challenge", id: 99 }), "{err}");
        });
    }

    #[test]
    fn open_challenges_are_listed_oldest_first() {
        fresh(|tx| {
            let world = world(tx);
            let elsewhere = tx.meet_room(Chat::Discord, "r2", "", "").unwrap().id;
            let base = challenge(&world);
            let add = |c: Challenge| tx.add_challenge(&c).unwrap().0;
            let late = add(Challenge { made_at: 300, ..base.clone() });
            let twin = add(Challenge { made_at: 300, ..base.clone() });
            let early = add(Challenge { made_at: 100, lapses_at: 101, ..base.clone() });
            let anyone = add(Challenge { made_at: 200, whom: None, ..base.clone() });
            let other = add(Challenge {
                room: elsewhere,
                by: world.ben,
                whom: Some(world.ann),
                ..base.clone()
            });
            let gone = add(base);
            tx.set_challenge_state(ChallengeId(gone), ChallengeState::Declined).unwrap();

            let own = [early, anyone, late, twin];
            assert_eq!(ids(tx.open_challenges(world.room).unwrap()), own);
            assert_eq!(ids(tx.open_challenges(elsewhere).unwrap()), [other]);
            assert_eq!(ids(tx.open_challenges_by(world.ann).unwrap()), own);
            assert_eq!(ids(tx.open_challenges_by(world.ben).unwrap()), [other]);
            assert_eq!(ids(tx.open_challenges_to(world.ben).unwrap()), [early, late, twin]);
            assert_eq!(ids(tx.open_challenges_to(world.ann).unwrap()), [other]);
        });
    }

    #[test]
    fn a_challenge_needs_a_room_and_a_challenger() {
        fresh(|tx| {
            let base = challenge(&world(tx));
            for broken in [
                Challenge { room: RoomId(99), ..base.clone() },
                Challenge { by: PersonId(99), ..base.clone() },
                Challenge { whom: Some(PersonId(99)), ..base.clone() },
            ] {
                let err = tx.add_challenge(&broken).unwrap_err();
                assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
            }
        });
    }
}
