//! Matches that rooms play by vote: their sides, the votes, and how they were counted.
use std::collections::BTreeMap;

use engine::{chance::StepKey, quote::sentence_case, seat::Seat};
use model::ids::{Chat, MatchId, PersonId, RoomId};

use super::{
    MatchRow, Person, Room, StoreError, Tx,
    columns::{Json, Word},
    matches::{self, columns},
    rooms::NAMELESS,
    sql::SqlRow,
};
use crate::{
    sql::{ToSql, named_params, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const ROOM_SIDES: TableSpec = TableSpec::new("room_sides", "match_id, seat")
    .exports(&[RowExport::new("begun_by = ?1", "match_id, seat, room")])
    .unexported(&[
        ("step, take, ends_at", "where the match stands, that everybody there can read"),
        ("silent, resign_at", "about the room alone"),
        ("show_at, shown_at", "about the board alone"),
    ])
    .rooms(&[("room", None)])
    .people(&[person("begun_by", OnErase::SetNull, OnLink::Rename, OnUnlink::WithRoom)]);

// Where two who are linked had both voted, the vote of the account that stays counts.
pub(super) const VOTES: TableSpec = TableSpec::new("votes", "match_id, person")
    .exports(&[RowExport::own("match_id, seat, step, take, words, at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("match_id"),
        OnUnlink::Where("EXISTS (SELECT 1 FROM room_sides
                     WHERE room_sides.match_id = votes.match_id AND room_sides.seat = votes.seat AND room_sides.{here})"),
    )]);

pub(super) const TALLIES: TableSpec = TableSpec::new("tallies", "match_id, step, take")
    .unexported(&[("*", "how many votes each move had, without names")]);

/// A side of a match that a room plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomSide {
    pub of: MatchId,
    pub seat: Seat,
    pub room: RoomId,
    /// Who began or accepted the match for the room; none if they deleted their data.
    pub begun_by: Option<PersonId>,
    /// The vote under way; none while the other side decides.
    pub ballot: Option<Ballot>,
    /// How often nobody had voted when the time was over.
    pub silent: u32,
    /// When the board must show how many have voted by now; none if it does.
    pub show_at: Option<i64>,
    /// When the board last showed it.
    pub shown_at: i64,
    /// When the votes for resigning are counted; none if nobody proposes it.
    pub resign_at: Option<i64>,
}

/// A vote under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// The position that is voted on.
    pub at: StepKey,
    pub ends_at: i64,
}

/// The vote for resigning; no move is written like this. It stands over several positions, until the
/// votes for it are counted or its voter votes for a move.
pub const RESIGN: &str = "resign";

/// The last vote of a person in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    pub of: MatchId,
    pub person: PersonId,
    pub seat: Seat,
    /// The position it is for; none if it was taken back.
    pub on: Option<StepKey>,
    /// The action in full notation.
    pub words: String,
    pub at: i64,
}

/// How many votes each action had, the most wanted first.
pub type VoteCounts = Vec<(String, u32)>;

/// How the votes of a match were counted, by step and take.
pub type VoteCountsByStep = BTreeMap<(u32, u32), VoteCounts>;

impl Vote {
    /// Tells whether it is for resigning, and not taken back.
    pub fn resigns(&self) -> bool {
        self.words == RESIGN && self.on.is_some()
    }
}

