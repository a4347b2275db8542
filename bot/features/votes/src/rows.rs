//! The sides that rooms play, and who voted for what.
use engine::{chance::StepKey, seat::Seat};
use model::ids::{MatchId, PersonId, RoomId};
use service::context::room_play::RoomSeat;
use store::{
    MatchRow, StoreError, Tables, Tx,
    sql::{RowResult, SqlRow, Word, named_params, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "votes",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[ROOM_SIDES, VOTES],
};

const ROOM_SIDES: TableSpec = TableSpec::new("room_sides", "match_id, seat")
    .exports(&[RowExport::new("begun_by = ?1", "match_id, seat, room")])
    .unexported(&[
        ("step, take, ends_at", "where the match stands, that everybody there can read"),
        ("silent, resign_at", "about the room alone"),
        ("show_at, shown_at", "about the board alone"),
    ])
    .rooms(&[("room", None)])
    .people(&[person("begun_by", OnErase::SetNull, OnLink::Rename, OnUnlink::WithRoom)]);

// Where two who are linked had both voted, the vote of the account that stays counts.
const VOTES: TableSpec = TableSpec::new("votes", "match_id, person")
    .exports(&[RowExport::own("match_id, seat, step, take, words, at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("match_id"),
        OnUnlink::Where("EXISTS (SELECT 1 FROM room_sides
                     WHERE room_sides.match_id = votes.match_id AND room_sides.seat = votes.seat AND room_sides.{here})"),
    )]);

/// A side of a match that a room plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomSide {
    pub(crate) of: MatchId,
    pub(crate) seat: Seat,
    pub(crate) room: RoomId,
    /// Who began or accepted the match for the room; none if they deleted their data.
    pub(crate) begun_by: Option<PersonId>,
    /// The vote under way; none while the other side decides.
    pub(crate) ballot: Option<Ballot>,
    /// How often nobody had voted when the time was over.
    pub(crate) silent: u32,
    /// When the board must show how many have voted by now; none if it does.
    pub(crate) show_at: Option<i64>,
    /// When the board last showed it.
    pub(crate) shown_at: i64,
    /// When the votes for resigning are counted; none if nobody proposes it.
    pub(crate) resign_at: Option<i64>,
}

/// A vote under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ballot {
    /// The position that is voted on.
    pub(crate) at: StepKey,
    pub(crate) ends_at: i64,
}

/// The vote for resigning; no move is written like this. It stands over several positions, until the
/// votes for it are counted or its voter votes for a move.
pub(crate) const RESIGN: &str = "resign";

/// The last vote of a person in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CastVote {
    pub(crate) of: MatchId,
    pub(crate) person: PersonId,
    pub(crate) seat: Seat,
    /// The position it is for; none if it was taken back.
    pub(crate) on: Option<StepKey>,
    /// The action in full notation.
    pub(crate) words: String,
    pub(crate) at: i64,
}

impl CastVote {
    /// Tells whether it is for resigning, and not taken back.
    pub(crate) fn resigns(&self) -> bool {
        self.words == RESIGN && self.on.is_some()
    }
}

/// Stores that a room plays a side of a match.
///
/// # Errors
/// If the match or the room doesn't exist.
pub(crate) fn add_side(tx: &Tx<'_>, of: MatchId, taken: &RoomSeat) -> Result<(), StoreError> {
    let RoomSeat { seat, room, begun_by } = taken;
    let sql = "INSERT INTO room_sides (match_id, seat, room, begun_by) VALUES (?, ?, ?, ?)";
    tx.change(sql, params![of, Word(*seat), room, begun_by])?;
    Ok(())
}

/// Returns the sides of a match that rooms play.
pub(crate) fn room_sides(tx: &Tx<'_>, of: MatchId) -> Result<Vec<RoomSide>, StoreError> {
    tx.all("SELECT * FROM room_sides WHERE match_id = ? ORDER BY seat", [of], read_side)
}

