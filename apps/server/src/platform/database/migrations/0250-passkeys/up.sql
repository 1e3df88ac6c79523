-- What a customer's or an operator's device proves itself with: its public key, never a secret.
CREATE TABLE accounts_passkeys (
  id            uuid PRIMARY KEY,
  owner_id      uuid        NOT NULL REFERENCES accounts_users (id),
  credential_id bytea       NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  -- Uses as the device counts them; those that sync between devices leave it at 0.
  counter       bigint      NOT NULL CHECK (counter >= 0),
  name          text        NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 40),
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX accounts_passkeys_of ON accounts_passkeys (owner_id, created_at);

CREATE TABLE operators_passkeys (
  id            uuid PRIMARY KEY,
  owner_id      uuid        NOT NULL REFERENCES operators_people (id),
  credential_id bytea       NOT NULL UNIQUE,
  public_key    bytea       NOT NULL,
  counter       bigint      NOT NULL CHECK (counter >= 0),
  name          text        NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 40),
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX operators_passkeys_of ON operators_passkeys (owner_id, created_at);

-- What a device was asked to sign: good once, for five minutes, for one purpose and, where it is known, one person.
CREATE TABLE accounts_challenges (
  challenge  bytea PRIMARY KEY,
  purpose    text        NOT NULL,
  owner_id   uuid,
  expires_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, DELETE ON accounts_passkeys, operators_passkeys, accounts_challenges TO candor_app;
GRANT UPDATE (name, counter, last_used_at) ON accounts_passkeys, operators_passkeys TO candor_app;
