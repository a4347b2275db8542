-- The boards that have to lose their picture and buttons are few, and looked for after each step.
CREATE INDEX boards_passed ON boards (chat, match_id) WHERE passed = 1;
