-- The operator's own money at venues where surplus positions are laid off. Executions there are booked with kinds of their own, apart from the
-- results of hedges that two people book by hand (hedge-gain, hedge-loss).
INSERT INTO ledger_classes (class) VALUES ('hedge-capital');
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('hedge-fill-gain', 'world', 'hedge-capital', 'real'),
  ('hedge-fill-loss', 'hedge-capital', 'world', 'real'),
  ('hedge-fee', 'hedge-capital', 'world', 'real'),
  ('hedge-fee-rebate', 'world', 'hedge-capital', 'real'),
  ('operator-funding', 'world', 'hedge-capital', 'real'),
  ('treasury-in', 'world', 'hedge-capital', 'real'),
  ('treasury-out', 'hedge-capital', 'world', 'real');
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money)
  SELECT 'treasury-move', class, 'hedge-capital', 'real'
    FROM (VALUES ('trading-capital'), ('negative-balance'), ('loan-capital'), ('yield-reserve'), ('savings-reserve'), ('conversion'),
                 ('fee-revenue'), ('swap-revenue'), ('loan-interest')) has (class)
  UNION ALL
  SELECT 'treasury-move', 'hedge-capital', class, 'real'
    FROM (VALUES ('trading-capital'), ('negative-balance'), ('loan-capital'), ('yield-reserve'), ('savings-reserve'), ('conversion'))
           pays (class);

CREATE TABLE hedging_moves (
  before text NOT NULL,
  after  text NOT NULL,
  PRIMARY KEY (before, after)
);
COMMENT ON TABLE hedging_moves IS 'Permitted moves of an order at a venue (rules/hedging/hedge-order.ts).';
INSERT INTO hedging_moves VALUES
  ('pending', 'working'), ('pending', 'filled'), ('pending', 'expired'), ('pending', 'refused'), ('pending', 'absent'),
  ('working', 'filled'), ('working', 'expired');

CREATE TABLE hedging_orders (
  -- Made and stored before the order is sent. The venue takes it once.
  client_id      text    PRIMARY KEY CHECK (client_id <> ''),
  number         bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  venue          text    NOT NULL CHECK (venue <> ''),
  code           text    NOT NULL CHECK (code <> ''),
  symbol         text    NOT NULL CHECK (symbol <> ''),
  side           text    NOT NULL CHECK (side IN ('buy', 'sell')),
  -- In units of 10^-8: lots of the market, and the same as the venue counts it.
  lots           bigint  NOT NULL CHECK (lots > 0),
  quantity       bigint  NOT NULL CHECK (quantity > 0),
  state          text    NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'working', 'filled', 'expired', 'refused', 'absent')),
  -- As the venue reports it; its executions are in hedging_fills.
  executed       bigint  NOT NULL DEFAULT 0,
  venue_order_id text,
  reason         text,
  -- Number of the engine that sent it last.
  fence          bigint  NOT NULL,
  created_at     bigint  NOT NULL,
  -- Begin of the last sending.
  sent_at        bigint  NOT NULL,
  ended_at       bigint,
  CONSTRAINT hedging_orders_executed CHECK (executed BETWEEN 0 AND quantity),
  CONSTRAINT hedging_orders_filled CHECK (state <> 'filled' OR executed = quantity),
  CONSTRAINT hedging_orders_nothing CHECK (state NOT IN ('pending', 'refused', 'absent') OR executed = 0),
  CONSTRAINT hedging_orders_ended CHECK ((ended_at IS NULL) = (state IN ('pending', 'working')))
);
COMMENT ON TABLE hedging_orders IS
  'Orders at a venue that lay off a market''s surplus net position (ADR-256). They name no customer. Times in epoch ms.';
