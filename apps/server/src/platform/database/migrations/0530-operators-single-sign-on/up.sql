-- The account at the OpenID provider that opens the console for an operator. A subject never changes and is never given to another; an address may be.
CREATE TABLE operators_sso_links (
  issuer      text        NOT NULL,
  subject     text        NOT NULL,
  operator_id uuid        NOT NULL UNIQUE REFERENCES operators_people (id),
  -- How the provider calls the account, for its owner to read.
  account     text        NOT NULL,
  linked_at   timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);

-- Somebody is at the provider. Found by what their browser keeps; what comes back counts once, with the state that was sent along.
CREATE TABLE operators_sso_attempts (
  key_hash      bytea       PRIMARY KEY,
  state         text        NOT NULL,
  nonce         text        NOT NULL,
  code_verifier text        NOT NULL,
  -- The session that links an account; null: somebody signs in.
  session_id    uuid        REFERENCES operators_sessions (id),
  expires_at    timestamptz NOT NULL,
  redeemed_at   timestamptz,
  -- Who has come back and has their second factor still to show.
  operator_id   uuid        REFERENCES operators_people (id)
);

GRANT SELECT, INSERT, DELETE ON operators_sso_links TO candor_app;
GRANT SELECT, INSERT, DELETE ON operators_sso_attempts TO candor_app;
GRANT UPDATE (redeemed_at, operator_id) ON operators_sso_attempts TO candor_app;
