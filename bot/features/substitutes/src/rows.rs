//! Offers to take a seat, and who plays for somebody during a vacation.
use engine::seat::Seat;
use model::ids::{CardOf, MatchId, PersonId, RoomId};
use store::{
    CardAt, StoreError, Tables, Tx,
    sql::{RowResult, SqlRow, Word, params},
    tables::{KeptCards, OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "substitutes",
    steps: &[
        SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39),
        SchemaStep::new(2, include_str!("cards.sql")),
    ],
    specs: &[SEAT_OFFERS, NAMED_SUBSTITUTES, CARDS],
};

const CARD_KEY: [&str; 2] = ["seats_of", "offer"];

const CARDS: TableSpec = TableSpec::new("seat_offer_cards", "match_id, number, room")
    .unexported(&[("*", "which message offers a seat in a room, that everybody there can read")])
    .rooms(&[("room", Some("match_id, number"))])
    .cards(KeptCards { key: CARD_KEY, keep: keep_card, find: find_card });

/// Names the card of an offer.
pub(crate) fn card_of(of: MatchId, number: i64) -> CardOf {
    let [matched, offer] = CARD_KEY;
    CardOf::row([(matched, of.0), (offer, number)])
}

fn keep_card(
    tx: &Tx<'_>,
    [of, number]: [i64; 2],
    room: RoomId,
    card: &CardAt,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO seat_offer_cards (match_id, number, room, place, message) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (match_id, number, room) DO UPDATE SET place = excluded.place, message = excluded.message";
    tx.change(sql, params![of, number, room, card.place, card.message])?;
    Ok(())
}

fn find_card(
    tx: &Tx<'_>,
    [of, number]: [i64; 2],
    room: RoomId,
) -> Result<Option<(String, String)>, StoreError> {
    let sql = "SELECT place, message FROM seat_offer_cards WHERE match_id = ? AND number = ? AND room = ?";
    tx.one(sql, params![of, number, room], |row| Ok((row.get(0)?, row.get(1)?)))
}

const SEAT_OFFERS: TableSpec = TableSpec::new("seat_offers", "match_id, number")
    .exports(&[RowExport::new(
        "?1 IN (made_by, made_to)",
        "match_id, seat, made_by, made_to, made_at, open",
    )])
    .unexported(&[("number", "a number that means something inside the database alone")])
    .people(&[
        person("made_by", OnErase::Delete, OnLink::Rename, OnUnlink::WithMatch),
        person("made_to", OnErase::Delete, OnLink::Rename, OnUnlink::WithMatch),
    ]);

// What was agreed between others and one of two who are linked would have to be agreed anew.
const NAMED_SUBSTITUTES: TableSpec = TableSpec::new("vacation_substitutes", "person")
    .exports(&[RowExport::new("?1 IN (person, substitute)", "person, substitute, from_at, agreed")])
    .people(&[
        person("person", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Stay),
        person("substitute", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Stay),
    ]);

/// An offer to take a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeatOffer {
    pub(crate) of: MatchId,
    pub(crate) seat: Seat,
    pub(crate) by: PersonId,
    /// None if anybody may take it.
    pub(crate) to: Option<PersonId>,
    /// In Unix seconds.
    pub(crate) at: i64,
}

/// Who plays for somebody during a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedSubstitute {
    pub(crate) person: PersonId,
    pub(crate) substitute: PersonId,
    /// When the vacation begins, in Unix seconds.
    pub(crate) from: i64,
    pub(crate) agreed: bool,
}

/// Stores an offer to take a seat. Returns its number in the match.
pub(crate) fn add_seat_offer(tx: &Tx<'_>, offer: &SeatOffer) -> Result<i64, StoreError> {
    let SeatOffer { of, seat, by, to, at } = *offer;
    let sql = "INSERT INTO seat_offers (match_id, number, seat, made_by, made_to, made_at)
               VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM seat_offers WHERE match_id = ?1), ?2, ?3, ?4, ?5)
               RETURNING number";
    let number = tx.one(sql, params![of, Word(seat), by, to, at], |row| row.get(0))?;
    number.ok_or(StoreError::Missing { what: "match", id: of.0 })
}

/// Returns the open offers of a match, oldest first.
pub(crate) fn seat_offers(tx: &Tx<'_>, of: MatchId) -> Result<Vec<SeatOffer>, StoreError> {
    let sql = "SELECT * FROM seat_offers WHERE match_id = ? AND open = 1 ORDER BY number";
    tx.all(sql, [of], read_offer)
}

/// Returns the open offers to a person by name, oldest first.
pub(crate) fn seat_offers_to(tx: &Tx<'_>, person: PersonId) -> Result<Vec<SeatOffer>, StoreError> {
    let sql = "SELECT * FROM seat_offers WHERE made_to = ? AND open = 1 ORDER BY made_at, match_id, number";
    tx.all(sql, [person], read_offer)
}

/// Returns how many offers a person has made in a match since a moment.
pub(crate) fn count_seat_offers(
    tx: &Tx<'_>,
    of: MatchId,
    by: PersonId,
    since: i64,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM seat_offers WHERE match_id = ? AND made_by = ? AND made_at > ?";
    Ok(tx.one(sql, params![of, by, since], |row| row.get(0))?.unwrap_or(0))
}

