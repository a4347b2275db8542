-- Codes, and how often people were disturbed: every process on the database has to know them.

-- The code that a person was shown, to link their account in another chat. The code itself isn't stored.
CREATE TABLE link_codes (
    person  BIGINT PRIMARY KEY REFERENCES people,
    -- The chat that showed it.
    chat    TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    salt    TEXT COLLATE "C" NOT NULL CHECK (salt <> ''),
    hash    TEXT COLLATE "C" NOT NULL UNIQUE CHECK (hash <> ''),
    until   BIGINT NOT NULL
);

CREATE INDEX link_codes_until ON link_codes (until);

-- Who said the code of whom, and is asked to confirm it.
CREATE TABLE link_requests (
    person  BIGINT PRIMARY KEY REFERENCES people,
    other   BIGINT NOT NULL REFERENCES people,
    until   BIGINT NOT NULL
);

CREATE INDEX link_requests_of ON link_requests (other);

CREATE INDEX link_requests_until ON link_requests (until);

-- How many wrong codes a person said, until they are forgotten.
CREATE TABLE wrong_codes (
    person  BIGINT PRIMARY KEY REFERENCES people,
    tries   BIGINT NOT NULL CHECK (tries > 0),
    until   BIGINT NOT NULL
);

CREATE INDEX wrong_codes_until ON wrong_codes (until);

-- The code that a room shows, to be paired with another.
CREATE TABLE pair_codes (
    room    BIGINT PRIMARY KEY REFERENCES rooms,
    salt    TEXT COLLATE "C" NOT NULL CHECK (salt <> ''),
    hash    TEXT COLLATE "C" NOT NULL UNIQUE CHECK (hash <> ''),
    until   BIGINT NOT NULL
);

CREATE INDEX pair_codes_until ON pair_codes (until);

-- Who pinged another person, or everyone in a room, within the hour. Boards aren't counted.
CREATE TABLE pings (
    person  BIGINT NOT NULL REFERENCES people,
    whom    BIGINT REFERENCES people,
    room    BIGINT REFERENCES rooms,
    at      BIGINT NOT NULL,
    CONSTRAINT a_ping_is_for_a_person_or_a_room CHECK ((whom IS NULL) <> (room IS NULL)),
    -- The order of arrival, which SQLite keeps by itself.
    rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY
);

CREATE INDEX pings_by ON pings (person, at);

CREATE INDEX pings_of ON pings (whom) WHERE whom IS NOT NULL;

CREATE INDEX pings_at ON pings (at);

-- When an account was linked or unlinked within the hour. Linked accounts keep their own rows.
CREATE TABLE identity_changes (
    person  BIGINT NOT NULL REFERENCES people,
    at      BIGINT NOT NULL,
    -- The order of arrival, which SQLite keeps by itself.
    rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY
);

CREATE INDEX identity_changes_of ON identity_changes (person, at);
