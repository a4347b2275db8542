//! Challenges and their states.
use model::ids::{ChallengeId, Chat, PersonId, RoomId};

use super::{
    Challenge, ChallengeCommitted, ChallengeState, StoreError, Terms, Tx,
    columns::{Json, Word},
    sql::SqlRow,
};
use crate::{
    sql::{named_params, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const CHALLENGES: TableSpec = TableSpec::new("challenges", "id")
    .exports(&[
        RowExport::new(
            "made_by = ?1",
            "id, room, made_to, game, options, clock, rated, private, side, state, counter, tag, word, made_at, lapses_at, places, best_of, taken, start, vote",
        ),
        RowExport::new(
            "made_to = ?1 OR EXISTS (SELECT 1 FROM json_each(taken) WHERE value = ?1)",
            "id, room, made_by, game, options, clock, rated, private, side, state, counter, tag, made_at, lapses_at, places, best_of, vote",
        ),
    ])
    .unexported(&[
        ("secret", "it foretells the dice"),
        ("bond", "what was agreed, as given beside it, with the salts of both players"),
    ])
    .rooms(&[("room", None)])
    .people(&[
        person("made_by", OnErase::Call(withdraw), OnLink::Rename, OnUnlink::WithRoom),
        person("made_to", OnErase::Keep, OnLink::Rename, OnUnlink::WithRoom),
        person(
            "taken",
            OnErase::Keep,
            OnLink::Call(|tx, main, other| tx.accepted_by_another(other, main, None)),
            OnUnlink::Call(|tx, main, own| tx.accepted_by_another(main, own.id, Some(own.chat))),
        ),
    ]);

impl Tx<'_> {
    /// Stores a new challenge and returns its id; the one in `challenge` is ignored.
    ///
    /// # Errors
    /// If the room or a person doesn't exist, or the database fails.
    pub fn add_challenge(&self, challenge: &Challenge) -> Result<ChallengeId, StoreError> {
        let Challenge {
            id: _,
            room,
            by,
            whom,
            terms: Terms { game, options, clock, rated, private, start, room_time },
            side,
            state,
            secret,
            tag,
            word,
            made_at,
            lapses_at,
            places,
            taken,
            best_of,
            counter,
            bond,
        } = challenge;
        let sql = "INSERT INTO challenges (room, made_by, made_to, game, options, clock, rated, private, start, side, state, secret, tag, word, made_at, lapses_at,
                                           places, taken, best_of, counter, bond, vote)
                   VALUES (:room, :by, :whom, :game, :options, :clock, :rated, :private, :start, :side, :state, :secret, :tag, :word, :made_at, :lapses_at,
                           :places, :taken, :best_of, :counter, :bond, :vote) RETURNING id";
        let id = self.add(
            sql,
            named_params! {
                ":room": room,
                ":by": by,
                ":whom": whom,
                ":game": Word(game),
                ":options": Json(options),
                ":clock": clock.map(Json),
                ":rated": rated,
                ":private": private,
                ":vote": room_time,
                ":start": start.as_ref().map(Json),
                ":side": Word(side),
                ":state": Word(state),
                ":secret": Word(secret),
                ":tag": tag,
                ":word": word,
                ":made_at": made_at,
                ":lapses_at": lapses_at,
                ":places": places,
                ":taken": Json(taken),
                ":best_of": best_of,
                ":counter": counter,
                ":bond": Json(bond),
            },
        )?;
        Ok(ChallengeId(id))
    }

    /// Updates a challenge that stays open after it was accepted: its secret, tag and bond, and how
    /// many may still accept.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such challenge.
    pub fn renew_challenge(&self, challenge: &Challenge) -> Result<(), StoreError> {
        let Challenge { id, secret, tag, places, taken, bond, .. } = challenge;
        let sql = "UPDATE challenges SET secret = ?, tag = ?, places = ?, taken = ?, bond = ? WHERE id = ?";
        match self.change(sql, params![Word(secret), tag, places, Json(taken), Json(bond), id])? {
            0 => Err(StoreError::Missing { what: "challenge", id: id.0 }),
            _ => Ok(()),
        }
    }

    /// Returns the open challenges that have expired, grouped by challenger and room.
    pub fn late_challenges(&self, now: i64) -> Result<Vec<ChallengeId>, StoreError> {
        let sql = "SELECT id FROM challenges WHERE state = 'open' AND lapses_at <= ?
                   ORDER BY made_by, room, id";
        self.all(sql, [now], |row| row.get(0))
    }

    /// Returns those of a room by one person.
    pub fn late_challenges_of(
        &self,
        room: RoomId,
        by: PersonId,
        now: i64,
    ) -> Result<Vec<ChallengeId>, StoreError> {
        let sql = "SELECT id FROM challenges WHERE room = ? AND made_by = ? AND state = 'open' AND lapses_at <= ?
                   ORDER BY id";
        self.all(sql, params![room, by, now], |row| row.get(0))
    }

    /// Extends all open challenges by this many seconds.
    pub fn put_off_challenges(&self, seconds: i64) -> Result<(), StoreError> {
        let sql = "UPDATE challenges SET lapses_at = lapses_at + ? WHERE state = 'open'";
        self.change(sql, [seconds])?;
        Ok(())
    }

    /// Returns how many challenges from one person another has declined that were made after a
    /// moment.
    pub fn count_declined(
        &self,
        by: PersonId,
        whom: PersonId,
        after: i64,
    ) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM challenges WHERE state = 'declined' AND made_by = ? AND made_to = ? AND made_at > ?";
        let count = self.one(sql, params![by, whom, after], |row| row.get(0))?;
        Ok(count.map_or(0, |it: u32| it as usize))
    }

    /// Returns when the next open challenge expires after a moment.
    pub fn next_lapse(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT min(lapses_at) FROM challenges WHERE state = 'open' AND lapses_at > ?";
        Ok(self.one(sql, [after], |row| row.get(0))?.flatten())
    }

    /// Returns the id of the next challenge.
    pub fn next_challenge(&self) -> Result<ChallengeId, StoreError> {
        let last: Option<i64> =
            self.one("SELECT coalesce(max(id), 0) FROM challenges", [], |row| row.get(0))?;
        Ok(ChallengeId(last.unwrap_or(0) + 1))
    }

    /// Returns a challenge in any state.
    pub fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        self.one("SELECT * FROM challenges WHERE id = ?", [id], read)
    }

    /// Returns the open challenges of a room, oldest first. A challenge is open until its state is
    /// changed, even if it has expired.
    pub fn open_challenges(&self, room: RoomId) -> Result<Vec<Challenge>, StoreError> {
        let sql = "SELECT * FROM challenges WHERE state = 'open' AND room = ? ORDER BY made_at, id";
        self.all(sql, [room], read)
    }

    /// Returns a person's open challenges, oldest first.
    pub fn open_challenges_by(&self, by: PersonId) -> Result<Vec<Challenge>, StoreError> {
        let sql =
            "SELECT * FROM challenges WHERE state = 'open' AND made_by = ? ORDER BY made_at, id";
        self.all(sql, [by], read)
    }

    /// Returns the open challenges of a person, and of the others at their browser in the local room, oldest first.
    pub fn open_challenges_beside(&self, by: PersonId) -> Result<Vec<Challenge>, StoreError> {
        let sql = "SELECT * FROM challenges WHERE state = 'open' AND made_by IN
                     (SELECT id FROM people WHERE id = ?1 OR browser = (SELECT browser FROM people WHERE id = ?1))
                   ORDER BY made_at, id";
        self.all(sql, [by], read)
    }

    /// Returns a person's challenges in any state, oldest first.
    pub fn challenges_by(&self, by: PersonId) -> Result<Vec<Challenge>, StoreError> {
        self.all("SELECT * FROM challenges WHERE made_by = ? ORDER BY id", [by], read)
    }

    /// Returns the numbers of the open challenges a person accepted, in order.
    pub fn challenges_taken(&self, by: PersonId) -> Result<Vec<ChallengeId>, StoreError> {
        let sql = "SELECT id FROM challenges WHERE EXISTS (SELECT 1 FROM json_each(taken) WHERE value = ?) ORDER BY id";
        self.all(sql, [by], |row| row.get(0))
    }

    /// Returns the open challenges that name a person, oldest first.
    pub fn open_challenges_to(&self, whom: PersonId) -> Result<Vec<Challenge>, StoreError> {
        let sql =
            "SELECT * FROM challenges WHERE state = 'open' AND made_to = ? ORDER BY made_at, id";
        self.all(sql, [whom], read)
    }

    /// Sets the state of a challenge. A closed one loses its fingerprints.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such challenge.
    pub fn set_challenge_state(
        &self,
        id: ChallengeId,
        state: ChallengeState,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE challenges SET state = ? WHERE id = ?";
        match self.change(sql, params![Word(state), id])? {
            0 => Err(StoreError::Missing { what: "challenge", id: id.0 }),
            _ if state == ChallengeState::Open => Ok(()),
            _ => self.forget_salts(id),
        }
    }

    fn forget_salts(&self, id: ChallengeId) -> Result<(), StoreError> {
        let bond = self.one("SELECT bond FROM challenges WHERE id = ?", [id], |row| row.get(0))?;
        if let Some(Json(ChallengeCommitted { text, salts: Some(_) })) = bond {
            let bond = Json(ChallengeCommitted { text, salts: None });
            self.change("UPDATE challenges SET bond = ? WHERE id = ?", params![bond, id])?;
        }
        Ok(())
    }

    /// Names another person where one has accepted open challenges: in all rooms, or in those of one
    /// chat.
    fn accepted_by_another(
        &self,
        old: PersonId,
        new: PersonId,
        chat: Option<Chat>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT id, taken FROM challenges
                   WHERE EXISTS (SELECT 1 FROM json_each(taken) WHERE value = ?1)
                     AND (room IN (SELECT id FROM rooms WHERE chat = ?2) OR ?2 IS NULL)";
        let found: Vec<(ChallengeId, Json<Vec<PersonId>>)> =
            self.all(sql, params![old, chat.map(Word)], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (id, Json(mut taken)) in found {
            taken.iter_mut().filter(|it| **it == old).for_each(|person| *person = new);
            self.change("UPDATE challenges SET taken = ? WHERE id = ?", params![Json(taken), id])?;
        }
        Ok(())
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Challenge> {
    let Word(side) = row.get("side")?;
    let Word(state) = row.get("state")?;
    let Word(secret) = row.get("secret")?;
    let Json(taken) = row.get("taken")?;
    let Json(bond) = row.get("bond")?;
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
        places: row.get("places")?,
        taken,
        best_of: row.get("best_of")?,
        counter: row.get("counter")?,
        bond,
    })
}

