-- What PostgreSQL lacks before the tables of version 39 and after them.

-- What tells our databases from those of other programs, and their version.
CREATE TABLE draughtsman (
    version  BIGINT NOT NULL,
    -- One row alone.
    single   BOOLEAN PRIMARY KEY DEFAULT true CHECK (single)
);

-- The next number in a table, without gaps: people see these numbers. Two transactions wait for each other here.
CREATE FUNCTION next_id(of TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    found BIGINT;
BEGIN
    PERFORM pg_advisory_xact_lock(1148348276, hashtext(of));
    EXECUTE format('SELECT coalesce(max(id), 0) + 1 FROM %I', of) INTO found;
    RETURN found;
END;
$$;

-- What SQLite knows and PostgreSQL doesn't. A path is a key, or `$.` and keys. `\u0000` is no text here, so it is read as another
-- character; what is stored stays as it is.
CREATE FUNCTION json_text(of TEXT, path TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT replace($1, '\u0000', '\ufffd')::json #>> string_to_array(ltrim($2, '$.'), '.')
$$;

CREATE OPERATOR ->> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_text);

CREATE FUNCTION json_part(of TEXT, path TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ($1::json #> string_to_array(ltrim($2, '$.'), '.'))::text
$$;

CREATE OPERATOR -> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_part);

CREATE FUNCTION json_type(of TEXT, path TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT json_typeof($1::json #> string_to_array(ltrim($2, '$.'), '.'))
$$;

-- Only for what is true or false.
CREATE FUNCTION json_extract(of TEXT, path TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ($1::json #> string_to_array(ltrim($2, '$.'), '.'))::text = 'true'
$$;

CREATE FUNCTION json_quote(it TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT to_json($1)::text
$$;

-- Only for lists of numbers.
CREATE FUNCTION json_each(of TEXT) RETURNS TABLE (value BIGINT) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT it::bigint FROM json_array_elements_text($1::json) AS it
$$;

CREATE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT strpos($1, $2)
$$;

\i

-- The order of arrival, which SQLite keeps by itself.
ALTER TABLE menus ADD COLUMN rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY;
ALTER TABLE turns ADD COLUMN rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY;
ALTER TABLE pings ADD COLUMN rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY;
ALTER TABLE questions ADD COLUMN rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY;

-- What a seat has from its match.
CREATE FUNCTION seats_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE seats SET room = NEW.room, game = NEW.game, touched_at = NEW.touched_at, ended_at = NEW.ended_at,
                     counted = (NEW.counted IS NOT NULL)::int
    WHERE match_id = NEW.id;
    RETURN NULL;
END;
$$;

CREATE TRIGGER seats_follow AFTER UPDATE OF room, game, touched_at, ended_at, counted ON matches
    FOR EACH ROW EXECUTE FUNCTION seats_follow();