-- One at a time in a market: what a second would add is not known before the first has ended.
CREATE UNIQUE INDEX hedging_orders_open ON hedging_orders (code) WHERE state IN ('pending', 'working');
CREATE INDEX hedging_orders_of_market ON hedging_orders (code, number DESC);
GRANT SELECT, INSERT (client_id, venue, code, symbol, side, lots, quantity, fence, created_at, sent_at),
      UPDATE (state, executed, venue_order_id, reason, fence, sent_at, ended_at) ON hedging_orders TO candor_app;

CREATE FUNCTION hedging_check_order() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.sent_at <> OLD.sent_at THEN
    -- Locked with the row that is about to be sent: an engine that takes over waits for it, and finds the row.
    IF NEW.fence <> orders_leading_fence() THEN
      RAISE EXCEPTION 'hedging: another engine leads' USING ERRCODE = 'CA001';
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.executed < OLD.executed THEN
    RAISE EXCEPTION 'hedging: what was executed is never less' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION hedging_check_order IS
  'Only the leading engine sends an order, the first time and again; and executions are never taken back.';
CREATE TRIGGER hedging_orders_check BEFORE INSERT OR UPDATE ON hedging_orders
  FOR EACH ROW EXECUTE FUNCTION hedging_check_order();

CREATE FUNCTION hedging_check_move() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM hedging_moves WHERE before = OLD.state AND after = NEW.state) THEN
    RAISE EXCEPTION 'hedging: no move from % to %', OLD.state, NEW.state
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'hedging_moves';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION hedging_check_move IS 'Refuses a move that is not in hedging_moves.';
CREATE TRIGGER hedging_orders_move BEFORE UPDATE OF state ON hedging_orders
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION hedging_check_move();

CREATE TABLE hedging_positions (
  venue text    NOT NULL CHECK (venue <> ''),
  code  text    NOT NULL CHECK (code <> ''),
  -- In units of 10^-8 lots: positive for bought.
  lots  bigint  NOT NULL DEFAULT 0,
  -- Sum of lots × price of what is open, in units of 10^-18; its quotient by the lots is the average price.
  cost  numeric NOT NULL DEFAULT 0 CHECK (cost >= 0 AND cost = trunc(cost)),
  PRIMARY KEY (venue, code),
  CONSTRAINT hedging_positions_cost CHECK ((lots = 0) = (cost = 0))
);
COMMENT ON TABLE hedging_positions IS 'The operator''s position in a market at a venue: the sum of its executions.';
GRANT SELECT, INSERT, UPDATE (lots, cost) ON hedging_positions TO candor_app;

CREATE TABLE hedging_fills (
  venue     text    NOT NULL,
  symbol    text    NOT NULL,
  -- The venue's own; booked once however often it is reported.
  fill_id   text    NOT NULL CHECK (fill_id <> ''),
  number    bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  client_id text    NOT NULL REFERENCES hedging_orders,
  code      text    NOT NULL,
  side      text    NOT NULL CHECK (side IN ('buy', 'sell')),
  lots      bigint  NOT NULL CHECK (lots > 0),
  quantity  bigint  NOT NULL CHECK (quantity > 0),
  price     bigint  NOT NULL CHECK (price > 0),
  -- In units of 10^-18 of the asset; negative: paid by the venue.
  fee       numeric NOT NULL CHECK (fee = trunc(fee)),
  fee_asset text    NOT NULL,
  -- The venue's time, and ours of the booking.
  at        bigint  NOT NULL,
  booked_at bigint  NOT NULL,
  -- Result of the part that reduced the position, and the fee, in USDT's smallest unit at the rates of the booking.
  realised  bigint  NOT NULL,
  charged   bigint  NOT NULL,
  -- False while the account of hedging money cannot pay what it costs.
  paid      boolean NOT NULL,
  PRIMARY KEY (venue, symbol, fill_id)
);
COMMENT ON TABLE hedging_fills IS
  'Executions of our orders at a venue, each booked into the ledger in the transaction that stores it. Times in epoch ms.';
