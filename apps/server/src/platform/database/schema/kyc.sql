-- Identity checks. Personal details are sealed under the person's key; these tables say only how far a check is.

CREATE TABLE kyc_drafts (
  user_id    uuid        PRIMARY KEY REFERENCES accounts_users (id),
  sealed     bytea       NOT NULL,
  -- Pictures of the draft, so that a replaced one can be removed.
  files      uuid[]      NOT NULL,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE kyc_drafts IS 'Unfinished identity checks, one per customer.';
GRANT SELECT, INSERT, UPDATE, DELETE ON kyc_drafts TO candor_app;

CREATE TABLE kyc_cases (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL REFERENCES accounts_users (id),
  attempt      integer     NOT NULL CHECK (attempt > 0),
  status       text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  sealed       bytea       NOT NULL,
  files        uuid[]      NOT NULL,
  submitted_at timestamptz NOT NULL,
  deadline_at  timestamptz NOT NULL,
  decided_at   timestamptz,
  decided_by   uuid        REFERENCES operators_people (id),
  -- Items that were rejected and why: [{ item, reason }].
  failed       jsonb       NOT NULL DEFAULT '[]',
  UNIQUE (user_id, attempt),
  CONSTRAINT kyc_cases_check CHECK (deadline_at > submitted_at),
  CONSTRAINT kyc_cases_check1 CHECK ((status = 'pending') = (decided_at IS NULL)),
  CONSTRAINT kyc_cases_check2 CHECK ((status = 'pending') = (decided_by IS NULL)),
  CONSTRAINT kyc_cases_check3 CHECK ((status = 'rejected') = (jsonb_array_length(failed) > 0))
);
COMMENT ON TABLE kyc_cases IS
  'Submitted identity checks. A decided check is never decided again: a rejected customer sends a new one.';
-- A person has one check at a time, and none after an approved one.
CREATE UNIQUE INDEX kyc_cases_one ON kyc_cases (user_id) WHERE status IN ('pending', 'approved');
CREATE INDEX kyc_cases_waiting ON kyc_cases (deadline_at) WHERE status = 'pending';
CREATE INDEX kyc_cases_decided ON kyc_cases (submitted_at DESC) WHERE status <> 'pending';
GRANT SELECT, INSERT, UPDATE (status, decided_at, decided_by, failed) ON kyc_cases TO candor_app;

CREATE FUNCTION kyc_case_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status <> 'pending' OR TG_OP = 'UPDATE' AND OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'kyc: % is no way for an identity check to go', TG_OP
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'kyc_case_moves';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION kyc_case_moves IS 'A check begins as pending and is decided once.';
CREATE TRIGGER kyc_case_moves BEFORE INSERT OR UPDATE ON kyc_cases FOR EACH ROW EXECUTE FUNCTION kyc_case_moves();

CREATE FUNCTION kyc_standing_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kyc IS DISTINCT FROM OLD.kyc AND (
       (OLD.kyc, NEW.kyc) NOT IN (('none', 'pending'), ('rejected', 'pending'), ('pending', 'approved'), ('pending', 'rejected'))
       OR NEW.kyc IS DISTINCT FROM (SELECT status FROM kyc_cases WHERE user_id = NEW.id ORDER BY attempt DESC LIMIT 1)) THEN
    RAISE EXCEPTION 'kyc: from % to % is no way for an identity to go', OLD.kyc, NEW.kyc
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'kyc_standing_moves';
  END IF;
  IF (NEW.kyc = 'approved') <> (NEW.kyc_tier > 0) OR NEW.kyc_tier < OLD.kyc_tier THEN
    RAISE EXCEPTION 'kyc: tier % does not go with %', NEW.kyc_tier, NEW.kyc
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'kyc_standing_tier';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION kyc_standing_moves IS
  'A customer''s verification follows the table of moves (specification §4) and needs a case that says the same, so '
  'that no plain UPDATE verifies anyone.';
