-- Up/down options with a fixed payout. Amounts in the smallest unit, prices in 10^-10, rates in 10^-12, times in
-- epoch ms.

CREATE TABLE options_orders (
  id               uuid    PRIMARY KEY,
  sequence         bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  order_no         text    NOT NULL,
  public_id        uuid    NOT NULL UNIQUE,
  user_id          uuid    NOT NULL,
  mode             text    NOT NULL CHECK (mode IN ('demo', 'real')),
  code             text    NOT NULL,
  direction        text    NOT NULL CHECK (direction IN ('up', 'down')),
  period_seconds   integer NOT NULL CHECK (period_seconds > 0),
  -- Terms it was bought with (trust T18).
  stake            bigint  NOT NULL CHECK (stake > 0),
  payout_rate      bigint  NOT NULL CHECK (payout_rate >= 0),
  settle_within_ms integer NOT NULL CHECK (settle_within_ms >= 0),
  source           text    NOT NULL CHECK (source IN ('live', 'delayed', 'replay', 'simulated')),
  -- Journalled quotes that opened and closed it.
  open_seq         bigint  NOT NULL,
  open_price       bigint  NOT NULL CHECK (open_price > 0),
  close_seq        bigint,
  close_price      bigint,
  -- Splits between the opening and the closing quote: the closing mid counts times fresh ÷ old. 1 and 1 without
  -- a split (ADR-162).
  split_fresh      bigint  NOT NULL DEFAULT 1 CHECK (split_fresh > 0),
  split_old        bigint  NOT NULL DEFAULT 1 CHECK (split_old > 0),
  status           text    NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  result           text    CHECK (result IN ('won', 'lost', 'refunded')),
  refund_reason    text    CHECK (refund_reason IN ('tie', 'noQuote', 'reset')),
  profit           bigint,
  opened_at        bigint  NOT NULL,
  expires_at       bigint  NOT NULL,
  closed_at        bigint,
  CONSTRAINT options_orders_check CHECK (expires_at = opened_at + period_seconds * 1000::bigint),
  CONSTRAINT options_orders_check1 CHECK ((status = 'closed') = (result IS NOT NULL)),
  CONSTRAINT options_orders_check2 CHECK ((status = 'closed') = (profit IS NOT NULL)),
  CONSTRAINT options_orders_check3 CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT options_orders_check4 CHECK ((close_seq IS NULL) = (close_price IS NULL)),
  CONSTRAINT options_orders_check5 CHECK ((result = 'refunded') = (refund_reason IS NOT NULL)),
  CONSTRAINT options_orders_check6 CHECK (result NOT IN ('won', 'lost') OR close_seq IS NOT NULL),
  CONSTRAINT options_orders_check8 CHECK (status = 'closed' OR (split_fresh, split_old) = (1, 1)),
  -- The result is bounded by the terms and by both prices in the same shares, exactly, whoever writes it.
  CONSTRAINT options_result_follows CHECK (
      CASE result
      WHEN 'won' THEN profit >= 0 AND (close_price::numeric * split_fresh > open_price::numeric * split_old) = (direction = 'up')
      WHEN 'lost' THEN profit = -stake AND (close_price::numeric * split_fresh > open_price::numeric * split_old) <> (direction = 'up')
      WHEN 'refunded' THEN profit = 0 ELSE true END)
);
COMMENT ON TABLE options_orders IS
  'Options: the terms at purchase, the journalled quotes that opened and closed each, and the result.';
CREATE INDEX options_orders_of ON options_orders (user_id, mode, sequence);
CREATE INDEX options_orders_open ON options_orders (code, expires_at) WHERE status = 'open';
CREATE INDEX options_orders_open_of ON options_orders (user_id, mode) WHERE status = 'open';
-- Order of the customer's list of all orders: the view orders_all merges three such indexes.
CREATE INDEX options_orders_placed ON options_orders (user_id, mode, opened_at, id);
GRANT SELECT, INSERT, UPDATE ON options_orders TO candor_app;

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
COMMENT ON FUNCTION options_check_move IS 'open → closed, once. The terms never change (trust T18).';
CREATE TRIGGER options_orders_move BEFORE UPDATE ON options_orders
  FOR EACH ROW EXECUTE FUNCTION options_check_move();

CREATE TABLE options_events (
  order_id uuid    NOT NULL REFERENCES options_orders (id),
  number   integer NOT NULL,
  kind     text    NOT NULL CHECK (kind IN ('open', 'close')),
  at       bigint  NOT NULL,
  facts    jsonb   NOT NULL,
  PRIMARY KEY (order_id, number)
);
COMMENT ON TABLE options_events IS
  'Events of an option with every quote considered: the content of its receipt (trust T6). Written once.';
GRANT SELECT, INSERT ON options_events TO candor_app;

CREATE FUNCTION options_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'options: an event is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION options_events_stay IS 'An event is never changed or removed.';
CREATE TRIGGER options_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON options_events
  FOR EACH STATEMENT EXECUTE FUNCTION options_events_stay();

CREATE FUNCTION options_tell_split(p_action uuid, p_code text, p_at bigint, p_ratio text) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  SELECT notifications_keep(jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'user_id', h.user_id, 'mode', h.mode,
           'kind', 'optionSplit', 'once', 'option-split:' || p_action || ':' || h.mode, 'code', p_code, 'at', p_at,
           'facts', jsonb_build_object('ratio', p_ratio, 'orders', h.orders::text))))
    FROM (SELECT o.user_id, o.mode, count(*) AS orders FROM options_orders o
           WHERE o.code = p_code AND o.status = 'open' GROUP BY o.user_id, o.mode) h
$$;
COMMENT ON FUNCTION options_tell_split IS
  'Tells every holder of a running option of a market about its split, in the transaction of the split.';
REVOKE ALL ON FUNCTION options_tell_split FROM PUBLIC;
GRANT EXECUTE ON FUNCTION options_tell_split TO candor_app;
