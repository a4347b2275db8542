-- Rooms where the bot can't post or edit, only answer presses and commands.
ALTER TABLE rooms ADD COLUMN answers_only INTEGER NOT NULL DEFAULT 0 CHECK (answers_only IN (0, 1));
