-- The rooms that are told once a week what happened there.
CREATE TABLE gazettes (
    room        BIGINT PRIMARY KEY REFERENCES rooms,
    -- Days after Monday, minutes after midnight, and the time zone they are counted in.
    weekday     BIGINT NOT NULL CHECK (weekday BETWEEN 0 AND 6),
    minute      BIGINT NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone        TEXT COLLATE "C" NOT NULL,
    due         BIGINT NOT NULL,
    -- The week that is told, or was told last.
    from_at     BIGINT,
    to_at       BIGINT,
    -- When it is told at the latest; nothing once it was.
    tell_by     BIGINT,
    -- What is known of its matches: steps and chances, and up to which match they were looked at.
    found       TEXT COLLATE "C" NOT NULL,
    CONSTRAINT a_week_has_two_ends CHECK ((from_at IS NULL) = (to_at IS NULL))
);

CREATE INDEX gazettes_due ON gazettes (due);
CREATE INDEX gazettes_told ON gazettes (tell_by) WHERE tell_by IS NOT NULL;

-- The finished matches of a room, for its weeks.
CREATE INDEX matches_over_in ON matches (room, ended_at) WHERE ended_at IS NOT NULL;
