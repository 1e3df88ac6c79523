-- Operators have a room of their own now: its names, its roles, its sessions.
ALTER TABLE accounts_operators RENAME TO operators_people;
ALTER TABLE operators_people DROP CONSTRAINT accounts_operators_role_check;
UPDATE operators_people SET role = CASE role WHEN 'support' THEN 'content' WHEN 'manager' THEN 'finance' ELSE role END;
ALTER TABLE operators_people
  ADD CONSTRAINT operators_people_role CHECK (role IN ('reviewer', 'finance', 'content', 'risk', 'admin')),
  -- The step last used: a code opens the door once.
  ADD COLUMN totp_last_step bigint NOT NULL DEFAULT 0;
GRANT UPDATE (totp_last_step) ON operators_people TO candor_app;

CREATE TABLE operators_sessions (
  id           uuid PRIMARY KEY,
  operator_id  uuid        NOT NULL REFERENCES operators_people (id),
  -- SHA-256 of the token in the cookie.
  token_hash   bytea       NOT NULL UNIQUE,
  device       text        NOT NULL,
  address      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  CHECK (expires_at > created_at)
);
CREATE INDEX operators_sessions_of ON operators_sessions (operator_id, created_at DESC);
GRANT SELECT, INSERT ON operators_sessions TO candor_app;
GRANT UPDATE (last_seen_at, ended_at) ON operators_sessions TO candor_app;

-- Who holds a case until when. One row a case: whoever comes later waits or takes what has run out.
CREATE TABLE operators_claims (
  kind        text        NOT NULL,
  case_id     text        NOT NULL,
  operator_id uuid        NOT NULL REFERENCES operators_people (id),
  until       timestamptz NOT NULL,
  PRIMARY KEY (kind, case_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON operators_claims TO candor_app;

-- First approvals where two people are needed. One of what has changed since does not count.
CREATE TABLE operators_approvals (
  kind        text        NOT NULL,
  case_id     text        NOT NULL,
  operator_id uuid        NOT NULL REFERENCES operators_people (id),
  shown_hash  text        NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (kind, case_id, operator_id, shown_hash)
);
GRANT SELECT, INSERT ON operators_approvals TO candor_app;

CREATE TABLE operators_proposals (
  id             uuid PRIMARY KEY,
  kind           text        NOT NULL,
  payload        jsonb       NOT NULL,
  summary        text        NOT NULL,
  reason         text        NOT NULL CHECK (length(trim(reason)) > 0),
  proposed_by    uuid        NOT NULL REFERENCES operators_people (id),
  proposed_at    timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  status         text        NOT NULL DEFAULT 'pending'
                 CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by     uuid        REFERENCES operators_people (id),
  decided_at     timestamptz,
  decided_reason text,
  CHECK (expires_at > proposed_at),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  -- T10, whoever writes: nobody approves or rejects their own, nobody withdraws another's.
  CONSTRAINT operators_proposals_four_eyes CHECK (
    CASE status WHEN 'approved' THEN decided_by IS NOT NULL AND decided_by <> proposed_by
                WHEN 'rejected' THEN decided_by IS NOT NULL AND decided_by <> proposed_by AND decided_reason IS NOT NULL
                WHEN 'withdrawn' THEN decided_by = proposed_by
                ELSE decided_by IS NULL END)
);
CREATE INDEX operators_proposals_newest ON operators_proposals (proposed_at DESC, id DESC);
GRANT SELECT, INSERT ON operators_proposals TO candor_app;
GRANT UPDATE (status, decided_by, decided_at, decided_reason) ON operators_proposals TO candor_app;

-- What was decided stays as it was decided, and a proposal leaves `pending` once.
CREATE FUNCTION operators_proposals_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR NEW.payload <> OLD.payload OR NEW.proposed_by <> OLD.proposed_by THEN
    RAISE EXCEPTION 'operators: a proposal is decided once and never rewritten'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER operators_proposals_decided_once BEFORE UPDATE ON operators_proposals
  FOR EACH ROW EXECUTE FUNCTION operators_proposals_decided_once();