impl Tx<'_> {
    /// Returns a room as a player, creating the row if needed.
    pub fn room_person(&self, room: &Room) -> Result<Person, StoreError> {
        // No chat has such ids, so nobody can speak as it. Nobody finds it by name either.
        let sql = "INSERT INTO people (chat, handle, name, folded, room) VALUES (:chat, :handle, :name, '', :room)
                   ON CONFLICT DO NOTHING";
        self.change(
            sql,
            named_params! {
                ":chat": Word(room.chat),
                ":handle": format!("room:{}", room.id),
                ":name": called(room.chat, &room.name),
                ":room": room.id,
            },
        )?;
        let id = self.one("SELECT id FROM people WHERE room = ?", [room.id], |row| row.get(0))?;
        self.person(id.ok_or(StoreError::Missing { what: "room", id: room.id.0 })?)
    }

    /// Returns the id of a room as a player, if it has played.
    pub fn player_of_room(&self, room: RoomId) -> Result<Option<PersonId>, StoreError> {
        self.one("SELECT id FROM people WHERE room = ?", [room], |row| row.get(0))
    }

    /// Stores that a room plays a side of a match.
    ///
    /// # Errors
    /// If the match or the room doesn't exist.
    pub fn add_room_side(
        &self,
        of: MatchId,
        seat: Seat,
        room: RoomId,
        begun_by: PersonId,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO room_sides (match_id, seat, room, begun_by) VALUES (?, ?, ?, ?)";
        self.change(sql, params![of, Word(seat), room, begun_by])?;
        Ok(())
    }

    /// Returns the sides of a match that rooms play.
    pub fn room_sides(&self, of: MatchId) -> Result<Vec<RoomSide>, StoreError> {
        self.all("SELECT * FROM room_sides WHERE match_id = ? ORDER BY seat", [of], read_side)
    }

    /// Stores the vote of a side.
    pub fn put_room_side(&self, side: &RoomSide) -> Result<(), StoreError> {
        let RoomSide {
            of,
            seat,
            room: _,
            begun_by: _,
            ballot,
            silent,
            show_at,
            shown_at,
            resign_at,
        } = side;
        let sql = "UPDATE room_sides SET step = :step, take = :take, ends_at = :ends_at, silent = :silent,
                          show_at = :show_at, shown_at = :shown_at, resign_at = :resign_at
                   WHERE match_id = :of AND seat = :seat";
        self.change(
            sql,
            named_params! {
                ":step": ballot.map(|it| it.at.step),
                ":take": ballot.map(|it| it.at.take),
                ":ends_at": ballot.map(|it| it.ends_at),
                ":silent": silent,
                ":show_at": show_at,
                ":shown_at": shown_at,
                ":resign_at": resign_at,
                ":of": of,
                ":seat": Word(*seat),
            },
        )?;
        Ok(())
    }

    /// Returns the running matches that a room plays, last changed first.
    pub fn voted_in(&self, room: RoomId) -> Result<Vec<MatchRow>, StoreError> {
        self.running_among("SELECT match_id FROM room_sides WHERE room_sides.room = ?", room)
    }

    /// Returns the running matches that a person has voted in.
    pub fn voted_by(&self, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        self.running_among("SELECT match_id FROM votes WHERE votes.person = ?", person)
    }

    /// Returns the running matches that a query chooses, last changed first.
    fn running_among(&self, chosen: &str, by: impl ToSql) -> Result<Vec<MatchRow>, StoreError> {
        let columns = columns!();
        let sql = format!(
            "SELECT {columns} FROM matches WHERE ended_at IS NULL AND id IN ({chosen})
             ORDER BY touched_at DESC, id DESC"
        );
        self.all(&sql, [by], matches::read)
    }

    /// Returns the last vote of a person in a match.
    pub fn vote_of(&self, of: MatchId, person: PersonId) -> Result<Option<Vote>, StoreError> {
        let sql = "SELECT * FROM votes WHERE match_id = ? AND person = ?";
        self.one(sql, params![of, person], read_vote)
    }

    /// Returns the votes of a side on a position, oldest first.
    pub fn votes_on(&self, of: MatchId, seat: Seat, on: StepKey) -> Result<Vec<Vote>, StoreError> {
        let sql = "SELECT * FROM votes WHERE match_id = ? AND seat = ? AND step = ? AND take = ?
                   ORDER BY at, person";
        self.all(sql, params![of, Word(seat), on.step, on.take], read_vote)
    }

    /// Returns the last vote of everybody who has voted for a side, oldest first, also those that were
    /// taken back.
    pub fn votes_of_side(&self, of: MatchId, seat: Seat) -> Result<Vec<Vote>, StoreError> {
        let sql = "SELECT * FROM votes WHERE match_id = ? AND seat = ? ORDER BY at, person";
        self.all(sql, params![of, Word(seat)], read_vote)
    }

    /// Stores a vote in place of the person's last one in the match.
    ///
    /// # Errors
    /// If the match or the person doesn't exist.
    pub fn put_vote(&self, vote: &Vote) -> Result<(), StoreError> {
        let Vote { of, person, seat, on, words, at } = vote;
        let sql = "INSERT INTO votes (match_id, person, seat, step, take, words, at)
                   VALUES (:of, :person, :seat, :step, :take, :words, :at)
                   ON CONFLICT (match_id, person) DO UPDATE SET seat = excluded.seat, step = excluded.step,
                       take = excluded.take, words = excluded.words, at = excluded.at";
        self.change(
            sql,
            named_params! {
                ":of": of, ":person": person, ":seat": Word(*seat), ":step": on.map(|it| it.step),
                ":take": on.map(|it| it.take),
                ":words": words, ":at": at,
            },
        )?;
        Ok(())
    }

    /// Takes a vote back. Its row stays, because the side is the person's until the end.
    pub fn take_back_vote(&self, of: MatchId, person: PersonId) -> Result<(), StoreError> {
        let sql = "UPDATE votes SET step = NULL, take = NULL WHERE match_id = ? AND person = ?";
        self.change(sql, params![of, person])?;
        Ok(())
    }

    /// Forgets all votes of a match, because it is over.
    pub fn end_votes(&self, of: MatchId) -> Result<(), StoreError> {
        self.change("DELETE FROM votes WHERE match_id = ?", [of])?;
        let sql = "UPDATE room_sides SET step = NULL, take = NULL, ends_at = NULL, show_at = NULL,
                          resign_at = NULL
                   WHERE match_id = ?";
        self.change(sql, [of])?;
        Ok(())
    }

    /// Extends all votes by this many seconds.
    pub fn put_off_votes(&self, seconds: i64) -> Result<(), StoreError> {
        let sql = "UPDATE room_sides SET ends_at = ends_at + ?1, show_at = show_at + ?1,
                          resign_at = resign_at + ?1
                   WHERE ends_at IS NOT NULL OR resign_at IS NOT NULL";
        self.change(sql, [seconds])?;
        Ok(())
    }

    /// Stores how the votes for a step were counted.
    ///
    /// # Errors
    /// If the match doesn't exist.
    pub fn add_tally(
        &self,
        of: MatchId,
        step: StepKey,
        counts: &VoteCounts,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO tallies (match_id, step, take, counts) VALUES (?, ?, ?, ?)";
        self.change(sql, params![of, step.step, step.take, Json(counts)])?;
        Ok(())
    }

    /// Tells whether a step was played by vote.
    pub fn is_tallied(&self, of: MatchId, step: StepKey) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM tallies WHERE match_id = ? AND step = ? AND take = ?";
        let found: Option<i64> =
            self.one(sql, params![of, step.step, step.take], |row| row.get(0))?;
        Ok(found.is_some())
    }

    /// Returns how the votes of a match were counted, by step and take.
    pub fn tallies(&self, of: MatchId) -> Result<VoteCountsByStep, StoreError> {
        let sql = "SELECT step, take, counts FROM tallies WHERE match_id = ?";
        let all: Vec<_> = self.all(sql, [of], |row| {
            let Json(counts) = row.get("counts")?;
            Ok(((row.get("step")?, row.get("take")?), counts))
        })?;
        Ok(all.into_iter().collect())
    }
}

