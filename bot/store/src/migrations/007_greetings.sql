-- The rooms and servers that were greeted, by the chat's own id.
CREATE TABLE greetings (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    PRIMARY KEY (chat, place)
) STRICT, WITHOUT ROWID;

INSERT INTO greetings (chat, place)
SELECT chat, substr(key, length('greeted/') + 1) FROM notes WHERE key LIKE 'greeted/%';

DELETE FROM notes WHERE key LIKE 'greeted/%';
