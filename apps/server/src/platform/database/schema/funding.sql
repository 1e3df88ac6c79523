-- Funding: deposits, withdrawals, conversions and bank cards. Amounts in the coin's smallest unit, times in epoch ms.

CREATE TABLE funding_targets (
  network     text    NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  version     integer NOT NULL CHECK (version > 0),
  -- Empty: nothing is accepted on this network any more.
  target      text    NOT NULL,
  reason      text    NOT NULL CHECK (reason <> ''),
  proposed_by text    NOT NULL,
  approved_by text    NOT NULL,
  changed_at  bigint  NOT NULL,
  PRIMARY KEY (network, version),
  -- Two people (trust T10).
  CONSTRAINT funding_targets_four_eyes CHECK (proposed_by <> approved_by)
);
COMMENT ON TABLE funding_targets IS
  'Where the operator receives money, per network: an extended public key or one address for all. Two people change '
  'it; a change is a new version.';
GRANT SELECT, INSERT ON funding_targets TO candor_app;

CREATE FUNCTION funding_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'funding: % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION funding_stays IS 'Targets, addresses and timelines are append-only.';
CREATE TRIGGER funding_targets_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_targets
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();

CREATE TABLE funding_numbers (
  user_id uuid    PRIMARY KEY REFERENCES accounts_users (id),
  number  integer GENERATED ALWAYS AS IDENTITY (MINVALUE 0 START 0) UNIQUE
);
COMMENT ON TABLE funding_numbers IS 'Index of a customer''s addresses under every extended key.';
GRANT SELECT, INSERT ON funding_numbers TO candor_app;

CREATE TABLE funding_addresses (
  network  text    NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  address  text    NOT NULL CHECK (address <> ''),
  user_id  uuid    NOT NULL REFERENCES accounts_users (id),
  -- Derived for this customer alone; otherwise one address serves everyone.
  own      boolean NOT NULL,
  shown_at bigint  NOT NULL,
  PRIMARY KEY (user_id, network, address)
);
COMMENT ON TABLE funding_addresses IS
  'Every address a customer was ever shown: money that arrives late at an old one is still theirs.';
CREATE UNIQUE INDEX funding_addresses_own ON funding_addresses (network, address) WHERE own;
GRANT SELECT, INSERT ON funding_addresses TO candor_app;
CREATE TRIGGER funding_addresses_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();

CREATE TABLE funding_deposits (
  id                   uuid    PRIMARY KEY,
  sequence             bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id              uuid    NOT NULL REFERENCES accounts_users (id),
  coin                 text    NOT NULL CHECK (coin IN ('USDT', 'BTC', 'ETH')),
  network              text    NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  chain                text    NOT NULL CHECK (chain IN ('ethereum', 'tron', 'bitcoin')),
  address              text    NOT NULL,
  own_address          boolean NOT NULL,
  amount               bigint  NOT NULL CHECK (amount > 0),
  -- Value when it was reported, in USDT's smallest unit; null without a price.
  value                bigint  CHECK (value >= 0),
  hash                 text    CHECK (hash ~ '^(0x)?[0-9a-f]{64}$'),
  hash_last6           text    NOT NULL CHECK (hash_last6 ~ '^[0-9a-f]{6}$'),
  proof                text,
  confirmations_needed integer NOT NULL CHECK (confirmations_needed > 0),
  status               text    NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  waits_for            text    CHECK (waits_for IN ('confirmations', 'identity', 'review')),
  credited             bigint  CHECK (credited > 0),
  -- Its credit was taken back. Written with the reversal, never by the application (ADR-151).
  reversed             boolean NOT NULL DEFAULT false,
  -- What the chain showed last; null before the first look.
  sight_state          text    CHECK (sight_state IN ('missing', 'unconfirmed', 'failed', 'mined')),
  confirmations        integer CHECK (confirmations >= 0),
  paid                 bigint  CHECK (paid >= 0),
  block_hash           text,
  looked_at            bigint,
  created_at           bigint  NOT NULL,
  CONSTRAINT funding_deposits_check CHECK ((status = 'pending') = (waits_for IS NOT NULL)),
  CONSTRAINT funding_deposits_check1 CHECK ((status = 'approved') = (credited IS NOT NULL)),
  -- Nothing is credited without a named transaction.
  CONSTRAINT funding_deposits_check2 CHECK (status <> 'approved' OR hash IS NOT NULL),
  CONSTRAINT funding_deposits_check3 CHECK (hash IS NOT NULL OR proof IS NOT NULL),
  CONSTRAINT funding_deposits_check4 CHECK (right(hash, 6) = hash_last6),
  CONSTRAINT funding_deposits_check5
    CHECK ((sight_state IS NULL) = (confirmations IS NULL) AND (sight_state IS NULL) = (paid IS NULL)
      AND (sight_state IS NULL) = (looked_at IS NULL)),
  CONSTRAINT funding_deposits_check6 CHECK (NOT reversed OR status = 'approved')
);
COMMENT ON TABLE funding_deposits IS 'Deposits that customers reported, and what the chain says about them.';
CREATE INDEX funding_deposits_of ON funding_deposits (user_id, sequence);
CREATE INDEX funding_deposits_pending ON funding_deposits (looked_at NULLS FIRST, sequence) WHERE status = 'pending';
CREATE UNIQUE INDEX funding_deposits_once_each ON funding_deposits (user_id, chain, hash_last6)
  WHERE status <> 'rejected';
