-- One standing board for each room: that of the match, and those that watch it.
ALTER TABLE boards ADD COLUMN room TEXT NOT NULL DEFAULT '';

UPDATE boards SET room = coalesce(
    (SELECT handle FROM matches JOIN rooms ON rooms.id = matches.room WHERE matches.id = match_id),
    place
);

DROP INDEX boards_standing;
CREATE UNIQUE INDEX boards_standing ON boards (chat, match_id, room) WHERE passed = 0;
