-- The code that a person was shown, to link their account in another chat. The code itself isn't stored.
CREATE TABLE link_codes (
    person  INTEGER PRIMARY KEY REFERENCES people,
    -- The chat that showed it.
    chat    TEXT NOT NULL CHECK (chat <> ''),
    salt    TEXT NOT NULL CHECK (salt <> ''),
    hash    TEXT NOT NULL UNIQUE CHECK (hash <> ''),
    until   INTEGER NOT NULL
) STRICT;
CREATE INDEX link_codes_until ON link_codes (until);

-- Who said the code of whom, and is asked to confirm it.
CREATE TABLE link_requests (
    person  INTEGER PRIMARY KEY REFERENCES people,
    other   INTEGER NOT NULL REFERENCES people,
    until   INTEGER NOT NULL
) STRICT;
CREATE INDEX link_requests_of ON link_requests (other);
CREATE INDEX link_requests_until ON link_requests (until);

-- When an account was linked or unlinked within the hour. Linked accounts keep their own rows.
CREATE TABLE identity_changes (
    person  INTEGER NOT NULL REFERENCES people,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX identity_changes_of ON identity_changes (person, at);
