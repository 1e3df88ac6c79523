-- Freezes (trust T13): who, why, by which two people, and until when a legal hold stops withdrawals as well.
CREATE TABLE accounts_freezes (
  id               uuid PRIMARY KEY,
  user_id          uuid        NOT NULL REFERENCES accounts_users (id),
  reason           text        NOT NULL CHECK (length(trim(reason)) > 0),
  proposed_by      uuid        NOT NULL,
  approved_by      uuid        NOT NULL,
  placed_at        timestamptz NOT NULL,
  -- The review date. Nobody reviews: it lapses by itself, since everyone who asks compares it with the time.
  legal_hold_until timestamptz,
  lifted_at        timestamptz,
  lifted_by        uuid,
  lift_reason      text,
  CONSTRAINT accounts_freezes_two_people CHECK (proposed_by <> approved_by),
  CONSTRAINT accounts_freezes_reviewed CHECK (legal_hold_until <= placed_at + interval '90 days'),
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
);
CREATE UNIQUE INDEX accounts_freezes_one ON accounts_freezes (user_id) WHERE lifted_at IS NULL;
GRANT SELECT, INSERT ON accounts_freezes TO candor_app;
GRANT UPDATE (lifted_at, lifted_by, lift_reason) ON accounts_freezes TO candor_app;

-- What operators wrote down about a customer, for one another.
CREATE TABLE accounts_notes (
  id          uuid PRIMARY KEY,
  user_id     uuid        NOT NULL REFERENCES accounts_users (id),
  operator_id uuid        NOT NULL,
  text        text        NOT NULL CHECK (length(trim(text)) > 0),
  at          timestamptz NOT NULL
);
CREATE INDEX accounts_notes_of ON accounts_notes (user_id, at DESC);
GRANT SELECT, INSERT ON accounts_notes TO candor_app;

-- Corrections (trust T9). Above zero in the customer's favour; what takes one back names it and never more than is left of it.
CREATE TABLE accounts_adjustments (
  id          uuid PRIMARY KEY,
  user_id     uuid        NOT NULL REFERENCES accounts_users (id),
  asset       text        NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  minor       bigint      NOT NULL CHECK (minor > 0),
  why         text        NOT NULL,
  reverses    uuid        REFERENCES accounts_adjustments (id),
  proposed_by uuid        NOT NULL,
  approved_by uuid        NOT NULL,
  at          timestamptz NOT NULL,
  CONSTRAINT accounts_adjustments_two_people CHECK (proposed_by <> approved_by)
);
CREATE INDEX accounts_adjustments_of ON accounts_adjustments (user_id, at DESC);
CREATE INDEX accounts_adjustments_taken_back ON accounts_adjustments (reverses) WHERE reverses IS NOT NULL;
GRANT SELECT, INSERT ON accounts_adjustments TO candor_app;

INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('adjustment', 'trading-capital', 'customer', 'real'),
  ('adjustment-reversal', 'customer', 'trading-capital', 'real');
