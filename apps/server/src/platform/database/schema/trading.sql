-- Trading: orders and positions, what the engine commits, equity and fee rebates. Amounts in USDT's smallest unit,
-- prices in 10^-10, lots in 10^-8, times in epoch ms.

CREATE TABLE orders_contracts (
  id              uuid    PRIMARY KEY,
  sequence        bigint  NOT NULL UNIQUE,
  order_no        text    NOT NULL,
  public_id       uuid    NOT NULL UNIQUE,
  user_id         uuid    NOT NULL,
  mode            text    NOT NULL CHECK (mode IN ('demo', 'real')),
  code            text    NOT NULL,
  direction       text    NOT NULL CHECK (direction IN ('buy', 'sell')),
  kind            text    NOT NULL CHECK (kind IN ('market', 'limit', 'stop')),
  -- Order that a closed part belonged to.
  part_of         uuid,
  lots            bigint  NOT NULL CHECK (lots > 0),
  leverage        integer NOT NULL CHECK (leverage > 0),
  -- Level of a limit or stop order.
  price           bigint  CHECK (price > 0),
  expires_at      bigint,
  open_price      bigint  CHECK (open_price > 0),
  margin          bigint  NOT NULL CHECK (margin > 0),
  -- Money set aside, [[hold, amount]]; null means the margin under the order's own id.
  holds           jsonb,
  stop_loss       bigint  CHECK (stop_loss > 0),
  take_profit     bigint  CHECK (take_profit > 0),
  -- Distance of a trailing stop, the best price when it was set, and its number in the order of settings. The
  -- level itself is not stored: on a rising market that would be a write per order and quote (see
  -- orders_trail_peaks).
  trail_distance  bigint  CHECK (trail_distance > 0),
  trail_from      bigint,
  trail_number    bigint,
  fee             bigint  NOT NULL,
  swap            bigint  NOT NULL,
  swapped_through bigint  NOT NULL,
  -- What the operator paid for another position's loss and this one pays back when it closes.
  owed            bigint  NOT NULL DEFAULT 0 CHECK (owed >= 0),
  close_price     bigint,
  profit          bigint,
  status          text    NOT NULL CHECK (status IN ('pending', 'open', 'closed', 'cancelled', 'expired')),
  close_reason    text    CHECK (close_reason IN
    ('user', 'stopLoss', 'takeProfit', 'trailing', 'stopOut', 'expiry', 'roll', 'end')),
  events          integer NOT NULL,
  -- Tariff it was bought with (trust T18).
  terms           jsonb   NOT NULL,
  created_at      bigint  NOT NULL,
  opened_at       bigint,
  closed_at       bigint,
  CONSTRAINT orders_contracts_check
    CHECK ((status = 'closed') = (close_price IS NOT NULL AND profit IS NOT NULL AND close_reason IS NOT NULL
      AND closed_at IS NOT NULL)),
  CONSTRAINT orders_contracts_level CHECK ((kind = 'market') = (price IS NULL)),
  CONSTRAINT orders_contracts_opened
    CHECK ((status IN ('pending', 'cancelled', 'expired')) = (open_price IS NULL AND opened_at IS NULL)),
  CONSTRAINT orders_contracts_trail CHECK (num_nulls(trail_from, trail_number) IN (0, 2))
) WITH (fillfactor = 80);
COMMENT ON TABLE orders_contracts IS 'Orders and leveraged positions: one row each, with the present state.';
CREATE INDEX orders_contracts_of ON orders_contracts (user_id, mode, sequence);
CREATE INDEX orders_contracts_closed ON orders_contracts (user_id, mode, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX orders_contracts_trails ON orders_contracts (trail_number) WHERE trail_number IS NOT NULL;
-- Order of the customer's list of all orders: created_at never changes, so an update stays within its page (HOT).
CREATE INDEX orders_contracts_placed ON orders_contracts (user_id, mode, created_at, id);
-- Block ranges find a stretch of time at hardly any cost to the engine.
CREATE INDEX orders_contracts_when ON orders_contracts USING brin (opened_at, closed_at)
  WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX orders_contracts_open ON orders_contracts (user_id, mode, sequence) WHERE status IN ('pending', 'open');
GRANT SELECT, INSERT, UPDATE ON orders_contracts TO candor_app;

CREATE TABLE orders_moves (
  before text NOT NULL,
  after  text NOT NULL,
  PRIMARY KEY (before, after)
);
COMMENT ON TABLE orders_moves IS 'Permitted moves of an order''s status (rules/orders/contract.ts).';
INSERT INTO orders_moves VALUES
  ('pending', 'open'), ('pending', 'cancelled'), ('pending', 'expired'), ('open', 'closed');

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
COMMENT ON FUNCTION orders_check_move IS
  'Refuses a move that is not in orders_moves, so that a second engine or a mistake cannot close a closed order.';
CREATE TRIGGER orders_contracts_move BEFORE UPDATE OF status ON orders_contracts
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION orders_check_move();

CREATE TABLE orders_events (
  order_id uuid    NOT NULL,
  number   integer NOT NULL,
  kind     text    NOT NULL
    CHECK (kind IN ('place', 'open', 'edit', 'swap', 'part', 'close', 'cancel', 'expire', 'split', 'dividend', 'roll', 'owe')),
  at       bigint  NOT NULL,
  facts    jsonb   NOT NULL,
  PRIMARY KEY (order_id, number)
);
COMMENT ON TABLE orders_events IS 'Events of an order, in order: the content of its receipt (trust T6). Written once.';
-- Dividends and the cash of splits of an order, which few orders have.
CREATE INDEX orders_events_paid ON orders_events (order_id) WHERE kind IN ('dividend', 'split');
GRANT SELECT, INSERT ON orders_events TO candor_app;

CREATE FUNCTION orders_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'orders: an event is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION orders_events_stay IS 'An event is never changed or removed.';
CREATE TRIGGER orders_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON orders_events
  FOR EACH STATEMENT EXECUTE FUNCTION orders_events_stay();

CREATE TABLE orders_tags (
  -- Order that was placed: a contract or an option. Its closed parts share the tags.
  order_id uuid NOT NULL,
  tag      text NOT NULL CHECK (char_length(tag) BETWEEN 1 AND 24 AND tag !~ '[[:cntrl:],]'),
  user_id  uuid NOT NULL,
  mode     text NOT NULL CHECK (mode IN ('demo', 'real')),
  PRIMARY KEY (order_id, tag)
);
COMMENT ON TABLE orders_tags IS
  'Words by which customers group their orders. Apart from the order''s row, which only the engine writes: receipts have no '
  'tags. The rule (rules/orders/tags/order-tags.ts) states their form and their number.';
CREATE INDEX orders_tags_of ON orders_tags (user_id, mode, tag);
GRANT SELECT, INSERT, DELETE ON orders_tags TO candor_app;

CREATE TABLE orders_trail_peaks (
  code      text   NOT NULL,
  -- `both`: from before the modes were kept apart.
  mode      text   NOT NULL CHECK (mode IN ('demo', 'real', 'both')),
  direction text   NOT NULL CHECK (direction IN ('buy', 'sell')),
  through   bigint NOT NULL,
  best      bigint NOT NULL,
  PRIMARY KEY (code, mode, direction, through)
);
COMMENT ON TABLE orders_trail_peaks IS
  'Best price seen by the trailing stops up to a number, so that a restart forgets none. Real and demo accounts are '
  'kept apart: real ones follow only prices they may trade on.';
GRANT SELECT, INSERT, UPDATE, DELETE ON orders_trail_peaks TO candor_app;

CREATE TABLE orders_lease (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  fence    bigint  NOT NULL DEFAULT 0
);
COMMENT ON TABLE orders_lease IS
  'Number of the engine that leads. Each that takes over raises it, and orders_commit refuses a batch with an '
  'earlier number: a lock alone does not stop an engine that lost its session without noticing.';
INSERT INTO orders_lease DEFAULT VALUES;
GRANT SELECT, UPDATE ON orders_lease TO candor_app;

CREATE FUNCTION orders_leading_fence() RETURNS bigint LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT l.fence FROM orders_lease l FOR SHARE
$$;
COMMENT ON FUNCTION orders_leading_fence IS
  'Number of the engine that leads. Its row is locked with the caller''s transaction: an engine that takes over waits for it, and then '
  'counts what it did.';
REVOKE ALL ON FUNCTION orders_leading_fence FROM PUBLIC;

CREATE TABLE orders_last_batch (
  only_row boolean   PRIMARY KEY DEFAULT true CHECK (only_row),
  fence    bigint    NOT NULL,
  batch    bigint    NOT NULL,
  results  text[],
  answers  json
) WITH (fillfactor = 10);
COMMENT ON TABLE orders_last_batch IS
  'Outcome of the last batch, so that a batch whose acknowledgement was lost can be sent again.';
INSERT INTO orders_last_batch (fence, batch) VALUES (0, 0);
GRANT SELECT, UPDATE ON orders_last_batch TO candor_app;

CREATE TABLE orders_quotes_taken (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at       bigint  NOT NULL,
  seqs     jsonb   NOT NULL
);
COMMENT ON TABLE orders_quotes_taken IS
  'Number of the newest quote per market whose decisions were all stored by `at`. The next engine continues from '
  'there (ADR-184).';
GRANT SELECT, INSERT, UPDATE ON orders_quotes_taken TO candor_app;

CREATE TABLE orders_margin_calls (
  user_id uuid NOT NULL,
  mode    text NOT NULL CHECK (mode IN ('demo', 'real')),
  PRIMARY KEY (user_id, mode)
);
COMMENT ON TABLE orders_margin_calls IS
  'Accounts that received a margin call and are still at or below 100 %. Stored with the notice, so that a restart '
  'repeats none.';
GRANT SELECT, INSERT, DELETE ON orders_margin_calls TO candor_app;

CREATE TABLE orders_unpaid_closings (
  order_id uuid   PRIMARY KEY REFERENCES orders_contracts (id) ON DELETE CASCADE,
  reason   text   NOT NULL,
  -- First refusal.
  since    bigint NOT NULL
);
COMMENT ON TABLE orders_unpaid_closings IS
  'Positions whose closing the operator''s accounts could not pay. The engine tries again; a row goes once the '
  'position is closed or nothing asks for its closing. Operators are warned while rows exist.';
GRANT SELECT, INSERT, DELETE ON orders_unpaid_closings TO candor_app;

CREATE TABLE orders_equity (
  user_id uuid   NOT NULL,
  mode    text   NOT NULL CHECK (mode IN ('demo', 'real')),
  at      bigint NOT NULL,
  equity  bigint NOT NULL,
  PRIMARY KEY (user_id, mode, at)
);
COMMENT ON TABLE orders_equity IS
  'Equity of an account over time, for the account page. Thinned with age: every five minutes for a day, one point '
  'an hour for 30 days, then one a day.';
CREATE INDEX orders_equity_at ON orders_equity (at);
GRANT SELECT, INSERT, DELETE ON orders_equity TO candor_app;

CREATE TABLE orders_equity_thinned (
  resolution text   PRIMARY KEY CHECK (resolution IN ('hour', 'day')),
  through    bigint NOT NULL
);
COMMENT ON TABLE orders_equity_thinned IS 'Moment up to which equity was thinned to each resolution.';
INSERT INTO orders_equity_thinned VALUES ('hour', 0), ('day', 0);
GRANT SELECT, UPDATE (through) ON orders_equity_thinned TO candor_app;

CREATE TABLE orders_fee_rebates (
  id      uuid   PRIMARY KEY,
  user_id uuid   NOT NULL,
  day     date   NOT NULL,
  -- Traded in the 30 days before that day.
  volume  bigint NOT NULL CHECK (volume > 0),
  fees    bigint NOT NULL CHECK (fees > 0),
  rate    bigint NOT NULL CHECK (rate BETWEEN 1 AND 500000000000),
  rebate  bigint NOT NULL CHECK (rebate > 0),
  paid_at bigint NOT NULL,
  UNIQUE (user_id, day),
  CONSTRAINT orders_fee_rebates_check CHECK (rebate = floor(fees::numeric * rate / 1000000000000))
);
COMMENT ON TABLE orders_fee_rebates IS
  'Part of a day''s fees returned by VIP tier (ADR-113), once per day and customer. Rates in 10^-12, days in UTC.';
GRANT SELECT, INSERT ON orders_fee_rebates TO candor_app;

CREATE FUNCTION orders_rebates_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'orders: what was given back is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION orders_rebates_stay IS 'Rebates are never changed or removed.';
CREATE TRIGGER orders_fee_rebates_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON orders_fee_rebates
  FOR EACH STATEMENT EXECUTE FUNCTION orders_rebates_stay();

CREATE TABLE orders_fee_rebate_days (
  day     date   PRIMARY KEY,
  done_at bigint NOT NULL
);
COMMENT ON TABLE orders_fee_rebate_days IS 'Days for which everyone is paid or listed in orders_fee_rebates_owed.';
GRANT SELECT, INSERT ON orders_fee_rebate_days TO candor_app;

CREATE TABLE orders_fee_rebates_owed (
  day     date   NOT NULL,
  user_id uuid   NOT NULL,
  -- In USDT's smallest unit.
  fees    bigint NOT NULL CHECK (fees > 0),
  PRIMARY KEY (day, user_id)
);
COMMENT ON TABLE orders_fee_rebates_owed IS
  'Rebates of past days that are not settled yet. Each is tried by itself, so that one that cannot be paid holds up '
  'neither other customers nor later days.';
CREATE INDEX orders_fee_rebates_owed_customer ON orders_fee_rebates_owed (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON orders_fee_rebates_owed TO candor_app;

CREATE FUNCTION orders_margin_call(p_fence bigint, p_notices jsonb, p_over jsonb) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- As in orders_commit: an engine that was overtaken tells nobody anything.
  PERFORM FROM orders_lease WHERE fence = p_fence FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'orders: another engine leads' USING ERRCODE = 'CA001';
  END IF;
  DELETE FROM orders_margin_calls c
   USING jsonb_to_recordset(p_over) o (user_id uuid, mode text)
   WHERE c.user_id = o.user_id AND c.mode = o.mode;
  INSERT INTO orders_margin_calls (user_id, mode)
    SELECT DISTINCT n.user_id, n.mode FROM jsonb_to_recordset(p_notices) n (user_id uuid, mode text)
  ON CONFLICT DO NOTHING;
  PERFORM notifications_keep(p_notices);
END
$$;
COMMENT ON FUNCTION orders_margin_call IS
  'Stores margin calls with their notices and removes those that are over: {user_id, mode}.';
REVOKE ALL ON FUNCTION orders_margin_call FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_margin_call TO candor_app;
