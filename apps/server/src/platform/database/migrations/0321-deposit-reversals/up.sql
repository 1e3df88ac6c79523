-- A wrongly credited deposit taken back by two people, and what of it was no longer there. Amounts in the coin's smallest unit, times in epoch ms.
CREATE TABLE funding_reversals (
  -- Once a deposit, ever.
  deposit_id  uuid   PRIMARY KEY REFERENCES funding_deposits (id),
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  proposal_id uuid   NOT NULL UNIQUE,
  user_id     uuid   NOT NULL REFERENCES accounts_users (id),
  asset       text   NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  -- What was free and went back, and what is still owed: together all that had been credited.
  taken       bigint NOT NULL CHECK (taken >= 0),
  claim       bigint NOT NULL CHECK (claim >= 0),
  -- What the customer reads, a key of the texts; and the operators' own reason.
  why         text   NOT NULL CHECK (why <> ''),
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CHECK (proposed_by <> approved_by),
  CHECK (taken + claim > 0)
);
CREATE INDEX funding_reversals_of ON funding_reversals (user_id);

-- A claim ends by two people: paid outside these books, or given up.
CREATE TABLE funding_claims_closed (
  deposit_id  uuid   PRIMARY KEY REFERENCES funding_reversals (deposit_id),
  outcome     text   NOT NULL CHECK (outcome IN ('paid', 'waived')),
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CHECK (proposed_by <> approved_by)
);

CREATE FUNCTION funding_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'funding: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER funding_reversals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION funding_written_once();
CREATE TRIGGER funding_claims_closed_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_claims_closed
  FOR EACH STATEMENT EXECUTE FUNCTION funding_written_once();
GRANT SELECT, INSERT ON funding_reversals, funding_claims_closed TO candor_app;

-- Bounded: what open positions need of USDT is not free, as the engine judges.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money, bounded) VALUES
  ('deposit-reversal', 'customer', 'world', 'real', true);