/// Returns the name of a room as a player.
pub(super) fn called(chat: Chat, name: &str) -> String {
    match chat {
        // Sentences often begin with a player.
        _ if name == NAMELESS => sentence_case(name),
        Chat::Discord => format!("#{}", name.trim_start_matches('#')),
        Chat::Console | Chat::Matrix => name.to_owned(),
    }
}

fn read_side(row: &SqlRow<'_>) -> rusqlite::Result<RoomSide> {
    let Word(seat) = row.get("seat")?;
    let ends_at: Option<i64> = row.get("ends_at")?;
    let ballot = match ends_at {
        Some(ends_at) => {
            let at = StepKey { step: row.get("step")?, take: row.get("take")? };
            Some(Ballot { at, ends_at })
        }
        None => None,
    };
    Ok(RoomSide {
        of: row.get("match_id")?,
        seat,
        room: row.get("room")?,
        begun_by: row.get("begun_by")?,
        ballot,
        silent: row.get("silent")?,
        show_at: row.get("show_at")?,
        shown_at: row.get("shown_at")?,
        resign_at: row.get("resign_at")?,
    })
}

fn read_vote(row: &SqlRow<'_>) -> rusqlite::Result<Vote> {
    let Word(seat) = row.get("seat")?;
    let step: Option<u32> = row.get("step")?;
    Ok(Vote {
        of: row.get("match_id")?,
        person: row.get("person")?,
        seat,
        on: match step {
            Some(step) => Some(StepKey { step, take: row.get("take")? }),
            None => None,
        },
        words: row.get("words")?,
        at: row.get("at")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn a_room_is_one_player_whom_nobody_can_name() {
        fresh(|tx| {
            let world = world(tx);
            let room = tx.room(world.room).unwrap();
            let player = tx.room_person(&room).unwrap();
            assert_eq!(player, tx.room_person(&room).unwrap());
            assert_eq!((player.room, player.name.as_str()), (Some(room.id), "#games"));
            for name in ["games", "#games", ""] {
                assert_eq!(tx.people_named(Chat::Discord, name).unwrap(), []);
            }
            tx.meet_room(Chat::Discord, "r1", "chess", "s1").unwrap();
            assert_eq!(tx.person(player.id).unwrap().name, "#chess");
        });
    }

    #[test]
    fn a_person_has_one_vote_in_a_match_and_two_chats_are_one_person() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            tx.add_room_side(of, Seat::First, world.room, world.ann).unwrap();
            let on = StepKey { step: 3, take: 1 };
            let vote = |person, words: &str, at| Vote {
                of,
                person,
                seat: Seat::First,
                on: Some(on),
                words: words.to_owned(),
                at,
            };
            for vote in [vote(world.ann, "a", 1), vote(world.ben, "b", 2), vote(world.ann, "c", 3)]
            {
                tx.put_vote(&vote).unwrap();
            }
            let words = |on| -> Vec<String> {
                let votes = tx.votes_on(of, Seat::First, on).unwrap();
                votes.into_iter().map(|it| it.words).collect()
            };
            assert_eq!(words(on), ["b", "c"]);
            assert_eq!(words(StepKey { step: 4, ..on }), Vec::<String>::new());
            tx.take_back_vote(of, world.ben).unwrap();
            assert_eq!(words(on), ["c"]);
            assert_eq!(tx.voted_by(world.ben).unwrap().len(), 1);
            assert_eq!(tx.vote_of(of, world.ben).unwrap().map(|it| it.on), Some(None));
            tx.put_vote(&vote(world.ben, "b", 4)).unwrap();
            tx.link(world.ann, world.ben).unwrap();
            assert_eq!(words(on), ["c"], "the one of the account that stays");
            assert_eq!(tx.vote_of(of, world.ben).unwrap(), None);
            tx.end_votes(of).unwrap();
            assert_eq!(tx.vote_of(of, world.ann).unwrap(), None);
        });
    }

    #[test]
    fn a_vote_under_way_is_kept_and_put_off() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            tx.add_room_side(of, Seat::Second, world.room, world.ann).unwrap();
            let mut side = tx.room_sides(of).unwrap().remove(0);
            assert_eq!((side.ballot, side.begun_by), (None, Some(world.ann)));
            side.ballot = Some(Ballot { at: StepKey { step: 2, take: 0 }, ends_at: 100 });
            (side.silent, side.show_at, side.shown_at) = (1, Some(50), 40);
            side.resign_at = Some(200);
            tx.put_room_side(&side).unwrap();
            assert_eq!(tx.room_sides(of).unwrap(), [side]);
            tx.put_off_votes(7).unwrap();
            let later = tx.room_sides(of).unwrap().remove(0);
            assert_eq!(later.resign_at, Some(207));
            assert_eq!((later.ballot.map(|it| it.ends_at), later.show_at), (Some(107), Some(57)));
            assert_eq!(tx.voted_in(world.room).unwrap().len(), 1);
            assert_eq!(tx.voted_by(world.ann).unwrap().len(), 0);
            assert_eq!(called(Chat::Discord, NAMELESS), "A room");
            assert_eq!(called(Chat::Discord, "lounge"), "#lounge");
            let counts = vec![("a".to_owned(), 2), ("b".to_owned(), 1)];
            tx.add_tally(of, StepKey { step: 3, take: 0 }, &counts).unwrap();
            assert_eq!(tx.tallies(of).unwrap(), BTreeMap::from([((3, 0), counts)]));
            let is_tallied = |step| tx.is_tallied(of, StepKey { step, take: 0 }).unwrap();
            assert_eq!([2, 3].map(is_tallied), [false, true]);
        });
    }
}
