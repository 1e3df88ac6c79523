-- Accounts: customers, how they sign in, what they agreed to, freezes, corrections and the end of an account.

-- Changed by the migration 0013-demo-resets.
CREATE TABLE accounts_users (
  id              uuid        PRIMARY KEY,
  user_name       text        NOT NULL,
  -- Compared form: case folded and normalised.
  user_name_key   text        NOT NULL UNIQUE,
  email           text        NOT NULL,
  email_key       text        NOT NULL UNIQUE,
  phone           text        UNIQUE,
  -- A number signs in only after its owner entered a code sent to it (ADR-121).
  phone_proven_at timestamptz,
  password_hash   text        NOT NULL,
  -- False for a customer who joined with Google: the password is random and known to nobody.
  has_password    boolean     NOT NULL DEFAULT true,
  status          text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  -- Frozen by the customer. Separate from an operator's freeze, so that lifting one does not lift the other.
  own_freeze_at   timestamptz,
  language        text        NOT NULL,
  country         text        CHECK (country ~ '^[A-Z]{2}$'),
  kyc             text        NOT NULL DEFAULT 'none' CHECK (kyc IN ('none', 'pending', 'approved', 'rejected')),
  kyc_tier        integer     NOT NULL DEFAULT 0 CHECK (kyc_tier BETWEEN 0 AND 2),
  totp_secret     text,
  totp_enabled    boolean     NOT NULL DEFAULT false,
  -- Last time step used: a code is accepted once.
  totp_last_step  bigint      NOT NULL DEFAULT 0,
  invite_code     text        NOT NULL UNIQUE,
  invited_by      uuid        REFERENCES accounts_users (id),
  preferences     jsonb       NOT NULL DEFAULT '{}',
  demo_reset_at   timestamptz,
  created_at      timestamptz NOT NULL,
  CONSTRAINT accounts_users_check CHECK (NOT totp_enabled OR totp_secret IS NOT NULL),
  CONSTRAINT accounts_users_totp_secret_sealed CHECK (totp_secret LIKE 'sealed:%')
);
COMMENT ON TABLE accounts_users IS
  'Customers. Names and addresses are unique in one compared form, so that `Ana` and `ana` cannot be two people.';
-- Customers who may take no new risk: a small set that is read every two seconds.
CREATE INDEX accounts_users_stopped ON accounts_users (id) WHERE status <> 'active' OR own_freeze_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON accounts_users TO candor_app;

CREATE FUNCTION accounts_closed_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'closed' AND NEW.status <> 'closed' THEN
    RAISE EXCEPTION 'accounts: what is closed stays closed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION accounts_closed_stays IS 'An erased account never opens again (trust T20).';
CREATE TRIGGER accounts_users_closed BEFORE UPDATE OF status ON accounts_users
  FOR EACH ROW EXECUTE FUNCTION accounts_closed_stays();

CREATE FUNCTION accounts_is_closed(who uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM accounts_users u WHERE u.id = who AND u.status = 'closed')
$$;
COMMENT ON FUNCTION accounts_is_closed IS 'True when the account of this customer was erased.';

CREATE VIEW accounts_names AS
SELECT id, user_name FROM accounts_users;
COMMENT ON VIEW accounts_names IS 'Customers by name, for lists of other modules that operators read. It has no credentials.';
GRANT SELECT ON accounts_names TO candor_app;

CREATE VIEW accounts_open AS
SELECT id FROM accounts_users WHERE status <> 'closed';
COMMENT ON VIEW accounts_open IS 'Customers whose account is not closed, by id: for statements of other modules about all of them.';
GRANT SELECT ON accounts_open TO candor_app;

CREATE TABLE accounts_sessions (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL REFERENCES accounts_users (id),
  -- SHA-256 of the token: reading this table does not let anyone sign in.
  token_hash   bytea       NOT NULL UNIQUE,
  device       text        NOT NULL,
  address      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  -- Random mark of a browser, so that a sign-in from a new one is reported to the customer. A user agent would
  -- not tell browsers apart.
  device_mark  uuid,
  -- When the holder last proved who they are (ADR-191). Null: not since the second factor was turned on
  -- elsewhere.
  proven_at    timestamptz,
  CONSTRAINT accounts_sessions_check CHECK (expires_at > created_at)
);
COMMENT ON TABLE accounts_sessions IS 'Sessions of customers. A session unused for seven days ends.';
CREATE INDEX accounts_sessions_of ON accounts_sessions (user_id, last_seen_at DESC) WHERE ended_at IS NULL;
CREATE INDEX accounts_sessions_devices ON accounts_sessions (user_id, device_mark);
-- Open sessions, for the job that ends idle ones.
CREATE INDEX accounts_sessions_open ON accounts_sessions (expires_at) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts_sessions TO candor_app;

