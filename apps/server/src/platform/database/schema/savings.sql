-- Flexible savings (ADR-137). Amounts in the coin's smallest unit, rates in 10^-12, days as UTC days since 1970,
-- times in epoch ms.

CREATE TABLE savings_terms (
  sequence    bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset       text    NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  taking      boolean NOT NULL,
  min_amount  bigint  NOT NULL CHECK (min_amount > 0),
  daily_rate  bigint  NOT NULL CHECK (daily_rate BETWEEN 0 AND 500000000),
  rate_from   integer NOT NULL,
  reason      text    NOT NULL CHECK (reason <> ''),
  proposed_by text    NOT NULL,
  approved_by text    NOT NULL,
  changed_at  bigint  NOT NULL,
  CONSTRAINT savings_terms_check CHECK (approved_by <> proposed_by)
);
COMMENT ON TABLE savings_terms IS
  'What the operator offers per coin, one row per change. The newest row says whether new money is accepted and the '
  'minimum; the rate of a day is that of the newest row whose rate has begun by then.';
CREATE INDEX savings_terms_of ON savings_terms (asset, sequence);
GRANT SELECT, INSERT ON savings_terms TO candor_app;

CREATE FUNCTION savings_rows_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'savings: % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION savings_rows_stay IS 'Terms and interest are never changed or removed.';
CREATE TRIGGER savings_terms_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON savings_terms
  FOR EACH STATEMENT EXECUTE FUNCTION savings_rows_stay();

CREATE TABLE savings_holdings (
  id       uuid    PRIMARY KEY,
  user_id  uuid    NOT NULL,
  asset    text    NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  held     bigint  NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Smallest amount held during the running day: that day pays for it.
  steady   bigint  NOT NULL DEFAULT 0,
  -- The running day: all days before it are settled.
  day      integer NOT NULL,
  -- Interest set aside for it in savings-reserve.
  reserved bigint  NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- Count of its movements, which names the postings.
  moves    integer NOT NULL DEFAULT 0,
  UNIQUE (user_id, asset),
  CONSTRAINT savings_holdings_check CHECK (steady BETWEEN 0 AND held)
);
COMMENT ON TABLE savings_holdings IS 'Customers'' savings, one row per customer and coin.';
CREATE INDEX savings_holdings_due ON savings_holdings (day) WHERE held > 0;
GRANT SELECT, INSERT, UPDATE ON savings_holdings TO candor_app;

CREATE FUNCTION savings_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.day < OLD.day OR NEW.moves < OLD.moves OR (NEW.id, NEW.user_id, NEW.asset) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.asset) THEN
    RAISE EXCEPTION 'savings: no move back' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'savings_moves';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION savings_check_move IS 'A settled day is never unsettled, and a holding never changes its owner.';
CREATE TRIGGER savings_holdings_move BEFORE UPDATE ON savings_holdings
  FOR EACH ROW EXECUTE FUNCTION savings_check_move();

CREATE TABLE savings_interest (
  holding_id uuid    NOT NULL REFERENCES savings_holdings (id),
  day        integer NOT NULL,
  steady     bigint  NOT NULL CHECK (steady > 0),
  daily_rate bigint  NOT NULL CHECK (daily_rate > 0),
  due        bigint  NOT NULL CHECK (due > 0),
  paid       bigint  NOT NULL,
  paid_at    bigint  NOT NULL,
  PRIMARY KEY (holding_id, day),
  CONSTRAINT savings_interest_check CHECK (paid IN (0, due)),
  CONSTRAINT savings_interest_check1 CHECK (due = floor(steady::numeric * daily_rate / 1000000000000))
);
COMMENT ON TABLE savings_interest IS
  'Days that earned. The key makes each day once ever. A day is paid in full, or not at all when the reserve had '
  'run out.';
GRANT SELECT, INSERT ON savings_interest TO candor_app;
CREATE TRIGGER savings_interest_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON savings_interest
  FOR EACH STATEMENT EXECUTE FUNCTION savings_rows_stay();
