-- Names check: public lists of names that customers are compared with. Lists are not secret; a match is sealed under
-- the customer's key.

CREATE TABLE screening_lists (
  id        uuid        PRIMARY KEY,
  source    text        NOT NULL CHECK (source IN ('ofac-sdn', 'opensanctions')),
  -- Times and sizes of the files: when they change, the list is read again.
  mark      text        NOT NULL,
  -- Date of the operator's copy.
  dated_at  timestamptz NOT NULL,
  began_at  timestamptz NOT NULL,
  entries   integer     NOT NULL DEFAULT 0 CHECK (entries >= 0),
  -- Of the files as they were read.
  sha256    text        CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Null while it is being read or after it failed. Customers are compared only with lists that were read
  -- completely.
  loaded_at timestamptz,
  failed_at timestamptz,
  failure   text,
  CONSTRAINT screening_lists_check CHECK (num_nonnulls(loaded_at, failed_at) <= 1),
  CONSTRAINT screening_lists_check1 CHECK ((loaded_at IS NULL) = (sha256 IS NULL)),
  CONSTRAINT screening_lists_check2 CHECK ((loaded_at IS NULL) OR (entries > 0)),
  CONSTRAINT screening_lists_check3 CHECK ((failed_at IS NULL) = (failure IS NULL))
);
COMMENT ON TABLE screening_lists IS 'Versions of lists that operators installed, each once.';
GRANT SELECT, INSERT, UPDATE (entries, sha256, loaded_at, failed_at, failure), DELETE ON screening_lists TO candor_app;

CREATE TABLE screening_entries (
  list  uuid   NOT NULL REFERENCES screening_lists (id),
  -- Number of the entry in the list itself.
  entry text   NOT NULL,
  -- { kind, names, births, countries, programs }
  facts jsonb  NOT NULL,
  -- Of the facts: a cleared match is raised again when they change.
  hash  text   NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- Keys of its names.
  keys  text[] NOT NULL,
  PRIMARY KEY (list, entry)
);
COMMENT ON TABLE screening_entries IS
  'Entries of the lists with the keys they are found by: a search is an index look-up in any process, and a start '
  'reads nothing.';
-- No list of entries still to be indexed, which every search would have to read.
CREATE INDEX screening_entries_keys ON screening_entries USING gin (keys) WITH (fastupdate = off);
GRANT SELECT, INSERT, DELETE ON screening_entries TO candor_app;

CREATE TABLE screening_cases (
  id         uuid        PRIMARY KEY,
  user_id    uuid        NOT NULL REFERENCES accounts_users (id),
  occasion   text        NOT NULL CHECK (occasion IN ('sign-up', 'identity', 'withdrawal')),
  sealed     bytea       NOT NULL,
  hits       integer     NOT NULL CHECK (hits > 0),
  status     text        NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'cleared', 'confirmed')),
  opened_at  timestamptz NOT NULL,
  -- Withdrawals wait for the decision until then; null when no hold was asked for. It is set once and lapses, so
  -- that nobody can prolong it (trust T13).
  hold_until timestamptz,
  decided_at timestamptz,
  decided_by uuid        REFERENCES operators_people (id),
  reason     text,
  CONSTRAINT screening_cases_check CHECK (hold_until > opened_at),
  CONSTRAINT screening_cases_check1 CHECK ((status = 'open') = (decided_at IS NULL)),
  CONSTRAINT screening_cases_check2 CHECK ((status = 'open') = (decided_by IS NULL)),
  CONSTRAINT screening_cases_check3 CHECK ((status = 'open') = (reason IS NULL))
);
COMMENT ON TABLE screening_cases IS
  'Customers whose name resembles a listed one. The details are sealed under the customer''s key.';
CREATE INDEX screening_cases_open ON screening_cases (opened_at) WHERE status = 'open';
CREATE INDEX screening_cases_decided ON screening_cases (opened_at DESC) WHERE status <> 'open';
CREATE INDEX screening_cases_of ON screening_cases (user_id, opened_at DESC);
GRANT SELECT, INSERT, UPDATE (status, hold_until, decided_at, decided_by, reason) ON screening_cases TO candor_app;

CREATE FUNCTION screening_case_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'open' OR (OLD.hold_until IS NOT NULL AND NEW.hold_until IS DISTINCT FROM OLD.hold_until) THEN
    RAISE EXCEPTION 'screening: a decided case stays as it was, and a hold is not moved'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'screening_case_moves';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION screening_case_moves IS 'A case is decided once, and its hold never moves.';
CREATE TRIGGER screening_case_moves BEFORE UPDATE ON screening_cases
  FOR EACH ROW EXECUTE FUNCTION screening_case_moves();

CREATE FUNCTION screening_candidates(searched text[])
RETURNS TABLE (source text, entry text, hash text, facts jsonb) LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT l.source, e.entry, e.hash, e.facts
    FROM (SELECT DISTINCT ON (l.source) l.id, l.source FROM screening_lists l WHERE l.loaded_at IS NOT NULL ORDER BY l.source, l.loaded_at DESC) l
    JOIN (SELECT DISTINCT e.list, e.entry FROM unnest(searched) AS pair, screening_entries e WHERE e.keys @> string_to_array(pair, '|')) found ON found.list = l.id
    JOIN screening_entries e ON e.list = found.list AND e.entry = found.entry
$$;
COMMENT ON FUNCTION screening_candidates IS
  'Entries of completely read lists that have all keys of one of the searched combinations (`key|key`). Each '
  'combination is one index look-up: right after a list is read the planner has no statistics and would read the '
  'whole table.';
