-- Whom Google calls what: its subject never changes and is never given to another, an e-mail address may be.
CREATE TABLE accounts_google (
  subject   text PRIMARY KEY,
  user_id   uuid        NOT NULL UNIQUE REFERENCES accounts_users (id),
  linked_at timestamptz NOT NULL
);

-- Google's code is good once; what it proved is kept for the step that is missing: a second factor, or a user name and a country.
CREATE TABLE accounts_google_tickets (
  token_hash bytea PRIMARY KEY,
  subject    text        NOT NULL,
  email      text        NOT NULL,
  user_id    uuid        REFERENCES accounts_users (id),
  expires_at timestamptz NOT NULL
);

GRANT SELECT, INSERT ON accounts_google TO candor_app;
GRANT SELECT, INSERT, DELETE ON accounts_google_tickets TO candor_app;
