-- Uploaded files and the keys they are encrypted with. The bytes are in the file store, never here.

CREATE TABLE files_keys (
  user_id      uuid        PRIMARY KEY REFERENCES accounts_users (id),
  -- The person's key, sealed with the installation's key; null once destroyed.
  wrapped      bytea,
  created_at   timestamptz NOT NULL,
  destroyed_at timestamptz,
  CONSTRAINT files_keys_check CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
);
COMMENT ON TABLE files_keys IS
  'One key per person. Erasing a person destroys the key, which makes their files unreadable in every copy and '
  'backup (trust T20).';
GRANT SELECT, INSERT, UPDATE (wrapped, destroyed_at) ON files_keys TO candor_app;

CREATE FUNCTION files_key_stays_destroyed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.destroyed_at IS NOT NULL THEN
    RAISE EXCEPTION 'files: this key was destroyed'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'files_key_stays_destroyed';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION files_key_stays_destroyed IS 'A destroyed key stays destroyed.';
CREATE TRIGGER files_key_stays_destroyed BEFORE UPDATE ON files_keys
  FOR EACH ROW EXECUTE FUNCTION files_key_stays_destroyed();

CREATE TABLE files_files (
  id         uuid        PRIMARY KEY,
  user_id    uuid        NOT NULL REFERENCES files_keys (user_id),
  purpose    text        NOT NULL CHECK (purpose IN ('kyc', 'deposit', 'signature', 'avatar', 'support')),
  -- Format that was sent; `kept` is always redrawn by the server.
  given      text        NOT NULL CHECK (given IN ('jpeg', 'jpeg2000', 'png')),
  kept       text        NOT NULL CHECK (kept IN ('jpeg', 'png')),
  width      integer     NOT NULL CHECK (width > 0),
  height     integer     NOT NULL CHECK (height > 0),
  bytes      integer     NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL,
  -- Set once, by the transaction that uses the file.
  claimed_at timestamptz,
  -- Readable by nobody since; the next sweep deletes the bytes.
  removed_at timestamptz,
  emptied_at timestamptz,
  CONSTRAINT files_files_check CHECK (emptied_at IS NULL OR removed_at IS NOT NULL)
);
COMMENT ON TABLE files_files IS
  'Uploads. A file serves one purpose once; the row stays as a record after the content is gone.';
CREATE INDEX files_files_unclaimed ON files_files (user_id, created_at) WHERE claimed_at IS NULL AND removed_at IS NULL;
CREATE INDEX files_files_to_empty ON files_files (removed_at) WHERE removed_at IS NOT NULL AND emptied_at IS NULL;
GRANT SELECT, INSERT, UPDATE (claimed_at, removed_at, emptied_at) ON files_files TO candor_app;

CREATE FUNCTION files_forward_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.claimed_at IS NOT NULL AND NEW.claimed_at IS DISTINCT FROM OLD.claimed_at)
     OR (OLD.removed_at IS NOT NULL AND (NEW.removed_at, NEW.claimed_at) IS DISTINCT FROM (OLD.removed_at, OLD.claimed_at))
     OR (OLD.emptied_at IS NOT NULL AND NEW.emptied_at IS DISTINCT FROM OLD.emptied_at) THEN
    RAISE EXCEPTION 'files: a file does not go back'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'files_forward_only';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION files_forward_only IS 'uploaded → claimed → removed → emptied, or uploaded → removed. No way back.';
CREATE TRIGGER files_forward_only BEFORE UPDATE ON files_files FOR EACH ROW EXECUTE FUNCTION files_forward_only();