/// Stores the vote of a side.
pub(crate) fn put_room_side(tx: &Tx<'_>, side: &RoomSide) -> Result<(), StoreError> {
    let RoomSide { of, seat, room: _, begun_by: _, ballot, silent, show_at, shown_at, resign_at } =
        side;
    let sql =
        "UPDATE room_sides SET step = :step, take = :take, ends_at = :ends_at, silent = :silent,
                      show_at = :show_at, shown_at = :shown_at, resign_at = :resign_at
               WHERE match_id = :of AND seat = :seat";
    tx.change(
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

/// Returns the running matches that a person has voted in, last changed first.
pub(crate) fn voted_by(tx: &Tx<'_>, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
    let sql = "SELECT matches.id FROM votes JOIN matches ON matches.id = votes.match_id
               WHERE votes.person = ? AND matches.ended_at IS NULL
               ORDER BY matches.touched_at DESC, matches.id DESC";
    let all: Vec<MatchId> = tx.all(sql, [person], |row| row.get(0))?;
    let mut rows = Vec::new();
    for of in all {
        rows.extend(tx.match_row(of)?);
    }
    Ok(rows)
}

/// Tells whether a person has voted in a match, or began it for a room.
pub(crate) fn took_part(tx: &Tx<'_>, of: MatchId, person: PersonId) -> Result<bool, StoreError> {
    let has_voted = vote_of(tx, of, person)?.is_some();
    Ok(has_voted || room_sides(tx, of)?.iter().any(|it| it.begun_by == Some(person)))
}

/// Returns the last vote of a person in a match.
pub(crate) fn vote_of(
    tx: &Tx<'_>,
    of: MatchId,
    person: PersonId,
) -> Result<Option<CastVote>, StoreError> {
    let sql = "SELECT * FROM votes WHERE match_id = ? AND person = ?";
    tx.one(sql, params![of, person], read_vote)
}

/// Returns the votes of a side on a position, oldest first.
pub(crate) fn votes_on(
    tx: &Tx<'_>,
    of: MatchId,
    seat: Seat,
    on: StepKey,
) -> Result<Vec<CastVote>, StoreError> {
    let sql = "SELECT * FROM votes WHERE match_id = ? AND seat = ? AND step = ? AND take = ?
               ORDER BY at, person";
    tx.all(sql, params![of, Word(seat), on.step, on.take], read_vote)
}

/// Returns the last vote of everybody who has voted for a side, oldest first, also those that were
/// taken back.
pub(crate) fn votes_of_side(
    tx: &Tx<'_>,
    of: MatchId,
    seat: Seat,
) -> Result<Vec<CastVote>, StoreError> {
    let sql = "SELECT * FROM votes WHERE match_id = ? AND seat = ? ORDER BY at, person";
    tx.all(sql, params![of, Word(seat)], read_vote)
}

/// Stores a vote in place of the person's last one in the match.
///
/// # Errors
/// If the match or the person doesn't exist.
pub(crate) fn put_vote(tx: &Tx<'_>, vote: &CastVote) -> Result<(), StoreError> {
    let CastVote { of, person, seat, on, words, at } = vote;
    let sql = "INSERT INTO votes (match_id, person, seat, step, take, words, at)
               VALUES (:of, :person, :seat, :step, :take, :words, :at)
               ON CONFLICT (match_id, person) DO UPDATE SET seat = excluded.seat, step = excluded.step,
                   take = excluded.take, words = excluded.words, at = excluded.at";
    tx.change(
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
pub(crate) fn take_back_vote(tx: &Tx<'_>, of: MatchId, person: PersonId) -> Result<(), StoreError> {
    let sql = "UPDATE votes SET step = NULL, take = NULL WHERE match_id = ? AND person = ?";
    tx.change(sql, params![of, person])?;
    Ok(())
}

/// Forgets all votes of a match, because it is over.
pub(crate) fn end_votes(tx: &Tx<'_>, of: MatchId) -> Result<(), StoreError> {
    tx.change("DELETE FROM votes WHERE match_id = ?", [of])?;
    let sql = "UPDATE room_sides SET step = NULL, take = NULL, ends_at = NULL, show_at = NULL,
                      resign_at = NULL
               WHERE match_id = ?";
    tx.change(sql, [of])?;
    Ok(())
}

/// Extends all votes by this many seconds.
pub(crate) fn put_off(tx: &Tx<'_>, seconds: i64) -> Result<(), StoreError> {
    let sql = "UPDATE room_sides SET ends_at = ends_at + ?1, show_at = show_at + ?1,
                      resign_at = resign_at + ?1
               WHERE ends_at IS NOT NULL OR resign_at IS NOT NULL";
    tx.change(sql, [seconds])?;
    Ok(())
}

fn read_side(row: &SqlRow<'_>) -> RowResult<RoomSide> {
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

fn read_vote(row: &SqlRow<'_>) -> RowResult<CastVote> {
    let Word(seat) = row.get("seat")?;
    let step: Option<u32> = row.get("step")?;
    Ok(CastVote {
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
    use model::ids::Chat;
    use store::{
        KERNEL, TableParts,
        example::{fresh_with, new_match, world},
    };

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    #[test]
    fn a_person_has_one_vote_in_a_match_and_two_chats_are_one_person() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            add_side(
                tx,
                of,
                &RoomSeat { seat: Seat::First, room: world.room, begun_by: world.ann },
            )
            .unwrap();
            let on = StepKey { step: 3, take: 1 };
            let vote = |person, words: &str, at| CastVote {
                of,
                person,
                seat: Seat::First,
                on: Some(on),
                words: words.to_owned(),
                at,
            };
            for vote in [vote(world.ann, "a", 1), vote(world.ben, "b", 2), vote(world.ann, "c", 3)]
            {
                put_vote(tx, &vote).unwrap();
            }
            let words = |on| -> Vec<String> {
                let votes = votes_on(tx, of, Seat::First, on).unwrap();
                votes.into_iter().map(|it| it.words).collect()
            };
            assert_eq!(words(on), ["b", "c"]);
            assert_eq!(words(StepKey { step: 4, ..on }), Vec::<String>::new());
            take_back_vote(tx, of, world.ben).unwrap();
            assert_eq!(words(on), ["c"]);
            assert_eq!(voted_by(tx, world.ben).unwrap().len(), 1);
            assert_eq!(vote_of(tx, of, world.ben).unwrap().map(|it| it.on), Some(None));
            put_vote(tx, &vote(world.ben, "b", 4)).unwrap();
            tx.link(world.ann, world.ben).unwrap();
            assert_eq!(words(on), ["c"], "the one of the account that stays");
            assert_eq!(vote_of(tx, of, world.ben).unwrap(), None);
            end_votes(tx, of).unwrap();
            assert_eq!(vote_of(tx, of, world.ann).unwrap(), None);
        });
    }

    #[test]
    fn a_vote_under_way_is_kept_and_put_off() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            add_side(
                tx,
                of,
                &RoomSeat { seat: Seat::Second, room: world.room, begun_by: world.ann },
            )
            .unwrap();
            let mut side = room_sides(tx, of).unwrap().remove(0);
            assert_eq!((side.ballot, side.begun_by), (None, Some(world.ann)));
            side.ballot = Some(Ballot { at: StepKey { step: 2, take: 0 }, ends_at: 100 });
            (side.silent, side.show_at, side.shown_at) = (1, Some(50), 40);
            side.resign_at = Some(200);
            put_room_side(tx, &side).unwrap();
            assert_eq!(room_sides(tx, of).unwrap(), [side]);
            put_off(tx, 7).unwrap();
            let later = room_sides(tx, of).unwrap().remove(0);
            assert_eq!(later.resign_at, Some(207));
            assert_eq!((later.ballot.map(|it| it.ends_at), later.show_at), (Some(107), Some(57)));
            assert_eq!(voted_by(tx, world.ann).unwrap().len(), 0);
            assert!(took_part(tx, of, world.ann).unwrap(), "who began it");
            assert!(!took_part(tx, of, world.ben).unwrap());
        });
    }

    #[test]
    fn votes_go_with_the_account_that_gave_them_when_two_part() {
        fresh_with(PARTS, |tx| {
            let there = world(tx);
            let other = tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap().id;
            let room = tx.meet_room(Chat::Matrix, "!r", "r", "").unwrap().id;
            let mut given = Vec::new();
            for (person, room) in [(there.ann, there.room), (other, room)] {
                let of = tx.add_match(&new_match(&there)).unwrap();
                let seat = Seat::First;
                add_side(tx, of, &RoomSeat { seat, room, begun_by: person }).unwrap();
                let (on, words) = (Some(StepKey { step: 0, take: 0 }), "c3-d4".to_owned());
                put_vote(tx, &CastVote { of, person, seat, on, words, at: 5 }).unwrap();
                given.push((of, person));
            }
            tx.link(there.ann, other).unwrap();
            assert!(given.iter().all(|(of, _)| vote_of(tx, *of, there.ann).unwrap().is_some()));
            tx.unlink(there.ann).unwrap();
            for (of, person) in given {
                assert!(vote_of(tx, of, person).unwrap().is_some());
                assert_eq!(room_sides(tx, of).unwrap()[0].begun_by, Some(person));
            }
        });
    }
}