CREATE INDEX hedging_fills_of_market ON hedging_fills (code, number DESC);
CREATE INDEX hedging_fills_of_order ON hedging_fills (client_id);
CREATE INDEX hedging_fills_when ON hedging_fills (venue, symbol, at);
CREATE INDEX hedging_fills_unpaid ON hedging_fills (number) WHERE NOT paid;
GRANT SELECT, INSERT (venue, symbol, fill_id, client_id, code, side, lots, quantity, price, fee, fee_asset, at, booked_at, realised, charged, paid),
      UPDATE (paid) ON hedging_fills TO candor_app;

CREATE FUNCTION hedging_fills_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT OLD.paid AND NEW.paid THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'hedging: an execution is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION hedging_fills_stay IS 'An execution stays as it was booked; it may be paid for later.';
CREATE TRIGGER hedging_fills_stay BEFORE UPDATE OR DELETE ON hedging_fills
  FOR EACH ROW EXECUTE FUNCTION hedging_fills_stay();

CREATE TABLE hedging_stops (
  number    bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Market; empty for all.
  code      text    NOT NULL,
  stopped   boolean NOT NULL,
  reason    text    NOT NULL CHECK (reason <> ''),
  -- Null: the comparison with the venue, which only ever stops.
  operator  uuid    REFERENCES operators_people,
  at        bigint  NOT NULL,
  CONSTRAINT hedging_stops_resumed CHECK (stopped OR operator IS NOT NULL)
);
COMMENT ON TABLE hedging_stops IS
  'Stops and resumptions of hedging, of a market or of all. The newest of each holds; none is changed or removed.';
CREATE INDEX hedging_stops_newest ON hedging_stops (code, number DESC);
GRANT SELECT, INSERT (code, stopped, reason, operator, at) ON hedging_stops TO candor_app;

CREATE TABLE hedging_comparisons (
  venue  text    NOT NULL,
  code   text    NOT NULL,
  at     bigint  NOT NULL,
  -- Position by our books and at the venue, in units of 10^-8 of what the venue counts in.
  ours   bigint  NOT NULL,
  theirs bigint  NOT NULL,
  -- Executions at the venue that are not ours, since hedging was last resumed.
  foreign_fills integer NOT NULL CHECK (foreign_fills >= 0),
  -- Executions that our books have and the venue does not.
  missing_fills integer NOT NULL CHECK (missing_fills >= 0),
  -- The venue's time up to which all executions were compared.
  through bigint NOT NULL,
  PRIMARY KEY (venue, code)
);
COMMENT ON TABLE hedging_comparisons IS
  'The last comparison of our books with the venue''s drop copy, by market. Times in epoch ms.';
GRANT SELECT, INSERT, UPDATE (at, ours, theirs, foreign_fills, missing_fills, through) ON hedging_comparisons TO candor_app;

CREATE TABLE hedging_states (
  venue     text    NOT NULL,
  code      text    NOT NULL,
  at        bigint  NOT NULL,
  -- In units of 10^-8 lots: customers' net position, most that is kept of it (null: not known, or no limit), position at the venue, and what
  -- of the surplus is not laid off.
  net       bigint  NOT NULL,
  most      bigint,
  laid_off  bigint  NOT NULL,
  residual  bigint,
  -- Values of the net position, of the position at the venue and of the residual in USDT's smallest unit; null without a price.
  net_value      bigint,
  laid_off_value bigint,
  residual_value bigint,
  -- For how long there has been a residual.
  residual_ms bigint NOT NULL,
  -- Why no order may be sent now; null: it may.
  hindrance text,
  connected boolean NOT NULL,
  -- Since when it is connected, or not.
  since     bigint,
  fault     text,
  PRIMARY KEY (venue, code)
) WITH (fillfactor = 50);
COMMENT ON TABLE hedging_states IS
  'State of hedging in each market as the leading engine sees it, each second: for the console, metrics and reports in any process.';
GRANT SELECT, INSERT, UPDATE, DELETE ON hedging_states TO candor_app;
