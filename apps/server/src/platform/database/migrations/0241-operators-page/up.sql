-- An operator who left keeps their name in the record and opens no door any more.
ALTER TABLE operators_people ADD COLUMN disabled_at timestamptz;
GRANT UPDATE (role, disabled_at) ON operators_people TO candor_app;

-- Two operators decided that somebody becomes one; the person sets their own password and second factor with the link.
CREATE TABLE operators_invitations (
  id          uuid PRIMARY KEY,
  email       text        NOT NULL,
  email_key   text        NOT NULL,
  role        text        NOT NULL CHECK (role IN ('reviewer', 'finance', 'content', 'risk', 'admin')),
  proposed_by uuid        NOT NULL REFERENCES operators_people (id),
  approved_by uuid        NOT NULL REFERENCES operators_people (id),
  made_at     timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- SHA-256 of what stands in the link; null until one was made, another once it is made anew.
  token_hash  bytea       UNIQUE,
  -- Made when the link is first opened.
  totp_secret text,
  used_at     timestamptz,
  CHECK (proposed_by <> approved_by),
  CHECK (expires_at > made_at)
);
GRANT SELECT, INSERT ON operators_invitations TO candor_app;
GRANT UPDATE (token_hash, totp_secret, used_at) ON operators_invitations TO candor_app;

-- Never without an admin: whoever wrote it, the last one stays.
CREATE FUNCTION operators_keep_an_admin() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('operators_people', 0));
  IF OLD.role = 'admin' AND OLD.disabled_at IS NULL
     AND NOT EXISTS (SELECT FROM operators_people WHERE role = 'admin' AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'operators: one admin stays'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'operators_keep_an_admin';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER operators_keep_an_admin AFTER UPDATE OF role, disabled_at ON operators_people
  FOR EACH ROW EXECUTE FUNCTION operators_keep_an_admin();
