-- Deposits: where customers pay to, what they hand in, what the chain says of it. Amounts in the coin's smallest unit, times in epoch ms.

-- What the operator takes money with, by network: an extended public key, or one address for all. A change is a new version.
CREATE TABLE funding_targets (
  network     text    NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  version     integer NOT NULL CHECK (version > 0),
  -- Empty: nothing is taken on this network any more.
  target      text    NOT NULL,
  reason      text    NOT NULL CHECK (reason <> ''),
  proposed_by text    NOT NULL,
  approved_by text    NOT NULL,
  changed_at  bigint  NOT NULL,
  PRIMARY KEY (network, version),
  -- T10: whoever writes it.
  CONSTRAINT funding_targets_four_eyes CHECK (proposed_by <> approved_by)
);

-- A customer's place below every extended key.
CREATE TABLE funding_numbers (
  user_id uuid    PRIMARY KEY REFERENCES accounts_users (id),
  number  integer NOT NULL GENERATED ALWAYS AS IDENTITY (MINVALUE 0 START 0) UNIQUE
);

-- Every address a customer was ever shown: money that comes late to an old one is still theirs.
CREATE TABLE funding_addresses (
  network  text    NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  address  text    NOT NULL CHECK (address <> ''),
  user_id  uuid    NOT NULL REFERENCES accounts_users (id),
  -- Derived for this customer alone; otherwise one address serves all.
  own      boolean NOT NULL,
  shown_at bigint  NOT NULL,
  PRIMARY KEY (user_id, network, address)
);
CREATE UNIQUE INDEX funding_addresses_own ON funding_addresses (network, address) WHERE own;

CREATE TABLE funding_deposits (
  id            uuid    PRIMARY KEY,
  sequence      bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id       uuid    NOT NULL REFERENCES accounts_users (id),
  coin          text    NOT NULL CHECK (coin IN ('USDT', 'BTC', 'ETH')),
  network       text    NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  chain         text    NOT NULL CHECK (chain IN ('ethereum', 'tron', 'bitcoin')),
  address       text    NOT NULL,
  own_address   boolean NOT NULL,
  amount        bigint  NOT NULL CHECK (amount > 0),
  -- Worth when it was handed in, in USDT's smallest unit; null: no price then.
  value         bigint  CHECK (value >= 0),
  hash          text    CHECK (hash ~ '^(0x)?[0-9a-f]{64}$'),
  hash_last6    text    NOT NULL CHECK (hash_last6 ~ '^[0-9a-f]{6}$'),
  proof         text,
  confirmations_needed integer NOT NULL CHECK (confirmations_needed > 0),
  status        text    NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  waits_for     text    CHECK (waits_for IN ('confirmations', 'identity', 'review')),
  credited      bigint  CHECK (credited > 0),
  -- What the chain showed when last looked at; null: not looked at.
  sight_state   text    CHECK (sight_state IN ('missing', 'unconfirmed', 'failed', 'mined')),
  confirmations integer CHECK (confirmations >= 0),
  paid          bigint  CHECK (paid >= 0),
  block_hash    text,
  looked_at     bigint,
  created_at    bigint  NOT NULL,
  CHECK ((status = 'pending') = (waits_for IS NOT NULL)),
  CHECK ((status = 'approved') = (credited IS NOT NULL)),
  -- Nothing is credited for a transaction nobody can name.
  CHECK (status <> 'approved' OR hash IS NOT NULL),
  CHECK (hash IS NOT NULL OR proof IS NOT NULL),
  CHECK (right(hash, 6) = hash_last6),
  CHECK ((sight_state IS NULL) = (confirmations IS NULL) AND (sight_state IS NULL) = (paid IS NULL)
    AND (sight_state IS NULL) = (looked_at IS NULL))
);
CREATE INDEX funding_deposits_of ON funding_deposits (user_id, sequence);
CREATE INDEX funding_deposits_pending ON funding_deposits (looked_at NULLS FIRST, sequence) WHERE status = 'pending';
-- Handed in once (11020): by whoever at one address, and by one customer whether the whole hash or its end was given.
-- One transaction may pay two customers at their own addresses; a rejected one may be handed in again.
CREATE UNIQUE INDEX funding_deposits_once ON funding_deposits (chain, hash, address) WHERE status <> 'rejected';
CREATE UNIQUE INDEX funding_deposits_once_each ON funding_deposits (user_id, chain, hash_last6) WHERE status <> 'rejected';

-- Both ends are final; what was claimed never changes, and a hash is filled in once.
CREATE FUNCTION funding_check_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'funding: no move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_deposit_moves';
  END IF;
  IF (OLD.user_id, OLD.coin, OLD.network, OLD.chain, OLD.address, OLD.own_address, OLD.amount, OLD.proof, OLD.created_at)
     IS DISTINCT FROM
     (NEW.user_id, NEW.coin, NEW.network, NEW.chain, NEW.address, NEW.own_address, NEW.amount, NEW.proof, NEW.created_at)
     OR (OLD.hash IS NOT NULL AND NEW.hash IS DISTINCT FROM OLD.hash) THEN
    RAISE EXCEPTION 'funding: what was handed in never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_deposit_claim';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER funding_deposits_move BEFORE UPDATE ON funding_deposits
  FOR EACH ROW EXECUTE FUNCTION funding_check_deposit();

-- The timeline: a line a state, written once. `reason` is a key of the catalogue.
CREATE TABLE funding_deposit_events (
  deposit_id uuid   NOT NULL REFERENCES funding_deposits (id),
  status     text   NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  at         bigint NOT NULL,
  -- The chain, or the operator who decided.
  decided_by text,
  reason     text,
  PRIMARY KEY (deposit_id, status),
  CHECK ((status = 'rejected') = (reason IS NOT NULL))
);

CREATE FUNCTION funding_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'funding: % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER funding_deposit_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_deposit_events
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();
CREATE TRIGGER funding_targets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_targets
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();
CREATE TRIGGER funding_addresses_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();

GRANT SELECT, INSERT ON funding_targets, funding_numbers, funding_addresses, funding_deposit_events TO candor_app;
GRANT SELECT, INSERT ON funding_deposits TO candor_app;
GRANT UPDATE (hash, status, waits_for, credited, sight_state, confirmations, paid, block_hash, looked_at)
  ON funding_deposits TO candor_app;

-- Real money comes in from the world by this kind alone; its posting names the transaction, so it is credited once, ever.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('deposit', 'world', 'customer', 'real');