-- A transaction is reported once per address, and once per customer whether the whole hash or its end was given. It
-- may pay two customers at their own addresses; a rejected or reversed one may be reported again, the latter only by
-- another customer.
CREATE UNIQUE INDEX funding_deposits_once ON funding_deposits (chain, hash, address)
  WHERE status <> 'rejected' AND NOT reversed;
CREATE INDEX funding_deposits_reversed ON funding_deposits (chain, hash, address) WHERE reversed;
GRANT SELECT, INSERT, UPDATE (hash, status, waits_for, credited, sight_state, confirmations, paid, block_hash, looked_at)
  ON funding_deposits TO candor_app;

CREATE FUNCTION funding_check_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reversed AND NOT OLD.reversed AND to_jsonb(NEW) - 'reversed' = to_jsonb(OLD) - 'reversed'
     AND EXISTS (SELECT FROM funding_reversals WHERE deposit_id = NEW.id) THEN
    RETURN NEW;
  END IF;
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
COMMENT ON FUNCTION funding_check_deposit IS
  'Both decisions are final. What was reported never changes, and a hash is filled in once. A credited deposit can '
  'be marked as reversed.';
CREATE TRIGGER funding_deposits_move BEFORE UPDATE ON funding_deposits
  FOR EACH ROW EXECUTE FUNCTION funding_check_deposit();

CREATE TABLE funding_deposit_events (
  deposit_id uuid   NOT NULL REFERENCES funding_deposits (id),
  status     text   NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  at         bigint NOT NULL,
  -- The chain, or the operator who decided.
  decided_by text,
  reason     text,
  PRIMARY KEY (deposit_id, status),
  CONSTRAINT funding_deposit_events_check CHECK ((status = 'rejected') = (reason IS NOT NULL))
);
COMMENT ON TABLE funding_deposit_events IS
  'Timeline of a deposit: one row per state, written once. `reason` is a key of the texts.';
GRANT SELECT, INSERT ON funding_deposit_events TO candor_app;
CREATE TRIGGER funding_deposit_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_deposit_events
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();

CREATE TABLE funding_reversals (
  -- A deposit is reversed once.
  deposit_id  uuid   PRIMARY KEY REFERENCES funding_deposits (id),
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  proposal_id uuid   NOT NULL UNIQUE,
  user_id     uuid   NOT NULL REFERENCES accounts_users (id),
  asset       text   NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  -- What was free and went back, and what is still owed: together the whole credit.
  taken       bigint NOT NULL CHECK (taken >= 0),
  claim       bigint NOT NULL CHECK (claim >= 0),
  -- Key of the text the customer reads; `reason` is the operators' own.
  why         text   NOT NULL CHECK (why <> ''),
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CONSTRAINT funding_reversals_check CHECK (proposed_by <> approved_by),
  CONSTRAINT funding_reversals_check1 CHECK (taken + claim > 0)
);
COMMENT ON TABLE funding_reversals IS
  'Deposits credited in error and taken back by two people (ADR-151). What is free goes back at once; the rest is a '
  'claim that nothing collects.';
CREATE INDEX funding_reversals_of ON funding_reversals (user_id);
GRANT SELECT, INSERT ON funding_reversals TO candor_app;

CREATE FUNCTION funding_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'funding: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION funding_written_once IS 'Reversals and closed claims are never changed or removed.';
CREATE TRIGGER funding_reversals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION funding_written_once();

