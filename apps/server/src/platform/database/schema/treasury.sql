-- Treasury: the operator's money, put in, taken out and moved by two people. Amounts in the coin's smallest unit,
-- times in epoch ms.

CREATE TABLE treasury_moves (
  -- Proposal it was approved with; its posting is `treasury:<id>`.
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  act         text   NOT NULL CHECK (act IN ('put-in', 'take-out', 'move', 'hedge-in', 'hedge-out')),
  asset       text   NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  from_class  text   NOT NULL REFERENCES ledger_classes (class),
  to_class    text   NOT NULL REFERENCES ledger_classes (class),
  amount      bigint NOT NULL CHECK (amount > 0),
  -- Of the bank or chain transfer; empty only for moves from before the treasury.
  reference   text   NOT NULL,
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CONSTRAINT treasury_moves_check CHECK (proposed_by <> approved_by),
  CONSTRAINT treasury_moves_check1 CHECK (from_class <> to_class),
  CONSTRAINT treasury_moves_check2 CHECK ((act = 'move') = (from_class <> 'world' AND to_class <> 'world'))
);
COMMENT ON TABLE treasury_moves IS
  'Treasury: two people put the operator''s money into the accounts that pay, take it out or move it (ADR-150).';
-- A bank or chain transfer is booked once in each direction.
CREATE UNIQUE INDEX treasury_moves_reference ON treasury_moves (asset, (to_class = 'world'), lower(reference))
  WHERE act <> 'move' AND reference <> '';
GRANT SELECT, INSERT ON treasury_moves TO candor_app;

CREATE FUNCTION treasury_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'treasury: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION treasury_written_once IS 'Treasury moves are never changed or removed.';
CREATE TRIGGER treasury_moves_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON treasury_moves
  FOR EACH STATEMENT EXECUTE FUNCTION treasury_written_once();

CREATE TABLE treasury_open_profit (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  minor    bigint  NOT NULL,
  at       bigint  NOT NULL
);
COMMENT ON TABLE treasury_open_profit IS
  'What customers would win if every position closed now, as the engine last saw it. Capital that covers it does '
  'not leave. The approving transaction reads this row instead of waiting for the engine.';
GRANT SELECT, INSERT, UPDATE ON treasury_open_profit TO candor_app;
