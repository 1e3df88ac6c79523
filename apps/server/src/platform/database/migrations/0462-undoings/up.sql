-- Changes of an account that its owner was written about, each to be undone once by the link in that letter.
CREATE TABLE accounts_undoings (
  id         uuid        PRIMARY KEY,
  user_id    uuid        NOT NULL REFERENCES accounts_users,
  change     text        NOT NULL CHECK (change IN ('apiKey', 'passkey', 'secondFactor', 'phone', 'address', 'card', 'export')),
  -- The row that was made, or what stood there before: a secret, a number.
  target     text,
  token_hash bytea       NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  undone_at  timestamptz
);
CREATE INDEX accounts_undoings_user ON accounts_undoings (user_id);
CREATE INDEX accounts_undoings_expiry ON accounts_undoings (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts_undoings TO candor_app;
