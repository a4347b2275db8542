-- Codes by which open challenges can be accepted from any room.
CREATE TABLE challenge_codes (
    challenge INTEGER PRIMARY KEY REFERENCES challenges ON DELETE CASCADE,
    code      TEXT NOT NULL UNIQUE CHECK (code <> '')
) STRICT;

-- Rooms that show each other's open challenges and boards; a row for each of the two.
CREATE TABLE room_pairs (
    room      INTEGER PRIMARY KEY REFERENCES rooms,
    other     INTEGER NOT NULL UNIQUE REFERENCES rooms,
    CONSTRAINT a_room_is_no_pair CHECK (room <> other)
) STRICT;