/// Closes the offers of a match, or only those to one person. Returns their numbers.
pub(crate) fn close_seat_offers(
    tx: &Tx<'_>,
    of: MatchId,
    to: Option<PersonId>,
) -> Result<Vec<i64>, StoreError> {
    let sql = "UPDATE seat_offers SET open = 0
               WHERE match_id = ?1 AND open = 1 AND (?2 = 0 OR made_to = ?2) RETURNING number";
    tx.all(sql, params![of, to.map_or(0, |it| it.0)], |row| row.get(0))
}

/// Stores who plays for a person during a vacation, in place of whom they named before.
pub(crate) fn put_substitute(tx: &Tx<'_>, named: &NamedSubstitute) -> Result<(), StoreError> {
    let NamedSubstitute { person, substitute, from, agreed } = *named;
    let sql = "INSERT INTO vacation_substitutes (person, substitute, from_at, agreed) VALUES (?, ?, ?, ?)
               ON CONFLICT (person) DO UPDATE SET substitute = excluded.substitute, from_at = excluded.from_at,
                                                  agreed = excluded.agreed";
    tx.change(sql, params![person, substitute, from, agreed])?;
    Ok(())
}

/// Returns who plays for a person during a vacation.
pub(crate) fn substitute_of(
    tx: &Tx<'_>,
    person: PersonId,
) -> Result<Option<NamedSubstitute>, StoreError> {
    tx.one("SELECT * FROM vacation_substitutes WHERE person = ?", [person], read_substitute)
}

/// Returns the people who want a person to play for them and wait for an answer.
pub(crate) fn asks_for_substitute(
    tx: &Tx<'_>,
    substitute: PersonId,
) -> Result<Vec<NamedSubstitute>, StoreError> {
    let sql =
        "SELECT * FROM vacation_substitutes WHERE substitute = ? AND agreed = 0 ORDER BY person";
    tx.all(sql, [substitute], read_substitute)
}

/// Forgets who plays for a person during a vacation.
pub(crate) fn drop_substitute(tx: &Tx<'_>, person: PersonId) -> Result<(), StoreError> {
    tx.change("DELETE FROM vacation_substitutes WHERE person = ?", [person])?;
    Ok(())
}

fn read_offer(row: &SqlRow<'_>) -> RowResult<SeatOffer> {
    let Word(seat) = row.get("seat")?;
    Ok(SeatOffer {
        of: row.get("match_id")?,
        seat,
        by: row.get("made_by")?,
        to: row.get("made_to")?,
        at: row.get("made_at")?,
    })
}

fn read_substitute(row: &SqlRow<'_>) -> RowResult<NamedSubstitute> {
    Ok(NamedSubstitute {
        person: row.get("person")?,
        substitute: row.get("substitute")?,
        from: row.get("from_at")?,
        agreed: row.get("agreed")?,
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
    fn offers_and_substitutes_come_back_until_they_are_over() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            let offer = SeatOffer { of, seat: Seat::First, by: world.ben, to: Some(cid), at: 5 };
            add_seat_offer(tx, &offer).unwrap();
            add_seat_offer(tx, &SeatOffer { to: None, at: 6, ..offer }).unwrap();
            assert_eq!(seat_offers(tx, of).unwrap().len(), 2);
            assert_eq!(seat_offers_to(tx, cid).unwrap(), [offer]);
            close_seat_offers(tx, of, Some(cid)).unwrap();
            assert_eq!(seat_offers(tx, of).unwrap(), [SeatOffer { to: None, at: 6, ..offer }]);
            close_seat_offers(tx, of, None).unwrap();
            assert_eq!(seat_offers(tx, of).unwrap(), []);
            assert_eq!(count_seat_offers(tx, of, world.ben, 5).unwrap(), 1);

            let named =
                NamedSubstitute { person: world.ann, substitute: cid, from: 70, agreed: false };
            put_substitute(tx, &named).unwrap();
            assert_eq!(asks_for_substitute(tx, cid).unwrap(), [named]);
            put_substitute(tx, &NamedSubstitute { agreed: true, ..named }).unwrap();
            assert_eq!(asks_for_substitute(tx, cid).unwrap(), []);
            assert!(substitute_of(tx, world.ann).unwrap().unwrap().agreed);
            tx.erase_person(cid).unwrap();
            assert_eq!(substitute_of(tx, world.ann).unwrap(), None);
            assert_eq!(count_seat_offers(tx, of, world.ben, 0).unwrap(), 1);
        });
    }

    #[test]
    fn what_was_agreed_for_a_vacation_is_agreed_anew_after_linking_and_offers_go_back() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let other = tx.meet_person(Chat::Matrix, "@a:x", "Ann").unwrap().id;
            let mut offers = Vec::new();
            for person in [world.ann, other] {
                let of = tx.add_match(&new_match(&world)).unwrap();
                let offer = |by, to| SeatOffer { of, seat: Seat::First, by, to: Some(to), at: 5 };
                offers.extend([offer(person, world.ben), offer(world.ben, person)]);
            }
            for offer in &offers {
                add_seat_offer(tx, offer).unwrap();
            }
            for (person, substitute) in [(world.ann, world.ben), (world.ben, other)] {
                let named = NamedSubstitute { person, substitute, from: 5, agreed: true };
                put_substitute(tx, &named).unwrap();
            }
            tx.link(world.ann, other).unwrap();
            assert_eq!(seat_offers_to(tx, other).unwrap(), []);
            assert_eq!(seat_offers_to(tx, world.ann).unwrap().len(), 2);
            for person in [world.ann, other, world.ben] {
                assert_eq!(substitute_of(tx, person).unwrap(), None);
            }
        });
    }
}
