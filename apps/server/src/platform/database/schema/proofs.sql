-- Proofs: audit log, signed heads, liabilities, holdings, incidents, customers' own limits. Times in epoch ms.

CREATE TABLE trust_audit (
  seq      bigint PRIMARY KEY CHECK (seq > 0),
  -- Unique: a fork cannot exist.
  previous text   NOT NULL UNIQUE,
  -- Canonical JSON (RFC 8785): at, actor, action, subject, before, after, reason.
  body     text   NOT NULL,
  hash     text   NOT NULL UNIQUE,
  at       bigint NOT NULL GENERATED ALWAYS AS ((body::jsonb ->> 'at')::bigint) STORED,
  actor    text   NOT NULL GENERATED ALWAYS AS (body::jsonb ->> 'actor') STORED,
  action   text   NOT NULL GENERATED ALWAYS AS (body::jsonb ->> 'action') STORED,
  subject  text   NOT NULL GENERATED ALWAYS AS (body::jsonb ->> 'subject') STORED
);
COMMENT ON TABLE trust_audit IS
  'Audit log (trust T14): one chain. The hash of an entry covers the entry before, its number and its whole text. '
  'Searched columns are computed from the text, so they cannot differ from it.';
CREATE INDEX trust_audit_subject ON trust_audit (subject, seq DESC);
CREATE INDEX trust_audit_actor ON trust_audit (actor, seq DESC);
GRANT SELECT ON trust_audit TO candor_app;

CREATE FUNCTION trust_audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: the audit log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION trust_audit_stays IS 'The audit log is append-only.';
CREATE TRIGGER trust_audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_audit
  FOR EACH STATEMENT EXECUTE FUNCTION trust_audit_stays();

