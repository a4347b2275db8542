-- The addresses of people's own boards, several for a person where an earlier one stays valid. The
-- key of one with a salt follows from the salt and a secret of the host, which isn't stored here, so
-- that it can be told again; of the others only the hash is left.
ALTER TABLE board_links DROP CONSTRAINT board_links_pkey;
ALTER TABLE board_links ALTER COLUMN person SET NOT NULL;
ALTER TABLE board_links ADD COLUMN salt TEXT COLLATE "C";
CREATE INDEX board_links_of_person ON board_links (person);

-- The hash of the key of the browser that has this name in the local room.
ALTER TABLE people ADD COLUMN browser TEXT COLLATE "C";
CREATE INDEX people_of_browser ON people (browser) WHERE browser IS NOT NULL;