CREATE TABLE accounts_codes (
  recipient_key text        NOT NULL,
  purpose       text        NOT NULL,
  code_hash     bytea       NOT NULL,
  attempts_left integer     NOT NULL CHECK (attempts_left >= 0),
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (recipient_key, purpose),
  CONSTRAINT accounts_codes_purpose CHECK (purpose IN ('register', 'forget', 'withdrawal', 'security', 'login'))
);
COMMENT ON TABLE accounts_codes IS
  'Codes sent by e-mail or text message. One row per address and purpose: a new code replaces the one before.';
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts_codes TO candor_app;

CREATE TABLE accounts_reset_tokens (
  token_hash bytea       PRIMARY KEY,
  user_id    uuid        NOT NULL REFERENCES accounts_users (id),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE accounts_reset_tokens IS 'Links to set a new password; stored hashed.';
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts_reset_tokens TO candor_app;

CREATE TABLE accounts_recovery_codes (
  id        uuid        PRIMARY KEY,
  user_id   uuid        NOT NULL REFERENCES accounts_users (id),
  code_hash bytea       NOT NULL,
  made_at   timestamptz NOT NULL,
  used_at   timestamptz,
  UNIQUE (user_id, code_hash)
);
COMMENT ON TABLE accounts_recovery_codes IS
  'Codes that replace the second factor, each once. A new set replaces the one before.';
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON accounts_recovery_codes TO candor_app;

CREATE TABLE accounts_secrets (
  name  text PRIMARY KEY,
  value text NOT NULL,
  CONSTRAINT accounts_secrets_value_sealed CHECK (value LIKE 'sealed:%')
);
COMMENT ON TABLE accounts_secrets IS
  'Secrets of this installation, with which its tokens and codes are computed. Sealed (ADR-188).';
GRANT SELECT, INSERT ON accounts_secrets TO candor_app;

CREATE TABLE accounts_passkeys (
  id            uuid        PRIMARY KEY,
  owner_id      uuid        NOT NULL REFERENCES accounts_users (id),
  credential_id bytea       NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  -- Uses as counted by the device; a passkey that syncs between devices leaves it at 0.
  counter       bigint      NOT NULL CHECK (counter >= 0),
  name          text        NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 40),
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
COMMENT ON TABLE accounts_passkeys IS 'Passkeys of customers: public keys, never a secret.';
CREATE INDEX accounts_passkeys_of ON accounts_passkeys (owner_id, created_at);
GRANT SELECT, INSERT, UPDATE (counter, name, last_used_at), DELETE ON accounts_passkeys TO candor_app;

CREATE TABLE accounts_challenges (
  challenge  bytea       PRIMARY KEY,
  purpose    text        NOT NULL,
  owner_id   uuid,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE accounts_challenges IS
  'Challenges for passkeys, of customers and operators. Each is good once, for five minutes, for one purpose and, '
  'where known, one person. They are stored and not signed, so that each counts once in every process.';
GRANT SELECT, INSERT, DELETE ON accounts_challenges TO candor_app;

CREATE TABLE accounts_google (
  subject   text        PRIMARY KEY,
  user_id   uuid        NOT NULL UNIQUE REFERENCES accounts_users (id),
  linked_at timestamptz NOT NULL
);
COMMENT ON TABLE accounts_google IS
  'Customers'' Google accounts, by Google''s subject: it never changes and is never reassigned, unlike an e-mail '
  'address.';
GRANT SELECT, INSERT, DELETE ON accounts_google TO candor_app;

CREATE TABLE accounts_google_tickets (
  token_hash bytea       PRIMARY KEY,
  subject    text        NOT NULL,
  email      text        NOT NULL,
  user_id    uuid        REFERENCES accounts_users (id),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE accounts_google_tickets IS
  'Sign-ins proven by Google whose last step is missing: a second factor, or a user name and a country. Stored '
  'hashed, for fifteen minutes.';
GRANT SELECT, INSERT, DELETE ON accounts_google_tickets TO candor_app;

CREATE TABLE accounts_api_keys (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL REFERENCES accounts_users (id),
  name         text        NOT NULL CHECK (name <> ''),
  -- Start of the key, to recognise it by.
  start        text        NOT NULL,
  key_hash     bytea       NOT NULL UNIQUE,
  -- Reading is always included. No scope can pay out.
  may_trade    boolean     NOT NULL,
  -- Empty: from any address.
  addresses    text[]      NOT NULL,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
COMMENT ON TABLE accounts_api_keys IS 'Keys that customers make for their own programs. Only a hash is stored.';
CREATE INDEX accounts_api_keys_of ON accounts_api_keys (user_id) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at), DELETE ON accounts_api_keys TO candor_app;

CREATE TABLE accounts_undoings (
  id         uuid        PRIMARY KEY,
  -- A change is undone together with those that followed from it. Two processes can store changes within a
  -- millisecond, so times do not order them.
  number     bigint      GENERATED ALWAYS AS IDENTITY,
  user_id    uuid        NOT NULL REFERENCES accounts_users (id),
  change     text        NOT NULL
    CHECK (change IN ('apiKey', 'passkey', 'secondFactor', 'secondFactorOn', 'recoveryCodes', 'phone', 'email', 'google', 'address', 'card', 'export')),
  -- Row that was added, or the value before: a secret, a number.
  target     text,
  -- Row that the new one replaced: undoing brings it back (ADR-201).
  before     text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  undone_at  timestamptz,
  CONSTRAINT accounts_undoings_target_sealed
    CHECK (change NOT IN ('secondFactor', 'secondFactorOn') OR target IS NULL OR target LIKE 'sealed:%')
);
COMMENT ON TABLE accounts_undoings IS
  'Changes of an account that its owner can undo once, with the link in the letter about it (ADR-192). Undoing also '
  'ends every session.';
CREATE INDEX accounts_undoings_user ON accounts_undoings (user_id);
CREATE INDEX accounts_undoings_expiry ON accounts_undoings (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts_undoings TO candor_app;

CREATE TABLE accounts_undo_links (
  id            uuid  PRIMARY KEY,
  undoing_id    uuid  NOT NULL REFERENCES accounts_undoings (id) ON DELETE CASCADE,
  -- Address that the link was sent to, as it is compared; null: sent to all of them by an earlier release.
  recipient_key text,
  token_hash    bytea NOT NULL UNIQUE
);
COMMENT ON TABLE accounts_undo_links IS
  'Links in letters about changes, one per reader (ADR-192): a link to an address that an undo took off the account is '
  'deleted. Stored hashed.';
CREATE INDEX accounts_undo_links_undoing ON accounts_undo_links (undoing_id);
CREATE INDEX accounts_undo_links_recipient ON accounts_undo_links (recipient_key);
GRANT SELECT, INSERT, DELETE ON accounts_undo_links TO candor_app;

CREATE TABLE accounts_consents (
  user_id    uuid        NOT NULL REFERENCES accounts_users (id),
  article_id text        NOT NULL,
  language   text        NOT NULL,
  version    integer     NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, article_id, language, version),
  -- The wording agreed to can always be shown.
  FOREIGN KEY (article_id, language, version) REFERENCES content_versions (article_id, language, version)
);
COMMENT ON TABLE accounts_consents IS
  'Versions of articles that customers agreed to, in the language they read. Append-only.';
GRANT SELECT, INSERT ON accounts_consents TO candor_app;

CREATE TABLE accounts_freezes (
  id               uuid        PRIMARY KEY,
  user_id          uuid        NOT NULL REFERENCES accounts_users (id),
  reason           text        NOT NULL CHECK (length(trim(reason)) > 0),
  -- Reason the customer reads, in their language; `reason` is for colleagues (ADR-166).
  why              text        NOT NULL DEFAULT 'review'
    CHECK (why IN ('review', 'accountSafety', 'identityCheck', 'paymentCheck', 'rulesCheck', 'legalOrder')),
  proposed_by      uuid        NOT NULL,
  approved_by      uuid        NOT NULL,
  placed_at        timestamptz NOT NULL,
  -- Start of an unbroken freeze. A review replaces the row, and an address confirmed before the review still
  -- counts as confirmed during the freeze.
  frozen_since     timestamptz NOT NULL,
  -- Review date. The hold lapses by itself, because every reader compares it with the time.
  legal_hold_until timestamptz,
  lifted_at        timestamptz,
  lifted_by        uuid,
  lift_reason      text,
  CONSTRAINT accounts_freezes_check CHECK ((lifted_at IS NULL) = (lifted_by IS NULL)),
  CONSTRAINT accounts_freezes_check1 CHECK (frozen_since <= placed_at),
  CONSTRAINT accounts_freezes_reviewed CHECK (legal_hold_until <= placed_at + interval '90 days'),
  CONSTRAINT accounts_freezes_two_people CHECK (proposed_by <> approved_by)
);
COMMENT ON TABLE accounts_freezes IS
  'Freezes by operators (trust T13): two people, a reason, and until when a legal hold also stops withdrawals.';
CREATE UNIQUE INDEX accounts_freezes_one ON accounts_freezes (user_id) WHERE lifted_at IS NULL;
GRANT SELECT, INSERT, UPDATE (lifted_at, lifted_by, lift_reason) ON accounts_freezes TO candor_app;

CREATE TABLE accounts_notes (
  id          uuid        PRIMARY KEY,
  user_id     uuid        NOT NULL REFERENCES accounts_users (id),
  operator_id uuid        NOT NULL,
  text        text        NOT NULL CHECK (length(trim(text)) > 0),
  at          timestamptz NOT NULL
);
COMMENT ON TABLE accounts_notes IS 'Operators'' notes about a customer, for each other.';
CREATE INDEX accounts_notes_of ON accounts_notes (user_id, at DESC);
GRANT SELECT, INSERT ON accounts_notes TO candor_app;

CREATE TABLE accounts_adjustments (
  id          uuid        PRIMARY KEY,
  user_id     uuid        NOT NULL REFERENCES accounts_users (id),
  asset       text        NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  minor       bigint      NOT NULL CHECK (minor > 0),
  why         text        NOT NULL,
  reverses    uuid        REFERENCES accounts_adjustments (id),
  proposed_by uuid        NOT NULL,
  approved_by uuid        NOT NULL,
  at          timestamptz NOT NULL,
  CONSTRAINT accounts_adjustments_two_people CHECK (proposed_by <> approved_by)
);
COMMENT ON TABLE accounts_adjustments IS
  'Corrections by two people (trust T9), in the customer''s favour. One that takes a correction back names it and '
  'never exceeds what is left of it (ADR-082).';
CREATE INDEX accounts_adjustments_of ON accounts_adjustments (user_id, at DESC);
CREATE INDEX accounts_adjustments_taken_back ON accounts_adjustments (reverses) WHERE reverses IS NOT NULL;
GRANT SELECT, INSERT ON accounts_adjustments TO candor_app;

CREATE TABLE accounts_closings (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL REFERENCES accounts_users (id),
  asked_at     timestamptz NOT NULL,
  erases_at    timestamptz NOT NULL,
  cancelled_at timestamptz,
  erased_at    timestamptz,
  CONSTRAINT accounts_closings_check CHECK (erases_at > asked_at),
  -- Either cancelled or erased, once.
  CONSTRAINT accounts_closings_check1 CHECK (num_nonnulls(cancelled_at, erased_at) <= 1),
  CONSTRAINT accounts_closings_check2 CHECK (erased_at >= erases_at)
);
COMMENT ON TABLE accounts_closings IS
  'Requests to erase an account. The customer has seven days to keep it (trust T20, ADR-138).';
CREATE UNIQUE INDEX accounts_closings_open ON accounts_closings (user_id)
  WHERE cancelled_at IS NULL AND erased_at IS NULL;
CREATE INDEX accounts_closings_due ON accounts_closings (erases_at) WHERE cancelled_at IS NULL AND erased_at IS NULL;
GRANT SELECT, INSERT, UPDATE (cancelled_at, erased_at) ON accounts_closings TO candor_app;

CREATE FUNCTION accounts_closing_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cancelled_at IS NOT NULL OR OLD.erased_at IS NOT NULL THEN
    RAISE EXCEPTION 'accounts: a closing ends once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION accounts_closing_ends_once IS 'A request ends once.';
CREATE TRIGGER accounts_closings_end BEFORE UPDATE ON accounts_closings
  FOR EACH ROW EXECUTE FUNCTION accounts_closing_ends_once();

CREATE TABLE accounts_flows (
  -- Number of the ledger's entry.
  entry   bigint PRIMARY KEY,
  user_id uuid   NOT NULL,
  mode    text   NOT NULL CHECK (mode IN ('demo', 'real')),
  at      bigint NOT NULL,
  asset   text   NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  minor   bigint NOT NULL CHECK (minor <> 0),
  -- In USDT's smallest unit, at the price of that moment.
  worth   bigint NOT NULL,
  CONSTRAINT accounts_flows_usdt CHECK (asset <> 'USDT' OR worth = minor)
);
COMMENT ON TABLE accounts_flows IS
  'Money that customers put in, and took out (negative), with its worth at that moment. Results are stated without it.';
CREATE INDEX accounts_flows_of ON accounts_flows (user_id, mode, at);
GRANT SELECT, INSERT, DELETE ON accounts_flows TO candor_app;

CREATE TABLE accounts_worth (
  user_id uuid    NOT NULL,
  mode    text    NOT NULL CHECK (mode IN ('demo', 'real')),
  -- Hours since 1970 (UTC): one point an hour.
  hour    integer NOT NULL,
  -- The moment it is of, soon after the hour began.
  at      bigint  NOT NULL,
  worth   bigint  NOT NULL,
  -- All money put in until then, less what was taken out.
  flow    bigint  NOT NULL,
  PRIMARY KEY (user_id, mode, hour)
);
COMMENT ON TABLE accounts_worth IS
  'Total worth of accounts over time, in USDT''s smallest unit. A point is stored where it differs from the one before. '
  'Thinned with age: hourly for eight days, then the end of each day (UTC).';
CREATE INDEX accounts_worth_hour ON accounts_worth (hour);
GRANT SELECT, INSERT, DELETE ON accounts_worth TO candor_app;