CREATE FUNCTION trust_audit_write(p_body text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  last_seq bigint;
  last_hash text;
BEGIN
  PERFORM pg_advisory_xact_lock(7410160127731);
  SELECT seq, hash INTO last_seq, last_hash FROM trust_audit ORDER BY seq DESC LIMIT 1;
  last_seq := coalesce(last_seq, 0) + 1;
  last_hash := coalesce(last_hash, repeat('0', 64));
  INSERT INTO trust_audit (seq, previous, body, hash)
    VALUES (last_seq, last_hash, p_body,
            encode(sha256(convert_to(last_hash || E'\n' || last_seq || E'\n' || p_body, 'UTF8')), 'hex'));
  RETURN last_seq;
END
$$;
COMMENT ON FUNCTION trust_audit_write IS
  'Writes an entry of the audit log; nothing else may. One writer at a time: the next waits for the commit, then '
  'reads its hash.';
REVOKE ALL ON FUNCTION trust_audit_write FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trust_audit_write TO candor_app;

CREATE TABLE trust_heads (
  number    bigint PRIMARY KEY CHECK (number > 0),
  at        bigint NOT NULL,
  -- Canonical JSON (RFC 8785); names the hash of the head before.
  document  text   NOT NULL,
  key_id    text   NOT NULL,
  signature text   NOT NULL
);
COMMENT ON TABLE trust_heads IS
  'Signed heads (trust T14): the state of audit log, ledger and quote journal, published hourly. Whoever kept one '
  'detects a rewritten history.';
GRANT SELECT, INSERT ON trust_heads TO candor_app;

CREATE FUNCTION trust_heads_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: a signed head stays as it was published' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION trust_heads_stay IS 'A signed head stays as it was published.';
CREATE TRIGGER trust_heads_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_heads
  FOR EACH STATEMENT EXECUTE FUNCTION trust_heads_stay();

-- Changed by the migration 0004-fills-since.
CREATE TABLE trust_receipts_since (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at       bigint  NOT NULL
);
COMMENT ON TABLE trust_receipts_since IS
  'Time since which receipts of this installation prove their reasons, published with its keys (ADR-210). One row, '
  'written when the database is made and never changed.';
INSERT INTO trust_receipts_since (at) VALUES (floor(extract(epoch FROM now()) * 1000)::bigint);
GRANT SELECT ON trust_receipts_since TO candor_app;

CREATE FUNCTION trust_receipts_since_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: since when receipts prove is never changed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION trust_receipts_since_stays IS 'The time never changes.';
CREATE TRIGGER trust_receipts_since_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_receipts_since
  FOR EACH STATEMENT EXECUTE FUNCTION trust_receipts_since_stays();

CREATE TABLE trust_liabilities (
  date      text   PRIMARY KEY CHECK (date ~ '^\d{4}-\d{2}-\d{2}$'),
  at        bigint NOT NULL,
  -- Canonical JSON (RFC 8785); names the hash of the proof before.
  document  text   NOT NULL,
  key_id    text   NOT NULL,
  signature text   NOT NULL
);
COMMENT ON TABLE trust_liabilities IS
  'Proofs of liabilities (trust T15): one signed document per day. Amounts in the asset''s smallest unit.';
GRANT SELECT, INSERT ON trust_liabilities TO candor_app;

CREATE FUNCTION trust_liabilities_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: a proof of liabilities stays as it was published' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION trust_liabilities_stay IS 'A proof of liabilities stays as it was published.';
CREATE TRIGGER trust_liabilities_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_liabilities
  FOR EACH STATEMENT EXECUTE FUNCTION trust_liabilities_stay();

CREATE TABLE trust_liability_nodes (
  date     text    NOT NULL REFERENCES trust_liabilities (date),
  asset    text    NOT NULL,
  level    integer NOT NULL CHECK (level >= 0),
  position integer NOT NULL CHECK (position >= 0),
  minor    bigint  NOT NULL CHECK (minor >= 0),
  hash     text    NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- Of a leaf only: the customer, the salt, and how much is in plans.
  user_id  uuid,
  salt     text,
  in_plans bigint,
  PRIMARY KEY (date, asset, level, "position"),
  CONSTRAINT trust_liability_nodes_check CHECK (in_plans BETWEEN 0 AND minor),
  CONSTRAINT trust_liability_nodes_check1
    CHECK ((level = 0) = (user_id IS NOT NULL AND salt IS NOT NULL AND in_plans IS NOT NULL))
);
COMMENT ON TABLE trust_liability_nodes IS
  'Nodes of the tree, so that a customer''s path is read without building it again. The signed root reveals any '
  'change, so no trigger guards them.';
CREATE UNIQUE INDEX trust_liability_leaves ON trust_liability_nodes (user_id, date, asset) WHERE level = 0;
GRANT SELECT, INSERT, DELETE ON trust_liability_nodes TO candor_app;

CREATE TABLE trust_holdings (
  name        text    NOT NULL CHECK (name <> ''),
  version     integer NOT NULL CHECK (version > 0),
  asset       text    NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  -- Network and address that a node can be asked about; null for a place outside a chain.
  network     text,
  address     text,
  -- 0: the place is no longer used.
  stated      bigint  NOT NULL CHECK (stated >= 0),
  reason      text    NOT NULL CHECK (reason <> ''),
  proposed_by text    NOT NULL,
  approved_by text    NOT NULL,
  changed_at  bigint  NOT NULL,
  PRIMARY KEY (name, version),
  CONSTRAINT trust_holdings_check CHECK ((network IS NULL) = (address IS NULL)),
  CONSTRAINT trust_holdings_check1 CHECK (proposed_by <> approved_by)
);
COMMENT ON TABLE trust_holdings IS
  'Where the operator says customers'' money is kept. Each change by two people is a new version.';
GRANT SELECT, INSERT ON trust_holdings TO candor_app;

CREATE FUNCTION trust_holdings_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: what was stated as held stays as it was stated' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION trust_holdings_stay IS 'A statement of holdings stays as it was made.';
CREATE TRIGGER trust_holdings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_holdings
  FOR EACH STATEMENT EXECUTE FUNCTION trust_holdings_stay();

CREATE FUNCTION trust_holdings_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.address IS NULL OR NEW.stated = 0 THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('trust_holdings', 0));
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT ON (name) name, network, address, stated FROM trust_holdings ORDER BY name, version DESC) newest
     WHERE newest.name <> NEW.name AND newest.network = NEW.network AND newest.address = NEW.address AND newest.stated > 0
  ) THEN
    RAISE EXCEPTION 'trust: the address % is held under another name', NEW.address
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'trust_holdings_once';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION trust_holdings_once IS
  'An address in use belongs to one place: under two names its coins would count twice. A trigger under a lock, '
  'because the table has every version and no unique index can express it.';
