-- The rooms that are told once a week what happened there.
CREATE TABLE gazettes (
    room     INTEGER PRIMARY KEY REFERENCES rooms,
    -- Days after Monday, minutes after midnight, and the time zone they are counted in.
    weekday  INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
    minute   INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone     TEXT NOT NULL,
    due      INTEGER NOT NULL,
    -- The week that is told, or was told last.
    from_at  INTEGER,
    to_at    INTEGER,
    -- When it is told at the latest; nothing once it was.
    tell_by  INTEGER,
    -- What is known of its matches: steps and chances, and up to which match they were looked at.
    found    TEXT NOT NULL,
    CONSTRAINT a_week_has_two_ends CHECK ((from_at IS NULL) = (to_at IS NULL))
) STRICT;
CREATE INDEX gazettes_due ON gazettes (due);
CREATE INDEX gazettes_told ON gazettes (tell_by) WHERE tell_by IS NOT NULL;
