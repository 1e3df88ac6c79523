-- Up/down options with a fixed payout. Amounts in the smallest unit, prices in 10^-10, rates in 10^-12, times in epoch ms.
CREATE TABLE options_orders (
  id               uuid PRIMARY KEY,
  sequence         bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  order_no         text    NOT NULL,
  public_id        uuid    NOT NULL UNIQUE,
  user_id          uuid    NOT NULL,
  mode             text    NOT NULL CHECK (mode IN ('demo', 'real')),
  code             text    NOT NULL,
  direction        text    NOT NULL CHECK (direction IN ('up', 'down')),
  period_seconds   integer NOT NULL CHECK (period_seconds > 0),
  -- The terms it was bought with (trust T18).
  stake            bigint  NOT NULL CHECK (stake > 0),
  payout_rate      bigint  NOT NULL CHECK (payout_rate >= 0),
  settle_within_ms integer NOT NULL CHECK (settle_within_ms >= 0),
  source           text    NOT NULL CHECK (source IN ('live', 'delayed', 'replay', 'simulated')),
  -- The journalled quotes that opened and closed it.
  open_seq         bigint  NOT NULL,
  open_price       bigint  NOT NULL CHECK (open_price > 0),
  close_seq        bigint,
  close_price      bigint,
  status           text    NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  result           text    CHECK (result IN ('won', 'lost', 'refunded')),
  refund_reason    text    CHECK (refund_reason IN ('tie', 'noQuote', 'reset')),
  profit           bigint,
  opened_at        bigint  NOT NULL,
  expires_at       bigint  NOT NULL,
  closed_at        bigint,
  CHECK (expires_at = opened_at + period_seconds * 1000::bigint),
  CHECK ((status = 'closed') = (result IS NOT NULL)),
  CHECK ((status = 'closed') = (profit IS NOT NULL)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((close_seq IS NULL) = (close_price IS NULL)),
  CHECK ((result = 'refunded') = (refund_reason IS NOT NULL)),
  CHECK (result NOT IN ('won', 'lost') OR close_seq IS NOT NULL),
  -- What the result gives is bounded by the terms, whoever writes it.
  CHECK (CASE result WHEN 'won' THEN profit >= 0 AND (close_price > open_price) = (direction = 'up')
                     WHEN 'lost' THEN profit = -stake AND (close_price > open_price) <> (direction = 'up')
                     WHEN 'refunded' THEN profit = 0 ELSE true END)
);
CREATE INDEX options_orders_of ON options_orders (user_id, mode, sequence);
CREATE INDEX options_orders_open ON options_orders (code, expires_at) WHERE status = 'open';
CREATE INDEX options_orders_open_of ON options_orders (user_id, mode) WHERE status = 'open';

-- open → closed, once; the terms never change (trust T18).
CREATE FUNCTION options_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'closed' THEN
    RAISE EXCEPTION 'options: a closed option stays as it is'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'options_moves';
  END IF;
  IF (OLD.user_id, OLD.mode, OLD.code, OLD.direction, OLD.period_seconds, OLD.stake, OLD.payout_rate, OLD.settle_within_ms,
      OLD.source, OLD.open_seq, OLD.open_price, OLD.opened_at)
     IS DISTINCT FROM
     (NEW.user_id, NEW.mode, NEW.code, NEW.direction, NEW.period_seconds, NEW.stake, NEW.payout_rate, NEW.settle_within_ms,
      NEW.source, NEW.open_seq, NEW.open_price, NEW.opened_at) THEN
    RAISE EXCEPTION 'options: the terms of an option never change'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'options_terms';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER options_orders_move BEFORE UPDATE ON options_orders
  FOR EACH ROW EXECUTE FUNCTION options_check_move();

-- What happened to an option with every quote looked at: the content of its receipt (trust T6). Written once.
CREATE TABLE options_events (
  order_id uuid    NOT NULL REFERENCES options_orders (id),
  number   integer NOT NULL,
  kind     text    NOT NULL CHECK (kind IN ('open', 'close')),
  at       bigint  NOT NULL,
  facts    jsonb   NOT NULL,
  PRIMARY KEY (order_id, number)
);
CREATE FUNCTION options_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'options: an event is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER options_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON options_events
  FOR EACH STATEMENT EXECUTE FUNCTION options_events_stay();

GRANT SELECT, INSERT, UPDATE ON options_orders TO candor_app;
GRANT SELECT, INSERT ON options_events TO candor_app;

INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('option-profit', 'trading-capital', 'customer', 'any'),
  ('option-loss', 'customer', 'trading-capital', 'any');