/// Reads the columns shared by challenges and matches.
pub fn terms(row: &SqlRow<'_>) -> rusqlite::Result<Terms> {
    let Word(game) = row.get("game")?;
    let Json(options) = row.get("options")?;
    let clock: Option<Json<_>> = row.get("clock")?;
    let start: Option<Json<_>> = row.get("start")?;
    Ok(Terms {
        game,
        options,
        clock: clock.map(|it| it.0),
        rated: row.get("rated")?,
        private: row.get("private")?,
        start: start.map(|it| it.0),
        room_time: row.get("vote")?,
    })
}

/// Cancels a person's open challenges, and those to them, and forgets what they wrote in challenges.
fn withdraw(tx: &Tx<'_>, id: PersonId) -> Result<(), StoreError> {
    let sql = "SELECT id FROM challenges WHERE state = 'open' AND (made_by = ?1 OR made_to = ?1)";
    for open in tx.all(sql, [id], |row| row.get(0))? {
        tx.set_challenge_state(open, ChallengeState::Cancelled)?;
    }
    // An accepted challenge's word stays in its match, because the proof of the dice needs it.
    tx.change("UPDATE challenges SET word = '' WHERE made_by = ?", [id])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Chat, SideWish,
            tests::example::{challenge, fresh, world},
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
            bare.terms = Terms { clock: None, rated: false, private: true, start, ..bare.terms };
            bare.counter = true;
            bare.best_of = 5;
            bare.terms.room_time = Some(43_200);
            for mut made in [full, bare] {
                made.id = tx.add_challenge(&made).unwrap();
                assert_eq!(tx.challenge(made.id).unwrap(), Some(made));
            }
            assert_eq!(tx.challenge(ChallengeId(99)).unwrap(), None);
        });
    }

    #[test]
    fn every_side_and_state_can_be_kept() {
        use ChallengeState::{Accepted, Cancelled, Countered, Declined, Lapsed, Open};
        fresh(|tx| {
            let base = challenge(&world(tx));
            for side in [SideWish::Random, SideWish::First, SideWish::Second] {
                let id = tx.add_challenge(&Challenge { side, ..base.clone() }).unwrap();
                for state in [Accepted, Cancelled, Countered, Declined, Lapsed, Open] {
                    tx.set_challenge_state(id, state).unwrap();
                    let kept = tx.challenge(id).unwrap().unwrap();
                    assert_eq!((kept.side, kept.state), (side, state));
                }
            }
            let err = tx.attempt(|| tx.set_challenge_state(ChallengeId(99), Open)).unwrap_err();
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
    fn a_standing_challenge_is_renewed_and_lapses_with_the_others() {
        fresh(|tx| {
            let world = world(tx);
            let mut made = Challenge { whom: None, places: 5, ..challenge(&world) };
            made.id = tx.add_challenge(&made).unwrap();
            let secret = engine::fair::Secret::from_bytes([77; 32]);
            let tag = "t9".to_owned();
            let renewed = Challenge { secret, tag, places: 4, taken: vec![world.ben], ..made };
            assert_eq!(tx.challenges_taken(world.ben).unwrap(), []);
            tx.renew_challenge(&renewed).unwrap();
            assert_eq!(tx.challenge(renewed.id).unwrap(), Some(renewed.clone()));
            let late = Challenge { lapses_at: 300, ..challenge(&world) };
            let late = tx.add_challenge(&late).unwrap();
            assert_eq!(tx.next_lapse(0).unwrap(), Some(200));
            assert_eq!(tx.late_challenges(199).unwrap(), []);
            assert_eq!(tx.late_challenges(300).unwrap(), [renewed.id, late]);
            let of = tx.late_challenges_of(renewed.room, renewed.by, 299).unwrap();
            assert_eq!(of, [renewed.id]);
            tx.set_challenge_state(renewed.id, ChallengeState::Lapsed).unwrap();
            assert_eq!(tx.next_lapse(0).unwrap(), Some(300));
            tx.put_off_challenges(50).unwrap();
            assert_eq!(tx.next_lapse(0).unwrap(), Some(350));
            tx.set_challenge_state(late, ChallengeState::Lapsed).unwrap();
            assert_eq!(tx.next_lapse(0).unwrap(), None);
            let nobody = Challenge { id: ChallengeId(99), ..renewed };
            assert!(tx.attempt(|| tx.renew_challenge(&nobody)).is_err());
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
                let err = tx.attempt(|| tx.add_challenge(&broken)).unwrap_err();
                assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
            }
        });
    }
}
