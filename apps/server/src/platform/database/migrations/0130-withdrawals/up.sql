-- Withdrawals: where customers may be paid to, what they asked for, and how it went. Amounts in the coin's smallest unit, times in epoch ms.

CREATE TABLE funding_payout_addresses (
  id           uuid   PRIMARY KEY,
  user_id      uuid   NOT NULL REFERENCES accounts_users (id),
  network      text   NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  address      text   NOT NULL CHECK (address <> ''),
  label        text   NOT NULL,
  created_at   bigint NOT NULL,
  confirmed_at bigint,
  -- From when it may be used.
  usable_at    bigint,
  removed_at   bigint,
  CHECK ((confirmed_at IS NULL) = (usable_at IS NULL) AND usable_at >= confirmed_at)
);
CREATE UNIQUE INDEX funding_payout_addresses_once ON funding_payout_addresses (user_id, network, address)
  WHERE removed_at IS NULL;

-- Confirmed once and for good: added anew, it waits anew.
CREATE FUNCTION funding_check_payout_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.removed_at IS NOT NULL
     OR (OLD.confirmed_at IS NOT NULL
         AND (OLD.confirmed_at, OLD.usable_at) IS DISTINCT FROM (NEW.confirmed_at, NEW.usable_at)) THEN
    RAISE EXCEPTION 'funding: a confirmed address stays as it was confirmed'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_payout_address_stays';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER funding_payout_addresses_stay BEFORE UPDATE ON funding_payout_addresses
  FOR EACH ROW EXECUTE FUNCTION funding_check_payout_address();

CREATE TABLE funding_withdrawals (
  id            uuid    PRIMARY KEY,
  sequence      bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id       uuid    NOT NULL REFERENCES accounts_users (id),
  method        text    NOT NULL CHECK (method IN ('coin', 'bank')),
  coin          text    NOT NULL CHECK (coin IN ('USDT', 'BTC', 'ETH')),
  network       text    CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  address       text    CHECK (address <> ''),
  bank_card     uuid,
  -- The fee within it.
  amount        bigint  NOT NULL CHECK (amount > 0),
  fee           bigint  NOT NULL CHECK (fee >= 0),
  received      bigint  NOT NULL CHECK (received > 0 AND amount = fee + received),
  reviewers     integer NOT NULL CHECK (reviewers IN (1, 2)),
  confirmations_needed integer CHECK (confirmations_needed > 0),
  deadline_at   bigint  NOT NULL,
  status        text    NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed')),
  -- The transaction, or the bank's reference.
  hash          text    CHECK (hash <> ''),
  -- What the chain showed when last looked at; null: not looked at.
  sight_state   text    CHECK (sight_state IN ('missing', 'unconfirmed', 'failed', 'mined')),
  confirmations integer CHECK (confirmations >= 0),
  paid          bigint  CHECK (paid >= 0),
  looked_at     bigint,
  created_at    bigint  NOT NULL,
  CHECK ((method = 'coin') = (network IS NOT NULL AND address IS NOT NULL AND confirmations_needed IS NOT NULL)),
  CHECK ((method = 'bank') = (bank_card IS NOT NULL)),
  CHECK ((hash IS NOT NULL) OR status NOT IN ('sent', 'completed')),
  CHECK ((sight_state IS NULL) = (confirmations IS NULL) AND (sight_state IS NULL) = (paid IS NULL)
    AND (sight_state IS NULL) = (looked_at IS NULL))
);
CREATE INDEX funding_withdrawals_of ON funding_withdrawals (user_id, sequence);
CREATE INDEX funding_withdrawals_open ON funding_withdrawals (deadline_at) WHERE status IN ('pending', 'approved', 'sent');
-- One payment pays one withdrawal.
CREATE UNIQUE INDEX funding_withdrawals_paid_once ON funding_withdrawals (network, hash, address)
  WHERE hash IS NOT NULL AND status <> 'failed';

CREATE FUNCTION funding_check_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
       ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'cancelled'),
       ('approved', 'sent'), ('approved', 'failed'),
       ('sent', 'sent'), ('sent', 'completed'), ('sent', 'failed')) THEN
    RAISE EXCEPTION 'funding: no move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_moves';
  END IF;
  IF (OLD.hash IS DISTINCT FROM NEW.hash) AND NEW.status <> 'sent' THEN
    RAISE EXCEPTION 'funding: a transaction is named when it is sent'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_hash';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER funding_withdrawals_move BEFORE UPDATE ON funding_withdrawals
  FOR EACH ROW EXECUTE FUNCTION funding_check_withdrawal();

-- The timeline: a line a state, written once. `reason` is a key of the catalogue.
CREATE TABLE funding_withdrawal_events (
  withdrawal_id uuid   NOT NULL REFERENCES funding_withdrawals (id),
  status        text   NOT NULL
    CHECK (status IN ('pending', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed')),
  at            bigint NOT NULL,
  -- The chain, the customer, or the operator who decided.
  decided_by    text,
  reason        text,
  PRIMARY KEY (withdrawal_id, status),
  CHECK ((status IN ('rejected', 'failed')) = (reason IS NOT NULL))
);
CREATE TRIGGER funding_withdrawal_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_withdrawal_events
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();

-- What was asked for is not among what may be updated: it never changes.
GRANT SELECT, INSERT, UPDATE (confirmed_at, usable_at, removed_at) ON funding_payout_addresses TO candor_app;
GRANT SELECT, INSERT ON funding_withdrawals, funding_withdrawal_events TO candor_app;
GRANT UPDATE (hash, status, sight_state, confirmations, paid, looked_at) ON funding_withdrawals TO candor_app;

INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('withdrawal', 'customer', 'world', 'real'),
  ('withdrawal-fee', 'customer', 'fee-revenue', 'real');