CREATE TRIGGER trust_holdings_once BEFORE INSERT ON trust_holdings FOR EACH ROW EXECUTE FUNCTION trust_holdings_once();

CREATE TABLE trust_holding_control (
  id         uuid   PRIMARY KEY,
  network    text   NOT NULL,
  address    text   NOT NULL,
  -- Text to be signed; it has an unpredictable number.
  message    text   NOT NULL UNIQUE CHECK (message <> ''),
  asked_by   uuid   NOT NULL REFERENCES operators_people (id),
  asked_at   bigint NOT NULL,
  expires_at bigint NOT NULL,
  -- Null until control was shown.
  signature  text   CHECK (signature <> ''),
  shown_by   uuid   REFERENCES operators_people (id),
  shown_at   bigint,
  CONSTRAINT trust_holding_control_check CHECK (expires_at > asked_at),
  CONSTRAINT trust_holding_control_check1 CHECK (shown_at BETWEEN asked_at AND expires_at),
  CONSTRAINT trust_holding_control_check2
    CHECK ((signature IS NULL) = (shown_at IS NULL) AND (signature IS NULL) = (shown_by IS NULL))
);
COMMENT ON TABLE trust_holding_control IS
  'Texts to be signed with the key of an address, and the signatures that were checked (ADR-171). Good for a day.';
CREATE INDEX trust_holding_control_shown ON trust_holding_control (network, address, shown_at DESC)
  WHERE shown_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (signature, shown_by, shown_at) ON trust_holding_control TO candor_app;

