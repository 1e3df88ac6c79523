-- Flexible savings. Amounts in the coin's smallest unit, rates in 10^-12, days as numbers of UTC days since 1970, times in epoch ms.

-- What an operator offers of a coin, one row a change: the newest says whether new money is taken and the least of it; the
-- rate of a day is that of the newest row whose rate has begun by then.
CREATE TABLE savings_terms (
  sequence    bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset       text    NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  taking      boolean NOT NULL,
  min_amount  bigint  NOT NULL CHECK (min_amount > 0),
  daily_rate  bigint  NOT NULL CHECK (daily_rate BETWEEN 0 AND 500000000),
  rate_from   integer NOT NULL,
  reason      text    NOT NULL CHECK (reason <> ''),
  proposed_by text    NOT NULL,
  approved_by text    NOT NULL CHECK (approved_by <> proposed_by),
  changed_at  bigint  NOT NULL
);
CREATE INDEX savings_terms_of ON savings_terms (asset, sequence);

CREATE TABLE savings_holdings (
  id       uuid    PRIMARY KEY,
  user_id  uuid    NOT NULL,
  asset    text    NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  held     bigint  NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- The least held in the running day: what that day pays for.
  steady   bigint  NOT NULL DEFAULT 0,
  -- The running day: all before it are settled.
  day      integer NOT NULL,
  -- Interest set aside for it in savings-reserve.
  reserved bigint  NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- How often its money moved: names the postings.
  moves    integer NOT NULL DEFAULT 0,
  UNIQUE (user_id, asset),
  CHECK (steady BETWEEN 0 AND held)
);
CREATE INDEX savings_holdings_due ON savings_holdings (day) WHERE held > 0;

-- A settled day is never unsettled, and a holding never changes its owner.
CREATE FUNCTION savings_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.day < OLD.day OR NEW.moves < OLD.moves OR (NEW.id, NEW.user_id, NEW.asset) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.asset) THEN
    RAISE EXCEPTION 'savings: no move back' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'savings_moves';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER savings_holdings_move BEFORE UPDATE ON savings_holdings FOR EACH ROW EXECUTE FUNCTION savings_check_move();

-- One row a day that earned: its key makes it once ever. Written once. Paid whole, or not at all where the reserve had run out.
CREATE TABLE savings_interest (
  holding_id uuid    NOT NULL REFERENCES savings_holdings (id),
  day        integer NOT NULL,
  steady     bigint  NOT NULL CHECK (steady > 0),
  daily_rate bigint  NOT NULL CHECK (daily_rate > 0),
  due        bigint  NOT NULL CHECK (due > 0),
  paid       bigint  NOT NULL CHECK (paid IN (0, due)),
  paid_at    bigint  NOT NULL,
  PRIMARY KEY (holding_id, day),
  CHECK (due = floor(steady::numeric * daily_rate / 1000000000000))
);

CREATE FUNCTION savings_rows_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'savings: % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER savings_interest_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON savings_interest
  FOR EACH STATEMENT EXECUTE FUNCTION savings_rows_stay();
CREATE TRIGGER savings_terms_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON savings_terms
  FOR EACH STATEMENT EXECUTE FUNCTION savings_rows_stay();

GRANT SELECT, INSERT ON savings_terms, savings_interest TO candor_app;
GRANT SELECT, INSERT, UPDATE ON savings_holdings TO candor_app;

-- Real money only. Interest comes from the reserve and nothing else; nothing leaves the customers' own money but back to a customer.
INSERT INTO ledger_classes (class) VALUES ('savings-principal'), ('savings-reserve');
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('operator-funding', 'world', 'savings-reserve', 'real'),
  ('savings-entry', 'customer', 'savings-principal', 'real'),
  ('savings-exit', 'savings-principal', 'customer', 'real'),
  ('savings-interest', 'savings-reserve', 'customer', 'real');
