-- The message that offers a seat in a room.
CREATE TABLE seat_offer_cards (
    match_id  INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    room      INTEGER NOT NULL REFERENCES rooms,
    place     TEXT NOT NULL,
    message   TEXT NOT NULL,
    PRIMARY KEY (match_id, number, room)
) STRICT, WITHOUT ROWID;