CREATE FUNCTION funding_mark_reversed() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE funding_deposits SET reversed = true WHERE id = NEW.deposit_id;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION funding_mark_reversed IS
  'Marks the deposit as reversed, with the owner''s rights: the application may not write the mark.';
REVOKE ALL ON FUNCTION funding_mark_reversed FROM PUBLIC;
CREATE TRIGGER funding_reversals_mark AFTER INSERT ON funding_reversals
  FOR EACH ROW EXECUTE FUNCTION funding_mark_reversed();

CREATE TABLE funding_claims_closed (
  deposit_id  uuid   PRIMARY KEY REFERENCES funding_reversals (deposit_id),
  outcome     text   NOT NULL CHECK (outcome IN ('paid', 'waived')),
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CONSTRAINT funding_claims_closed_check CHECK (proposed_by <> approved_by)
);
COMMENT ON TABLE funding_claims_closed IS 'Claims ended by two people: paid outside these books, or given up.';
GRANT SELECT, INSERT ON funding_claims_closed TO candor_app;
CREATE TRIGGER funding_claims_closed_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_claims_closed
  FOR EACH STATEMENT EXECUTE FUNCTION funding_written_once();

CREATE TABLE funding_payout_addresses (
  id           uuid   PRIMARY KEY,
  user_id      uuid   NOT NULL REFERENCES accounts_users (id),
  network      text   NOT NULL CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  address      text   NOT NULL CHECK (address <> ''),
  label        text   NOT NULL,
  created_at   bigint NOT NULL,
  confirmed_at bigint,
  -- Usable from then on.
  usable_at    bigint,
  removed_at   bigint,
  CONSTRAINT funding_payout_addresses_check
    CHECK ((confirmed_at IS NULL) = (usable_at IS NULL) AND usable_at >= confirmed_at)
);
COMMENT ON TABLE funding_payout_addresses IS 'Addresses to which customers may withdraw.';
CREATE UNIQUE INDEX funding_payout_addresses_once ON funding_payout_addresses (user_id, network, address)
  WHERE removed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (confirmed_at, usable_at, removed_at), DELETE ON funding_payout_addresses TO candor_app;

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
COMMENT ON FUNCTION funding_check_payout_address IS
  'An address is confirmed once. One that is removed and added again waits again.';
CREATE TRIGGER funding_payout_addresses_stay BEFORE UPDATE ON funding_payout_addresses
  FOR EACH ROW EXECUTE FUNCTION funding_check_payout_address();

-- Changed by the migration 0010-transaction-monitoring.
CREATE TABLE funding_withdrawals (
  id                   uuid    PRIMARY KEY,
  sequence             bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id              uuid    NOT NULL REFERENCES accounts_users (id),
  method               text    NOT NULL CHECK (method IN ('coin', 'bank')),
  coin                 text    NOT NULL CHECK (coin IN ('USDT', 'BTC', 'ETH')),
  network              text    CHECK (network IN ('ERC20', 'TRC20', 'BTC', 'ETH')),
  address              text    CHECK (address <> ''),
  bank_card            uuid,
  -- Includes the fee.
  amount               bigint  NOT NULL CHECK (amount > 0),
  fee                  bigint  NOT NULL CHECK (fee >= 0),
  received             bigint  NOT NULL,
  reviewers            integer NOT NULL CHECK (reviewers IN (1, 2)),
  confirmations_needed integer CHECK (confirmations_needed > 0),
  deadline_at          bigint  NOT NULL,
  -- Waits until then for the decision about a listed name; null: it does not wait.
  held_until           bigint,
  status               text    NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed')),
  -- Transaction, or the bank's reference.
  hash                 text    CHECK (hash <> ''),
  -- What the chain showed last; null before the first look.
  sight_state          text    CHECK (sight_state IN ('missing', 'unconfirmed', 'failed', 'mined')),
  confirmations        integer CHECK (confirmations >= 0),
  paid                 bigint  CHECK (paid >= 0),
  looked_at            bigint,
  -- When a node first showed the whole payment in a block. Set once (ADR-170).
  seen_at              bigint,
  created_at           bigint  NOT NULL,
  CONSTRAINT funding_withdrawals_check CHECK (received > 0 AND amount = fee + received),
  CONSTRAINT funding_withdrawals_check1
    CHECK ((method = 'coin') = (network IS NOT NULL AND address IS NOT NULL AND confirmations_needed IS NOT NULL)),
  CONSTRAINT funding_withdrawals_check2 CHECK ((method = 'bank') = (bank_card IS NOT NULL)),
  CONSTRAINT funding_withdrawals_check3 CHECK ((hash IS NOT NULL) OR status NOT IN ('sent', 'completed')),
  CONSTRAINT funding_withdrawals_check4
    CHECK ((sight_state IS NULL) = (confirmations IS NULL) AND (sight_state IS NULL) = (paid IS NULL)
      AND (sight_state IS NULL) = (looked_at IS NULL)),
  CONSTRAINT funding_withdrawals_check5 CHECK (held_until > created_at)
);
COMMENT ON TABLE funding_withdrawals IS
  'Withdrawals. Money leaves by one kind of entry only, and only what was held for it; there is no kind for a tax '
  'or an unlocking fee (trust T12).';
