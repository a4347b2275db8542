-- What a feature has left to do for a match because it failed. The feature's name and that of the moment are those of the program.
CREATE TABLE unfinished (
    match_id  INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    feature   TEXT NOT NULL,
    moment    TEXT NOT NULL,
    -- The challenge that began the match, where the moment is its begin.
    challenge INTEGER REFERENCES challenges ON DELETE CASCADE,
    PRIMARY KEY (match_id, feature, moment)
) STRICT;
