-- Since when the bot can't write in a room that it could write in, in Unix seconds: the channel or thread was deleted, locked or closed to
-- it, the bot was removed, or the person takes no messages. Null while it can. Whose matches are played there are reached elsewhere, and
-- nothing is tried there until the chat says that it can write again.
ALTER TABLE rooms ADD COLUMN lost BIGINT;
-- Whether the players of a match were told of a loss: a room is now lost once.
DROP TABLE losses;
-- Which message is the card of a challenge in each room that shows it: its own, the one that is challenged, or the one paired with it.
ALTER TABLE cards RENAME TO cards_of_chats;
ALTER TABLE cards_of_chats RENAME CONSTRAINT cards_pkey TO cards_of_chats_pkey;
CREATE TABLE cards (
    challenge BIGINT NOT NULL REFERENCES challenges ON DELETE CASCADE,
    room      BIGINT NOT NULL REFERENCES rooms,
    place     TEXT COLLATE "C" NOT NULL,
    message   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (challenge, room)
);
INSERT INTO cards (challenge, room, place, message)
SELECT challenge, rooms.id, place, message FROM cards_of_chats
  JOIN challenges ON challenges.id = challenge
  JOIN rooms ON rooms.chat = cards_of_chats.chat
   AND (rooms.id = challenges.room OR rooms.id = (SELECT other FROM room_pairs WHERE room_pairs.room = challenges.room));
DROP TABLE cards_of_chats;