CREATE INDEX funding_withdrawals_of ON funding_withdrawals (user_id, sequence);
CREATE INDEX funding_withdrawals_open ON funding_withdrawals (deadline_at)
  WHERE status IN ('pending', 'approved', 'sent');
-- One payment pays one withdrawal.
CREATE UNIQUE INDEX funding_withdrawals_paid_once ON funding_withdrawals (network, hash, address)
  WHERE hash IS NOT NULL AND status <> 'failed';
CREATE INDEX funding_withdrawals_newest ON funding_withdrawals (created_at);
CREATE INDEX funding_withdrawals_due ON funding_withdrawals (deadline_at);
-- The public record counts what was answered or paid within its 30 days, however long ago it was due.
CREATE INDEX funding_withdrawals_seen ON funding_withdrawals (seen_at) WHERE seen_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (reviewers, status, hash, sight_state, confirmations, paid, looked_at, seen_at, held_until)
  ON funding_withdrawals TO candor_app;

CREATE FUNCTION funding_check_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.held_until IS NOT NULL AND NEW.held_until IS NULL AND OLD.status IN ('pending', 'approved')
     AND to_jsonb(OLD) - 'held_until' = to_jsonb(NEW) - 'held_until' THEN
    RETURN NEW;
  END IF;
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
COMMENT ON FUNCTION funding_check_withdrawal IS
  'Moves follow the state table. A hold ends while nothing else of the withdrawal changes.';
CREATE TRIGGER funding_withdrawals_move BEFORE UPDATE ON funding_withdrawals
  FOR EACH ROW EXECUTE FUNCTION funding_check_withdrawal();

CREATE FUNCTION funding_reviewers_never_fewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reviewers < OLD.reviewers THEN
    RAISE EXCEPTION 'funding: a withdrawal never needs fewer people than before'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_reviewers';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION funding_reviewers_never_fewer IS
  'Where two people approved, two people complete it by hand (ADR-168).';
CREATE TRIGGER funding_reviewers_never_fewer BEFORE UPDATE OF reviewers ON funding_withdrawals
  FOR EACH ROW EXECUTE FUNCTION funding_reviewers_never_fewer();

CREATE FUNCTION funding_seen_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.seen_at IS NOT NULL AND NEW.seen_at IS DISTINCT FROM OLD.seen_at THEN
    RAISE EXCEPTION 'funding: a payment is first seen once'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_seen';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION funding_seen_once IS 'The first sighting on the chain is recorded once.';
CREATE TRIGGER funding_seen_once BEFORE UPDATE OF seen_at ON funding_withdrawals
  FOR EACH ROW EXECUTE FUNCTION funding_seen_once();

