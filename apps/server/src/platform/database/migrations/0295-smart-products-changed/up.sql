-- Smart products changed by two operators, and the yield reserve they fill. Amounts in USDT's smallest unit, times in epoch ms.
CREATE TABLE smart_product_changes (
  -- The proposal it was approved with.
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  product_id  text   NOT NULL REFERENCES smart_products (id),
  -- The whole product as it was, null where it is new, and as it became; decimal texts.
  before      jsonb,
  after       jsonb  NOT NULL,
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CHECK (proposed_by <> approved_by),
  CHECK (before IS DISTINCT FROM after)
);
CREATE TABLE smart_reserve_moves (
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  direction   text   NOT NULL CHECK (direction IN ('in', 'out')),
  -- The class on the other side.
  place       text   NOT NULL REFERENCES ledger_classes (class),
  amount      bigint NOT NULL CHECK (amount > 0),
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CHECK (proposed_by <> approved_by)
);

CREATE FUNCTION smart_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'smart: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER smart_product_changes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON smart_product_changes
  FOR EACH STATEMENT EXECUTE FUNCTION smart_written_once();
CREATE TRIGGER smart_reserve_moves_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON smart_reserve_moves
  FOR EACH STATEMENT EXECUTE FUNCTION smart_written_once();

GRANT SELECT, INSERT ON smart_product_changes, smart_reserve_moves TO candor_app;
-- A timeframe that is no longer offered goes; plans carry their own days and yield.
GRANT UPDATE (min_amount, max_amount) ON smart_products TO candor_app;
GRANT UPDATE (yield_min, yield_max), DELETE ON smart_timeframes TO candor_app;

-- What the operator earned by swaps and loans may cover yields (fees stay: rebates and commissions are paid of them); from outside it is `operator-funding` as before. What is promised to nobody goes back to their capital.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('reserve-funding', 'swap-revenue', 'yield-reserve', 'real'),
  ('reserve-funding', 'loan-interest', 'yield-reserve', 'real'),
  ('reserve-return', 'yield-reserve', 'trading-capital', 'real');
