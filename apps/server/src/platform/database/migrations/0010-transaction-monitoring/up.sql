-- Worth of a withdrawal when it was requested, as deposits have it.
ALTER TABLE funding_withdrawals ADD COLUMN value bigint CHECK (value >= 0);
COMMENT ON COLUMN funding_withdrawals.value IS
  'Worth when it was requested, in USDT''s smallest unit; null without a price, and before this column.';

-- A customer's transactions of some days.
CREATE INDEX funding_deposits_when ON funding_deposits (user_id, created_at, id);
CREATE INDEX funding_withdrawals_when ON funding_withdrawals (user_id, created_at, id);
-- Places of a customer, also those that were removed.
CREATE INDEX funding_payout_addresses_of ON funding_payout_addresses (user_id, network, address, created_at);

CREATE TABLE monitoring_rules (
  id          uuid    NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  -- The rule as the contract declares it (`monitoringRule`).
  rule        jsonb   NOT NULL,
  reason      text    NOT NULL CHECK (reason <> ''),
  -- Null for the rules that the product comes with.
  proposal_id uuid    UNIQUE REFERENCES operators_proposals,
  proposed_by uuid    REFERENCES operators_people,
  approved_by uuid    REFERENCES operators_people,
  changed_at  bigint  NOT NULL,
  PRIMARY KEY (id, version),
  CONSTRAINT monitoring_rules_two_people CHECK (proposed_by <> approved_by),
  CONSTRAINT monitoring_rules_proposed CHECK (
    num_nulls(proposal_id, proposed_by, approved_by) = 0
    OR (version = 1 AND num_nulls(proposal_id, proposed_by, approved_by) = 3))
);
COMMENT ON TABLE monitoring_rules IS
  'Every version of the transaction monitoring rules (ADR-260). The newest of a rule holds; none is changed or deleted. Time in epoch ms.';
GRANT SELECT, INSERT ON monitoring_rules TO candor_app;

CREATE TABLE monitoring_hits (
  id             uuid    PRIMARY KEY,
  rule_id        uuid    NOT NULL,
  version        integer NOT NULL,
  kind           text    NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
  transaction_id uuid    NOT NULL,
  user_id        uuid    NOT NULL REFERENCES accounts_users (id),
  stage          text    NOT NULL CHECK (stage IN ('requested', 'credited')),
  at             bigint  NOT NULL,
  -- Figures and counted transactions as the contract declares them (`hitExplanation`): no personal data.
  explanation    jsonb   NOT NULL,
  CONSTRAINT monitoring_hits_rule FOREIGN KEY (rule_id, version) REFERENCES monitoring_rules (id, version),
  CONSTRAINT monitoring_hits_credited CHECK (stage = 'requested' OR kind = 'deposit'),
  CONSTRAINT monitoring_hits_once UNIQUE (transaction_id, kind, stage, rule_id)
);
COMMENT ON TABLE monitoring_hits IS
  'Transactions that met a rule, with the version that was in force and the figures of that moment. Written with the transaction, and never changed. Time in epoch ms.';
CREATE INDEX monitoring_hits_of ON monitoring_hits (user_id, at DESC);
CREATE INDEX monitoring_hits_at ON monitoring_hits (at, rule_id);
GRANT SELECT, INSERT ON monitoring_hits TO candor_app;

INSERT INTO monitoring_rules (id, version, rule, reason, changed_at) VALUES
  ('6d6f6e69-0000-4000-8000-000000000001', 1,
   '{"kind": "amount", "name": "Large amount", "on": true, "severity": "medium", "guidance": "Ask where the money comes from, and compare it with what the customer earns and has paid in before.", "appliesTo": "both", "asset": "USDT", "atLeast": "10000"}',
   'a rule that the product comes with', 0),
  ('6d6f6e69-0000-4000-8000-000000000002', 1,
   '{"kind": "velocity", "name": "Many withdrawals in a day", "on": true, "severity": "medium", "guidance": "Amounts split to stay below a limit add up to a large one.", "appliesTo": "withdrawals", "measure": "count", "windowHours": 24, "atLeast": "5"}',
   'a rule that the product comes with', 0),
  ('6d6f6e69-0000-4000-8000-000000000003', 1,
   '{"kind": "velocity", "name": "Many deposits in a day", "on": true, "severity": "low", "guidance": "Many small deposits can come from many people: compare the senders.", "appliesTo": "deposits", "measure": "count", "windowHours": 24, "atLeast": "10"}',
   'a rule that the product comes with', 0),
  ('6d6f6e69-0000-4000-8000-000000000004', 1,
   '{"kind": "velocity", "name": "Large withdrawals in a week", "on": true, "severity": "medium", "guidance": "Compare with what the customer has paid in and earned.", "appliesTo": "withdrawals", "measure": "sum", "windowHours": 168, "atLeast": "25000"}',
   'a rule that the product comes with', 0),
  ('6d6f6e69-0000-4000-8000-000000000005', 1,
   '{"kind": "roundTrip", "name": "Round trip", "on": true, "severity": "high", "guidance": "Money that only passes through can hide where it came from: compare the sender with the destination.", "appliesTo": "withdrawals", "withinDays": 7, "percent": 80, "atLeast": "1000"}',
   'a rule that the product comes with', 0),
  ('6d6f6e69-0000-4000-8000-000000000006', 1,
   '{"kind": "inOutWithoutTrading", "name": "In and out without trading", "on": true, "severity": "high", "guidance": "Ask why the money was paid in: a trading account is no payment service.", "appliesTo": "withdrawals", "withinDays": 30, "tradedBelowPercent": 10, "atLeast": "500"}',
   'a rule that the product comes with', 0),
  ('6d6f6e69-0000-4000-8000-000000000007', 1,
   '{"kind": "newDestination", "name": "New destination", "on": true, "severity": "medium", "guidance": "A thief adds a destination first: look at new devices, addresses and changed passwords.", "appliesTo": "withdrawals", "youngerThanHours": 72, "atLeast": "5000"}',
   'a rule that the product comes with', 0);
