-- Lists of names that customers are compared with, each version of a file once.
CREATE TABLE screening_lists (
  id        uuid PRIMARY KEY,
  source    text        NOT NULL CHECK (source IN ('ofac-sdn', 'opensanctions')),
  -- Times and sizes of the files: once they change, the list is read again.
  mark      text        NOT NULL,
  -- Date of the operator's copy.
  dated_at  timestamptz NOT NULL,
  began_at  timestamptz NOT NULL,
  entries   integer     NOT NULL DEFAULT 0 CHECK (entries >= 0),
  -- Of the files as they were read.
  sha256    text        CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Null: still being read, or it failed. Customers are compared with what was read whole.
  loaded_at timestamptz,
  failed_at timestamptz,
  failure   text,
  CHECK (num_nonnulls(loaded_at, failed_at) <= 1),
  CHECK ((loaded_at IS NULL) = (sha256 IS NULL)),
  CHECK ((loaded_at IS NULL) OR (entries > 0)),
  CHECK ((failed_at IS NULL) = (failure IS NULL))
);

CREATE TABLE screening_entries (
  list  uuid   NOT NULL REFERENCES screening_lists (id),
  -- As the list itself numbers it.
  entry text   NOT NULL,
  -- { kind, names, births, countries, programs }
  facts jsonb  NOT NULL,
  -- Of the facts: a pair that was cleared is raised again once they change.
  hash  text   NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- What its names can be found by.
  keys  text[] NOT NULL,
  PRIMARY KEY (list, entry)
);
-- Without a list of what is not yet indexed, which every search would read through.
CREATE INDEX screening_entries_keys ON screening_entries USING gin (keys) WITH (fastupdate = off);

-- Entries of the lists that were read whole that have all keys of one of these (`key|key`). Each pair is one look-up in the index:
-- right after a list is read nothing is known of how often a key occurs, and the table would be read from end to end instead.
CREATE FUNCTION screening_candidates(searched text[])
RETURNS TABLE (source text, entry text, hash text, facts jsonb) LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT l.source, e.entry, e.hash, e.facts
    FROM (SELECT DISTINCT ON (l.source) l.id, l.source FROM screening_lists l WHERE l.loaded_at IS NOT NULL ORDER BY l.source, l.loaded_at DESC) l
    JOIN (SELECT DISTINCT e.list, e.entry FROM unnest(searched) AS pair, screening_entries e WHERE e.keys @> string_to_array(pair, '|')) found ON found.list = l.id
    JOIN screening_entries e ON e.list = found.list AND e.entry = found.entry
$$;

-- A customer whose name is like one on a list. Who and why is sealed under the customer's key.
CREATE TABLE screening_cases (
  id            uuid PRIMARY KEY,
  user_id       uuid        NOT NULL REFERENCES accounts_users (id),
  occasion      text        NOT NULL CHECK (occasion IN ('sign-up', 'identity', 'withdrawal')),
  sealed        bytea       NOT NULL,
  hits          integer     NOT NULL CHECK (hits > 0),
  status        text        NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'cleared', 'confirmed')),
  opened_at     timestamptz NOT NULL,
  -- Until when withdrawals wait for the decision; null: none was asked for. Never moved: it lapses (trust T13).
  hold_until    timestamptz CHECK (hold_until > opened_at),
  decided_at    timestamptz,
  decided_by    uuid        REFERENCES operators_people (id),
  reason        text,
  CHECK ((status = 'open') = (decided_at IS NULL)),
  CHECK ((status = 'open') = (decided_by IS NULL)),
  CHECK ((status = 'open') = (reason IS NULL))
);
CREATE INDEX screening_cases_open ON screening_cases (opened_at) WHERE status = 'open';
CREATE INDEX screening_cases_decided ON screening_cases (opened_at DESC) WHERE status <> 'open';
CREATE INDEX screening_cases_of ON screening_cases (user_id, opened_at DESC);

CREATE FUNCTION screening_case_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'open' OR (OLD.hold_until IS NOT NULL AND NEW.hold_until IS DISTINCT FROM OLD.hold_until) THEN
    RAISE EXCEPTION 'screening: a decided case stays as it was, and a hold is not moved'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'screening_case_moves';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER screening_case_moves BEFORE UPDATE ON screening_cases FOR EACH ROW EXECUTE FUNCTION screening_case_moves();

GRANT SELECT, INSERT, DELETE, UPDATE (entries, sha256, loaded_at, failed_at, failure) ON screening_lists TO candor_app;
GRANT SELECT, INSERT, DELETE ON screening_entries TO candor_app;
GRANT SELECT, INSERT, UPDATE (status, hold_until, decided_at, decided_by, reason) ON screening_cases TO candor_app;
