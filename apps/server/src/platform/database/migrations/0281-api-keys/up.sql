-- Keys a customer makes for programs of their own. Only a hash is kept: whoever reads it cannot use it.
CREATE TABLE accounts_api_keys (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL REFERENCES accounts_users (id),
  name         text        NOT NULL CHECK (name <> ''),
  -- The start of the key, to tell one from another.
  start        text        NOT NULL,
  key_hash     bytea       NOT NULL UNIQUE,
  -- Reading is always in it; there is no scope that pays out.
  may_trade    boolean     NOT NULL,
  -- Empty: from anywhere.
  addresses    text[]      NOT NULL,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
CREATE INDEX accounts_api_keys_of ON accounts_api_keys (user_id) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT ON accounts_api_keys TO candor_app;
GRANT UPDATE (last_used_at, revoked_at) ON accounts_api_keys TO candor_app;
