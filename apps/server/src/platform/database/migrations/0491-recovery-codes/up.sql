-- Codes that stand in for the second factor, each once. A new set takes the place of the one before.
CREATE TABLE accounts_recovery_codes (
  id        uuid        PRIMARY KEY,
  user_id   uuid        NOT NULL REFERENCES accounts_users,
  code_hash bytea       NOT NULL,
  made_at   timestamptz NOT NULL,
  used_at   timestamptz,
  UNIQUE (user_id, code_hash)
);
GRANT SELECT, INSERT, DELETE ON accounts_recovery_codes TO candor_app;
GRANT UPDATE (used_at) ON accounts_recovery_codes TO candor_app;
