-- Leveraged positions. Amounts in USDT's smallest unit, prices in 10^-10, lots in 10^-8.
CREATE TABLE orders_contracts (
  id              uuid PRIMARY KEY,
  sequence        bigint      NOT NULL UNIQUE,
  order_no        text        NOT NULL,
  public_id       uuid        NOT NULL UNIQUE,
  user_id         uuid        NOT NULL,
  mode            text        NOT NULL CHECK (mode IN ('demo', 'real')),
  code            text        NOT NULL,
  direction       text        NOT NULL CHECK (direction IN ('buy', 'sell')),
  kind            text        NOT NULL CHECK (kind IN ('market', 'limit', 'stop')),
  lots            bigint      NOT NULL CHECK (lots > 0),
  leverage        integer     NOT NULL CHECK (leverage > 0),
  open_price      bigint      NOT NULL CHECK (open_price > 0),
  margin          bigint      NOT NULL CHECK (margin > 0),
  stop_loss       bigint      CHECK (stop_loss > 0),
  take_profit     bigint      CHECK (take_profit > 0),
  fee             bigint      NOT NULL,
  swap            bigint      NOT NULL,
  swapped_through bigint      NOT NULL,
  close_price     bigint,
  profit          bigint,
  status          text        NOT NULL CHECK (status IN ('pending', 'open', 'closed', 'cancelled', 'expired')),
  close_reason    text        CHECK (close_reason IN
    ('user', 'stopLoss', 'takeProfit', 'trailing', 'stopOut', 'expiry', 'roll', 'end')),
  events          integer     NOT NULL,
  -- The tariff it was bought with (trust T18).
  terms           jsonb       NOT NULL,
  created_at      bigint      NOT NULL,
  opened_at       bigint      NOT NULL,
  closed_at       bigint,
  CHECK ((status = 'closed') = (close_price IS NOT NULL AND profit IS NOT NULL AND close_reason IS NOT NULL
    AND closed_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX orders_contracts_of ON orders_contracts (user_id, mode, sequence);
CREATE INDEX orders_contracts_open ON orders_contracts (sequence) WHERE status IN ('pending', 'open');
CREATE INDEX orders_contracts_closed ON orders_contracts (user_id, mode, closed_at) WHERE closed_at IS NOT NULL;

-- The state table (rules/orders/contract.ts), refused by the database as well.
CREATE TABLE orders_moves (before text NOT NULL, after text NOT NULL, PRIMARY KEY (before, after));
INSERT INTO orders_moves VALUES ('pending', 'open'), ('pending', 'cancelled'), ('pending', 'expired'), ('open', 'closed');
CREATE FUNCTION orders_check_move() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM orders_moves WHERE before = OLD.status AND after = NEW.status) THEN
    RAISE EXCEPTION 'orders: no move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'orders_moves';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER orders_contracts_move BEFORE UPDATE OF status ON orders_contracts
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION orders_check_move();

-- What happened to an order, in its order: the content of its receipt (trust T6). Written once.
CREATE TABLE orders_events (
  order_id uuid    NOT NULL,
  number   integer NOT NULL,
  kind     text    NOT NULL CHECK (kind IN ('open', 'edit', 'swap', 'close')),
  at       bigint  NOT NULL,
  facts    jsonb   NOT NULL,
  PRIMARY KEY (order_id, number)
);
CREATE FUNCTION orders_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'orders: an event is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER orders_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON orders_events
  FOR EACH STATEMENT EXECUTE FUNCTION orders_events_stay();

-- Equity of an account at a time: what the account page draws.
CREATE TABLE orders_equity (
  user_id uuid   NOT NULL,
  mode    text   NOT NULL CHECK (mode IN ('demo', 'real')),
  at      bigint NOT NULL,
  equity  bigint NOT NULL,
  PRIMARY KEY (user_id, mode, at)
);

GRANT SELECT, INSERT, UPDATE ON orders_contracts TO candor_app;
GRANT SELECT, INSERT ON orders_events, orders_equity TO candor_app;
