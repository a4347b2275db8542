\i

-- The order of arrival, which SQLite keeps by itself.
ALTER TABLE vacations ADD COLUMN rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY;
