-- The first answer of each money call, by customer and key.
CREATE TABLE http_idempotency (
  user_id    uuid        NOT NULL,
  key        uuid        NOT NULL,
  call       text        NOT NULL,
  body_hash  text        NOT NULL,
  answer     jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX http_idempotency_age ON http_idempotency (created_at);

CREATE TABLE accounts_users (
  id             uuid PRIMARY KEY,
  user_name      text        NOT NULL,
  -- Compared in one form: case folded and normalised.
  user_name_key  text        NOT NULL UNIQUE,
  email          text        NOT NULL,
  email_key      text        NOT NULL UNIQUE,
  phone          text        UNIQUE,
  password_hash  text        NOT NULL,
  status         text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  language       text        NOT NULL,
  country        text        CHECK (country ~ '^[A-Z]{2}$'),
  kyc            text        NOT NULL DEFAULT 'none' CHECK (kyc IN ('none', 'pending', 'approved', 'rejected')),
  kyc_tier       integer     NOT NULL DEFAULT 0 CHECK (kyc_tier BETWEEN 0 AND 2),
  totp_secret    text,
  totp_enabled   boolean     NOT NULL DEFAULT false,
  -- The step last used: a code opens the door once.
  totp_last_step bigint      NOT NULL DEFAULT 0,
  invite_code    text        NOT NULL UNIQUE,
  invited_by     uuid        REFERENCES accounts_users (id),
  preferences    jsonb       NOT NULL DEFAULT '{}',
  demo_reset_at  timestamptz,
  created_at     timestamptz NOT NULL,
  CHECK (NOT totp_enabled OR totp_secret IS NOT NULL)
);

CREATE TABLE accounts_sessions (
  id           uuid PRIMARY KEY,
  user_id      uuid        NOT NULL REFERENCES accounts_users (id),
  -- SHA-256 of the token: who reads this table cannot sign in with it.
  token_hash   bytea       NOT NULL UNIQUE,
  device       text        NOT NULL,
  address      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  CHECK (expires_at > created_at)
);
CREATE INDEX accounts_sessions_of ON accounts_sessions (user_id, last_seen_at DESC) WHERE ended_at IS NULL;

-- One row an address and purpose: a new code replaces the one before.
CREATE TABLE accounts_codes (
  recipient_key text        NOT NULL,
  purpose       text        NOT NULL CHECK (purpose IN ('register', 'forget', 'withdrawal', 'security')),
  code_hash     bytea       NOT NULL,
  attempts_left integer     NOT NULL CHECK (attempts_left >= 0),
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (recipient_key, purpose)
);

CREATE TABLE accounts_reset_tokens (
  token_hash bytea PRIMARY KEY,
  user_id    uuid        NOT NULL REFERENCES accounts_users (id),
  expires_at timestamptz NOT NULL
);

-- Keys of this installation: what marks a token as one of ours.
CREATE TABLE accounts_secrets (
  name  text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE accounts_operators (
  id            uuid PRIMARY KEY,
  email         text        NOT NULL,
  email_key     text        NOT NULL UNIQUE,
  role          text        NOT NULL CHECK (role IN ('reviewer', 'support', 'manager', 'admin')),
  password_hash text        NOT NULL,
  totp_secret   text        NOT NULL,
  created_at    timestamptz NOT NULL
);

-- How far a sandbox's clock was moved: one row.
CREATE TABLE jobs_clock (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL DEFAULT 0 CHECK (offset_ms >= 0)
);
INSERT INTO jobs_clock DEFAULT VALUES;

GRANT SELECT, INSERT, UPDATE, DELETE ON http_idempotency TO candor_app;
GRANT SELECT, INSERT, UPDATE ON accounts_users, accounts_sessions TO candor_app;
GRANT DELETE ON accounts_sessions TO candor_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts_codes, accounts_reset_tokens TO candor_app;
GRANT SELECT, INSERT ON accounts_secrets TO candor_app;
GRANT SELECT, INSERT ON accounts_operators TO candor_app;
GRANT SELECT, UPDATE ON jobs_clock TO candor_app;