CREATE TABLE funding_withdrawal_events (
  withdrawal_id uuid   NOT NULL REFERENCES funding_withdrawals (id),
  status        text   NOT NULL
    CHECK (status IN ('pending', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed')),
  at            bigint NOT NULL,
  -- The chain, the customer, or the operator who decided.
  decided_by    text,
  reason        text,
  PRIMARY KEY (withdrawal_id, status),
  CONSTRAINT funding_withdrawal_events_check CHECK ((status IN ('rejected', 'failed')) = (reason IS NOT NULL))
);
COMMENT ON TABLE funding_withdrawal_events IS
  'Timeline of a withdrawal: one row per state, written once. `reason` is a key of the texts.';
CREATE INDEX funding_withdrawal_events_at ON funding_withdrawal_events (at);
GRANT SELECT, INSERT ON funding_withdrawal_events TO candor_app;
CREATE TRIGGER funding_withdrawal_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_withdrawal_events
  FOR EACH STATEMENT EXECUTE FUNCTION funding_stays();

CREATE TABLE funding_withdrawal_payments (
  withdrawal_id uuid   NOT NULL REFERENCES funding_withdrawals (id),
  hash          text   NOT NULL CHECK (hash <> ''),
  named_at      bigint NOT NULL,
  sight_state   text   CHECK (sight_state IN ('missing', 'unconfirmed', 'failed', 'mined')),
  looked_at     bigint,
  PRIMARY KEY (withdrawal_id, hash),
  CONSTRAINT funding_withdrawal_payments_check CHECK ((sight_state IS NULL) = (looked_at IS NULL))
);
COMMENT ON TABLE funding_withdrawal_payments IS
  'Every transaction ever named for a withdrawal. Before money is given back, none of them may be on the chain '
  '(ADR-168).';
GRANT SELECT, INSERT, UPDATE (sight_state, looked_at) ON funding_withdrawal_payments TO candor_app;

CREATE TABLE funding_conversions (
  id         uuid   PRIMARY KEY,
  sequence   bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id    uuid   NOT NULL,
  from_asset text   NOT NULL CHECK (from_asset IN ('USDT', 'BTC', 'ETH')),
  to_asset   text   NOT NULL CHECK (to_asset IN ('USDT', 'BTC', 'ETH')),
  -- Given in all, including the fee.
  amount     bigint NOT NULL CHECK (amount > 0),
  fee        bigint NOT NULL,
  received   bigint NOT NULL CHECK (received > 0),
  -- Units received per unit given, for reading.
  rate       text   NOT NULL,
  -- Quotes that the rate was made of (trust T5).
  quotes     jsonb  NOT NULL,
  -- A held quote is used once, whatever key the call has. Null from before this rule.
  held_quote uuid   UNIQUE,
  quoted_at  bigint NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT funding_conversions_check CHECK (fee >= 0 AND fee < amount),
  CONSTRAINT funding_conversions_check1 CHECK (from_asset <> to_asset),
  CONSTRAINT funding_conversions_check2 CHECK (quoted_at <= created_at)
);
COMMENT ON TABLE funding_conversions IS 'Conversions of one coin into another at a held quote. Written once.';
CREATE INDEX funding_conversions_of ON funding_conversions (user_id, sequence);
GRANT SELECT, INSERT ON funding_conversions TO candor_app;

-- Changed by the migration 0009-person-marks.
CREATE TABLE funding_bank_cards (
  id            uuid   PRIMARY KEY,
  user_id       uuid   NOT NULL,
  bank          text   NOT NULL CHECK (bank <> ''),
  branch        text   NOT NULL CHECK (branch <> ''),
  account_name  text   NOT NULL CHECK (account_name <> ''),
  number_sealed bytea  NOT NULL,
  number_ending text   NOT NULL CHECK (length(number_ending) = 4),
  created_at    bigint NOT NULL,
  -- Kept, so that a withdrawal still names its card.
  removed_at    bigint
);
COMMENT ON TABLE funding_bank_cards IS
  'Bank cards for payouts. The number is sealed under the person''s key; only its last four characters are readable. '
  'A changed card is a new row, so that a withdrawal always names the card it was paid to.';
CREATE INDEX funding_bank_cards_of ON funding_bank_cards (user_id) WHERE removed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (bank, branch, account_name, number_ending, removed_at)
  ON funding_bank_cards TO candor_app;

CREATE FUNCTION funding_card_erased_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.bank, NEW.branch, NEW.account_name, NEW.number_ending) IS DISTINCT FROM (OLD.bank, OLD.branch, OLD.account_name, OLD.number_ending)
     AND NOT (accounts_is_closed(OLD.user_id)
              AND (NEW.bank, NEW.branch, NEW.account_name, NEW.number_ending) = ('(erased)', '(erased)', '(erased)', '····')) THEN
    RAISE EXCEPTION 'funding: a bank card is never changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION funding_card_erased_only IS 'Only the words of an erased customer may be overwritten (ADR-141).';
CREATE TRIGGER funding_bank_cards_erased BEFORE UPDATE ON funding_bank_cards
  FOR EACH ROW EXECUTE FUNCTION funding_card_erased_only();
