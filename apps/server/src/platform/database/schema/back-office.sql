-- Back office: operators, their sessions, cases and four-eyes proposals, and parameters.

CREATE TABLE operators_people (
  id              uuid        CONSTRAINT accounts_operators_pkey PRIMARY KEY,
  email           text        NOT NULL,
  email_key       text        NOT NULL CONSTRAINT accounts_operators_email_key_key UNIQUE,
  -- Mailbox of the address: two addresses of one mailbox are one person, and one person cannot be both pairs of
  -- eyes. Null for operators from before this rule; the application compares their addresses.
  mailbox_key     text,
  role            text        NOT NULL,
  -- Rises whenever the role or the access changes. An approval counts only for the standing it was given in
  -- (ADR-164).
  standing        integer     NOT NULL DEFAULT 0,
  disabled_at     timestamptz,
  password_hash   text        NOT NULL,
  totp_secret     text        NOT NULL,
  -- Last time step used: a code is accepted once.
  totp_last_step  bigint      NOT NULL DEFAULT 0,
  -- A new second factor that waits for its first code.
  totp_next       text,
  totp_next_until timestamptz,
  created_at      timestamptz NOT NULL,
  CONSTRAINT operators_people_role CHECK (role IN ('reviewer', 'finance', 'content', 'risk', 'admin')),
  CONSTRAINT operators_people_totp_next_sealed CHECK (totp_next LIKE 'sealed:%'),
  CONSTRAINT operators_people_totp_secret_sealed CHECK (totp_secret LIKE 'sealed:%')
);
COMMENT ON TABLE operators_people IS
  'Operators. One who leaves keeps their name in the record and can no longer sign in.';
CREATE UNIQUE INDEX operators_people_one_mailbox ON operators_people (mailbox_key);
GRANT SELECT, INSERT, UPDATE (role, password_hash, totp_secret, totp_last_step, disabled_at, totp_next, totp_next_until)
  ON operators_people TO candor_app;

CREATE VIEW operators_names AS
SELECT id, email FROM operators_people;
COMMENT ON VIEW operators_names IS
  'Operators by name, for lists of other modules that show who decided. It has neither passwords nor second factors.';
GRANT SELECT ON operators_names TO candor_app;

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
COMMENT ON FUNCTION operators_keep_an_admin IS 'The last admin cannot be demoted or disabled, whoever writes.';
CREATE TRIGGER operators_keep_an_admin AFTER UPDATE OF role, disabled_at ON operators_people
  FOR EACH ROW EXECUTE FUNCTION operators_keep_an_admin();

CREATE FUNCTION operators_count_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.role, NEW.disabled_at) IS DISTINCT FROM (OLD.role, OLD.disabled_at) THEN
    NEW.standing := OLD.standing + 1;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_count_standing IS
  'Raises the standing whenever the role or the access of an operator changes.';
CREATE TRIGGER operators_count_standing BEFORE UPDATE ON operators_people
  FOR EACH ROW EXECUTE FUNCTION operators_count_standing();