CREATE FUNCTION trust_holding_control_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.shown_at IS NOT NULL OR ROW(NEW.id, NEW.network, NEW.address, NEW.message, NEW.asked_by, NEW.asked_at, NEW.expires_at)
       IS DISTINCT FROM ROW(OLD.id, OLD.network, OLD.address, OLD.message, OLD.asked_by, OLD.asked_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'trust: control of an address is shown once for a text' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION trust_holding_control_once IS 'A signature is added once.';
CREATE TRIGGER trust_holding_control_once BEFORE UPDATE ON trust_holding_control
  FOR EACH ROW EXECUTE FUNCTION trust_holding_control_once();

CREATE TABLE trust_incidents (
  id          uuid   PRIMARY KEY,
  title       jsonb  NOT NULL CHECK (title ->> 'en' <> ''),
  opened_at   bigint NOT NULL,
  resolved_at bigint,
  CONSTRAINT trust_incidents_check CHECK (resolved_at >= opened_at)
);
COMMENT ON TABLE trust_incidents IS
  'Incidents, shown on the status page (ADR-142). Words by language, always in English too.';
CREATE INDEX trust_incidents_newest ON trust_incidents (opened_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (resolved_at) ON trust_incidents TO candor_app;

CREATE FUNCTION trust_incidents_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.resolved_at IS NOT NULL OR (OLD.id, OLD.title, OLD.opened_at) IS DISTINCT FROM (NEW.id, NEW.title, NEW.opened_at) THEN
    RAISE EXCEPTION 'trust: an incident ends once and is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION trust_incidents_stay IS 'An incident ends once and is never removed.';
CREATE TRIGGER trust_incidents_stay BEFORE UPDATE OR DELETE ON trust_incidents
  FOR EACH ROW EXECUTE FUNCTION trust_incidents_stay();

CREATE TABLE trust_incident_updates (
  incident_id uuid    NOT NULL REFERENCES trust_incidents (id),
  number      integer NOT NULL CHECK (number > 0),
  state       text    NOT NULL CHECK (state IN ('investigating', 'identified', 'watching', 'resolved')),
  text        jsonb   NOT NULL CHECK (text ->> 'en' <> ''),
  written_by  uuid    NOT NULL REFERENCES operators_people (id),
  at          bigint  NOT NULL,
  PRIMARY KEY (incident_id, number)
);
COMMENT ON TABLE trust_incident_updates IS
  'Everything said about an incident, the first message included. A correction is another message.';
GRANT SELECT, INSERT ON trust_incident_updates TO candor_app;

CREATE FUNCTION trust_incident_updates_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: what was said of an incident is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION trust_incident_updates_stay IS 'What was said is never changed or removed.';
CREATE TRIGGER trust_incident_updates_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_incident_updates
  FOR EACH STATEMENT EXECUTE FUNCTION trust_incident_updates_stay();

CREATE TABLE trust_limits (
  user_id    uuid   NOT NULL REFERENCES accounts_users (id),
  kind       text   NOT NULL CHECK (kind IN ('dailyLoss', 'weeklyLoss', 'monthlyLoss', 'coolingOff', 'reminder')),
  -- Null: no limit.
  value      bigint CHECK (value > 0),
  -- A looser limit that replaces `value` at `next_at`.
  next_value bigint CHECK (next_value > 0),
  next_at    bigint,
  changed_at bigint NOT NULL,
  PRIMARY KEY (user_id, kind),
  CONSTRAINT trust_limits_check CHECK (next_at IS NOT NULL OR next_value IS NULL)
);
COMMENT ON TABLE trust_limits IS
  'Limits that customers set for themselves (trust T17); they hold in demo and real accounts alike. A loss in '
  'USDT''s smallest unit, the end of a pause in epoch ms, a reminder in minutes.';
GRANT SELECT, INSERT, UPDATE ON trust_limits TO candor_app;

CREATE FUNCTION trust_loosen_later() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  present bigint := CASE WHEN OLD.next_at <= NEW.changed_at THEN OLD.next_value ELSE OLD.value END;
BEGIN
  IF NEW.kind = 'reminder' OR present IS NULL OR (NEW.kind = 'coolingOff' AND present <= NEW.changed_at) THEN
    RETURN NEW;
  END IF;
  IF NEW.value IS NULL
     OR (NEW.kind = 'coolingOff' AND NEW.value < present)
     OR (NEW.kind <> 'coolingOff' AND NEW.value > present)
     OR (NEW.next_at < NEW.changed_at + 86400000
         AND (NEW.next_at, NEW.next_value) IS DISTINCT FROM (OLD.next_at, OLD.next_value)) THEN
    RAISE EXCEPTION 'trust: a limit becomes looser after 24 hours'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'trust_loosen_later';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION trust_loosen_later IS 'A limit becomes looser only after 24 hours, whoever writes.';
CREATE TRIGGER trust_loosen_later BEFORE UPDATE ON trust_limits FOR EACH ROW EXECUTE FUNCTION trust_loosen_later();

CREATE TABLE trust_understanding (
  user_id   uuid   PRIMARY KEY REFERENCES accounts_users (id),
  passed_at bigint NOT NULL
);
COMMENT ON TABLE trust_understanding IS 'Customers who passed the questions that real leverage requires (trust T17).';
GRANT SELECT, INSERT ON trust_understanding TO candor_app;

CREATE TABLE trust_losing_accounts (
  account bigint  PRIMARY KEY,
  net     numeric NOT NULL,
  -- Number of closed contracts included.
  results bigint  NOT NULL
);
COMMENT ON TABLE trust_losing_accounts IS
  'Result of each account''s contracts within the last twelve months, maintained entry by entry, so that the '
  'published share of losing accounts needs no scan of a year.';
GRANT SELECT, INSERT, UPDATE ON trust_losing_accounts TO candor_app;

CREATE TABLE trust_losing_window (
  only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  from_at  timestamptz,
  to_at    timestamptz,
  CONSTRAINT trust_losing_window_check CHECK ((from_at IS NULL) = (to_at IS NULL))
);
COMMENT ON TABLE trust_losing_window IS 'Stretch of time that is included; null before the first. One row.';
INSERT INTO trust_losing_window DEFAULT VALUES;
GRANT SELECT, UPDATE (from_at, to_at) ON trust_losing_window TO candor_app;
