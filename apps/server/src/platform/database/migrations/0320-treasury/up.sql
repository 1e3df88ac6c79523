-- The treasury: two people put the operator's money into the accounts that pay, take it out and move it. Amounts in the coin's smallest unit, times in epoch ms.
CREATE TABLE treasury_moves (
  -- The proposal it was approved with; its posting is `treasury:<id>`.
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  act         text   NOT NULL CHECK (act IN ('put-in', 'take-out', 'move', 'hedge-in', 'hedge-out')),
  asset       text   NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  from_class  text   NOT NULL REFERENCES ledger_classes (class),
  to_class    text   NOT NULL REFERENCES ledger_classes (class),
  amount      bigint NOT NULL CHECK (amount > 0),
  -- Of the bank or chain transfer; empty only where it was moved before the treasury asked for one.
  reference   text   NOT NULL,
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CHECK (proposed_by <> approved_by),
  CHECK (from_class <> to_class),
  CHECK ((act = 'move') = (from_class <> 'world' AND to_class <> 'world'))
);
-- One transfer of a bank or chain is booked once in each direction.
CREATE UNIQUE INDEX treasury_moves_reference ON treasury_moves (asset, (to_class = 'world'), lower(reference))
  WHERE act <> 'move' AND reference <> '';

CREATE FUNCTION treasury_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'treasury: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;

-- What customers would win if all closed now, as the engine last saw it: capital that covers it does not leave.
CREATE TABLE treasury_open_profit (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  minor    bigint NOT NULL,
  at       bigint NOT NULL
);
GRANT SELECT, INSERT ON treasury_moves TO candor_app;
GRANT SELECT, INSERT, UPDATE ON treasury_open_profit TO candor_app;

-- What filled and emptied the yield reserve until now goes on in the one list.
INSERT INTO treasury_moves (id, act, asset, from_class, to_class, amount, reference, reason, proposed_by, approved_by, at)
  SELECT id, CASE WHEN direction = 'in' AND place = 'world' THEN 'put-in' ELSE 'move' END, 'USDT',
         CASE direction WHEN 'in' THEN place ELSE 'yield-reserve' END,
         CASE direction WHEN 'in' THEN 'yield-reserve' ELSE place END,
         amount, '', reason, proposed_by, approved_by, at
    FROM smart_reserve_moves ORDER BY sequence;
DROP TABLE smart_reserve_moves;
CREATE TRIGGER treasury_moves_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON treasury_moves
  FOR EACH STATEMENT EXECUTE FUNCTION treasury_written_once();

-- What was permitted once: entries of before stay in order, no new one is taken.
CREATE TABLE ledger_retired (LIKE ledger_permitted INCLUDING ALL);
GRANT SELECT ON ledger_retired TO candor_app;
WITH gone AS (DELETE FROM ledger_permitted WHERE kind IN ('reserve-funding', 'reserve-return') RETURNING *)
INSERT INTO ledger_retired SELECT * FROM gone;

INSERT INTO ledger_permitted (kind, debited_class, credited_class, money)
  SELECT 'treasury-in', 'world', class, 'real'
    FROM unnest(ARRAY['trading-capital', 'negative-balance', 'loan-capital', 'yield-reserve', 'savings-reserve', 'conversion']) class
  UNION ALL
  SELECT 'treasury-out', class, 'world', 'real'
    FROM unnest(ARRAY['trading-capital', 'negative-balance', 'loan-capital', 'yield-reserve', 'savings-reserve', 'conversion',
                      'fee-revenue', 'swap-revenue', 'loan-interest']) class
  UNION ALL
  SELECT 'treasury-move', source, target, 'real'
    FROM unnest(ARRAY['trading-capital', 'negative-balance', 'loan-capital', 'yield-reserve', 'savings-reserve', 'conversion',
                      'fee-revenue', 'swap-revenue', 'loan-interest']) source,
         unnest(ARRAY['trading-capital', 'negative-balance', 'loan-capital', 'yield-reserve', 'savings-reserve', 'conversion']) target
   WHERE source <> target
  UNION ALL
  VALUES ('hedge-gain', 'world', 'trading-capital', 'real'), ('hedge-loss', 'trading-capital', 'world', 'real');