CREATE TABLE operators_sessions (
  id           uuid        PRIMARY KEY,
  operator_id  uuid        NOT NULL REFERENCES operators_people (id),
  -- SHA-256 of the token in the cookie.
  token_hash   bytea       NOT NULL UNIQUE,
  device       text        NOT NULL,
  address      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  CONSTRAINT operators_sessions_check CHECK (expires_at > created_at)
);
COMMENT ON TABLE operators_sessions IS 'Sessions of the console.';
CREATE INDEX operators_sessions_of ON operators_sessions (operator_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE (last_seen_at, ended_at) ON operators_sessions TO candor_app;

CREATE TABLE operators_passkeys (
  id            uuid        PRIMARY KEY,
  owner_id      uuid        NOT NULL REFERENCES operators_people (id),
  credential_id bytea       NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  -- Uses as counted by the device; a passkey that syncs between devices leaves it at 0.
  counter       bigint      NOT NULL CHECK (counter >= 0),
  name          text        NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 40),
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
COMMENT ON TABLE operators_passkeys IS
  'Passkeys of operators. A table of their own, so that a customer''s passkey never opens the console.';
CREATE INDEX operators_passkeys_of ON operators_passkeys (owner_id, created_at);
GRANT SELECT, INSERT, UPDATE (counter, name, last_used_at), DELETE ON operators_passkeys TO candor_app;

-- Changed by the migration 0011-first-admins.
CREATE TABLE operators_invitations (
  id                uuid        PRIMARY KEY,
  email             text        NOT NULL,
  email_key         text        NOT NULL,
  role              text        NOT NULL CHECK (role IN ('reviewer', 'finance', 'content', 'risk', 'admin')),
  proposed_by       uuid        NOT NULL REFERENCES operators_people (id),
  approved_by       uuid        NOT NULL REFERENCES operators_people (id),
  made_at           timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  -- SHA-256 of the token in the link; null until a link was made. A new link replaces it.
  token_hash        bytea       UNIQUE,
  -- Made when the link is first opened.
  totp_secret       text,
  used_at           timestamptz,
  mailed_at         timestamptz,
  -- Standing of the two who decided: both must still hold it when the person joins (ADR-164).
  proposer_standing integer     NOT NULL DEFAULT 0,
  approver_standing integer     NOT NULL DEFAULT 0,
  -- Operator who lost password and second factor and sets new ones (ADR-202); null for a new operator.
  resets            uuid        REFERENCES operators_people (id),
  CONSTRAINT operators_invitations_check CHECK (proposed_by <> approved_by),
  CONSTRAINT operators_invitations_check1 CHECK (expires_at > made_at),
  CONSTRAINT operators_invitations_totp_secret_sealed CHECK (totp_secret LIKE 'sealed:%')
);
COMMENT ON TABLE operators_invitations IS
  'Invitations approved by two operators. The invited person sets their own password and second factor, so that '
  'nobody else knows them. The link is mailed to that address and shown to nobody (ADR-165).';
GRANT SELECT, INSERT, UPDATE (token_hash, totp_secret, used_at, mailed_at) ON operators_invitations TO candor_app;

-- Changed by the migration 0011-first-admins.
CREATE FUNCTION operators_invitations_note_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proposer_standing := (SELECT standing FROM operators_people WHERE id = NEW.proposed_by);
  NEW.approver_standing := (SELECT standing FROM operators_people WHERE id = NEW.approved_by);
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_invitations_note_standing IS
  'Records the standing of both operators, so that no code can forget it.';
CREATE TRIGGER operators_invitations_note_standing BEFORE INSERT ON operators_invitations
  FOR EACH ROW EXECUTE FUNCTION operators_invitations_note_standing();

CREATE TABLE operators_work_mail (
  operator_id uuid        PRIMARY KEY REFERENCES operators_people (id),
  preference  text        NOT NULL CHECK (preference IN ('late', 'all')),
  -- What the letters told of and has not ended since.
  reported    jsonb       NOT NULL,
  -- Time at which the mail server accepted the newest letter.
  mailed_at   timestamptz
);
COMMENT ON TABLE operators_work_mail IS
  'Operators who want letters about waiting work: only about what is late or lapses and alerts, or about everything new. Who wants none has no row.';
GRANT SELECT, INSERT, UPDATE (preference, reported, mailed_at), DELETE ON operators_work_mail TO candor_app;

CREATE TABLE operators_claims (
  kind        text        NOT NULL,
  case_id     text        NOT NULL,
  operator_id uuid        NOT NULL REFERENCES operators_people (id),
  until       timestamptz NOT NULL,
  PRIMARY KEY (kind, case_id)
);
COMMENT ON TABLE operators_claims IS
  'Holder of a case and until when. One row per case: the next operator waits or takes over an expired claim.';
GRANT SELECT, INSERT, UPDATE, DELETE ON operators_claims TO candor_app;

CREATE TABLE operators_approvals (
  kind        text        NOT NULL,
  case_id     text        NOT NULL,
  operator_id uuid        NOT NULL REFERENCES operators_people (id),
  shown_hash  text        NOT NULL,
  at          timestamptz NOT NULL,
  standing    integer     NOT NULL DEFAULT 0,
  decision    text        NOT NULL DEFAULT 'approve' CHECK (decision IN ('approve', 'reject')),
  reason      text,
  named       text,
  PRIMARY KEY (kind, case_id, operator_id, shown_hash, standing, decision)
);
COMMENT ON TABLE operators_approvals IS
  'First approvals where two people are needed. One counts only for what was shown (shown_hash) and for the '
  'decision and standing it was given in.';
GRANT SELECT, INSERT, UPDATE (at, reason, named) ON operators_approvals TO candor_app;

CREATE FUNCTION operators_approvals_note_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.standing := (SELECT standing FROM operators_people WHERE id = NEW.operator_id);
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_approvals_note_standing IS
  'Records the operator''s standing, so that no code can forget it.';
CREATE TRIGGER operators_approvals_note_standing BEFORE INSERT ON operators_approvals
  FOR EACH ROW EXECUTE FUNCTION operators_approvals_note_standing();

CREATE TABLE operators_approved_cases (
  kind        text        NOT NULL CHECK (kind IN ('kyc', 'recharge', 'withdrawal')),
  case_id     text        NOT NULL,
  customer_id uuid        NOT NULL,
  -- Everyone who approved; a single name means one person decided alone.
  approvers   uuid[]      NOT NULL CHECK (cardinality(approvers) BETWEEN 1 AND 2),
  -- Value when it was approved, in USDT's smallest unit; null when no money moved or the coin had no price.
  value       bigint      CHECK (value >= 0),
  at          timestamptz NOT NULL,
  PRIMARY KEY (kind, case_id)
);
COMMENT ON TABLE operators_approved_cases IS
  'Approved cases that count towards the sums of a day and towards what one person decided alone about one customer '
  '(ADR-168).';
CREATE INDEX operators_approved_cases_of ON operators_approved_cases (customer_id);
CREATE INDEX operators_approved_cases_on ON operators_approved_cases (at);
GRANT SELECT, INSERT ON operators_approved_cases TO candor_app;

CREATE FUNCTION operators_approved_cases_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operators: what was approved stays' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION operators_approved_cases_stay IS 'Approved cases are never changed or removed.';
CREATE TRIGGER operators_approved_cases_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON operators_approved_cases
  FOR EACH STATEMENT EXECUTE FUNCTION operators_approved_cases_stay();

CREATE TABLE operators_proposals (
  id                uuid        PRIMARY KEY,
  kind              text        NOT NULL,
  payload           jsonb       NOT NULL,
  summary           text        NOT NULL,
  reason            text        NOT NULL CHECK (length(trim(reason)) > 0),
  proposed_by       uuid        NOT NULL REFERENCES operators_people (id),
  proposer_standing integer     NOT NULL DEFAULT 0,
  proposed_at       timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  status            text        NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by        uuid        REFERENCES operators_people (id),
  decided_at        timestamptz,
  decided_reason    text,
  CONSTRAINT operators_proposals_check CHECK (expires_at > proposed_at),
  CONSTRAINT operators_proposals_check1 CHECK ((status = 'pending') = (decided_at IS NULL)),
  -- Nobody approves or rejects their own proposal, and nobody withdraws another's (trust T10).
  CONSTRAINT operators_proposals_four_eyes CHECK (
      CASE status WHEN 'approved' THEN decided_by IS NOT NULL AND decided_by <> proposed_by
      WHEN 'rejected' THEN decided_by IS NOT NULL AND decided_by <> proposed_by AND decided_reason IS NOT NULL
      WHEN 'withdrawn' THEN decided_by = proposed_by
      ELSE decided_by IS NULL END)
);
COMMENT ON TABLE operators_proposals IS 'Changes that need two people (trust T10).';
CREATE INDEX operators_proposals_newest ON operators_proposals (proposed_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (summary, status, decided_by, decided_at, decided_reason)
  ON operators_proposals TO candor_app;

CREATE FUNCTION operators_proposals_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR NEW.payload <> OLD.payload OR NEW.proposed_by <> OLD.proposed_by THEN
    RAISE EXCEPTION 'operators: a proposal is decided once and never rewritten'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_proposals_decided_once IS 'A proposal is decided once and then stays as it was decided.';
CREATE TRIGGER operators_proposals_decided_once BEFORE UPDATE ON operators_proposals FOR EACH ROW
  WHEN (OLD.summary IS NOT DISTINCT FROM NEW.summary) EXECUTE FUNCTION operators_proposals_decided_once();

CREATE FUNCTION operators_proposal_unnamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'summary' <> to_jsonb(OLD) - 'summary' OR NOT accounts_is_closed((OLD.payload ->> 'userId')::uuid) THEN
    RAISE EXCEPTION 'operators: a proposal is decided once and never rewritten' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_proposal_unnamed IS
  'The summary may lose the name of an erased customer, and nothing else may change.';
CREATE TRIGGER operators_proposals_unnamed BEFORE UPDATE ON operators_proposals FOR EACH ROW
  WHEN (OLD.summary IS DISTINCT FROM NEW.summary) EXECUTE FUNCTION operators_proposal_unnamed();

CREATE FUNCTION operators_proposals_note_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proposer_standing := (SELECT standing FROM operators_people WHERE id = NEW.proposed_by);
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_proposals_note_standing IS
  'Records the proposer''s standing, so that no code can forget it.';
CREATE TRIGGER operators_proposals_note_standing BEFORE INSERT ON operators_proposals
  FOR EACH ROW EXECUTE FUNCTION operators_proposals_note_standing();

CREATE FUNCTION operators_proposals_need_two_on_duty() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  on_duty integer;
BEGIN
  SELECT count(*) INTO on_duty FROM (
    SELECT id FROM operators_people
     WHERE disabled_at IS NULL
       AND (id = NEW.decided_by OR (id = NEW.proposed_by AND standing = NEW.proposer_standing))
       FOR SHARE) AS deciding;
  IF on_duty <> 2 THEN
    RAISE EXCEPTION 'operators: a proposal takes effect only on the word of two operators who may still decide'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'operators_proposals_two_on_duty';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_proposals_need_two_on_duty IS
  'No proposal takes effect unless both people still hold the standing in which they decided, whatever the '
  'application checks (ADR-164).';
CREATE TRIGGER operators_proposals_two_on_duty BEFORE UPDATE OF status ON operators_proposals
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status = 'pending')
  EXECUTE FUNCTION operators_proposals_need_two_on_duty();

CREATE TABLE operators_sso_links (
  issuer      text        NOT NULL,
  subject     text        NOT NULL,
  operator_id uuid        NOT NULL UNIQUE REFERENCES operators_people (id),
  -- Name of the account at the provider, for its owner to read.
  account     text        NOT NULL,
  linked_at   timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
COMMENT ON TABLE operators_sso_links IS
  'Accounts at the OpenID provider that open the console: one account per operator, one operator per account. '
  'Linked by the provider''s subject, which is never reassigned, and never by an e-mail address (ADR-197).';
GRANT SELECT, INSERT, DELETE ON operators_sso_links TO candor_app;

CREATE TABLE operators_sso_attempts (
  key_hash      bytea       PRIMARY KEY,
  state         text        NOT NULL,
  nonce         text        NOT NULL,
  code_verifier text        NOT NULL,
  -- Session that links an account; null when an operator signs in.
  session_id    uuid        REFERENCES operators_sessions (id),
  expires_at    timestamptz NOT NULL,
  redeemed_at   timestamptz,
  -- Operator who has returned and still has to show the second factor.
  operator_id   uuid        REFERENCES operators_people (id)
);
COMMENT ON TABLE operators_sso_attempts IS
  'Sign-ins under way at the provider. The browser keeps the key; the table has its hash. A response counts once '
  'and only with the state that was sent.';
GRANT SELECT, INSERT, UPDATE (redeemed_at, operator_id), DELETE ON operators_sso_attempts TO candor_app;

CREATE TABLE parameters_values (
  key         text        NOT NULL,
  version     integer     NOT NULL,
  value       jsonb       NOT NULL,
  reason      text        NOT NULL CHECK (length(trim(reason)) > 0),
  changed_by  text        NOT NULL,
  -- Second operator, for parameters that need four eyes.
  approved_by text,
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (key, version),
  CONSTRAINT parameters_values_check CHECK (approved_by IS NULL OR approved_by <> changed_by)
);
COMMENT ON TABLE parameters_values IS
  'Values that operators set. The newest version holds; without one the default in the code does. History stays, so '
  'that the value at any moment can be shown.';
GRANT SELECT, INSERT ON parameters_values TO candor_app;

CREATE FUNCTION parameters_values_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of parameters is never changed or removed';
END
$$;
COMMENT ON FUNCTION parameters_values_stay IS 'The history of parameters is never changed or removed.';
CREATE TRIGGER parameters_values_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON parameters_values
  FOR EACH STATEMENT EXECUTE FUNCTION parameters_values_stay();

CREATE VIEW parameters_changes AS
SELECT v.key, v.value, w.value AS before, v.reason, v.changed_by, v.approved_by, v.changed_at
  FROM parameters_values v
  LEFT JOIN parameters_values w ON w.key = v.key AND w.version = v.version - 1;
COMMENT ON VIEW parameters_changes IS 'Every value that a parameter had, with the one before; null before the first.';
GRANT SELECT ON parameters_changes TO candor_app;
