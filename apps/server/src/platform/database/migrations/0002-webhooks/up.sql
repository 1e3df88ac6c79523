CREATE TABLE webhooks_endpoints (
  id            uuid   PRIMARY KEY,
  name          text   NOT NULL UNIQUE CHECK (name <> ''),
  url           text   NOT NULL CHECK (url LIKE 'http%://%'),
  -- Types of the events that it is told of.
  types         text[] NOT NULL CHECK (cardinality(types) > 0),
  -- v1: HMAC-SHA256 with a shared secret. v1a: Ed25519.
  signature     text   NOT NULL CHECK (signature IN ('v1', 'v1a')),
  secret        text   NOT NULL,
  -- Secret before the last rotation, which signs too until then.
  former_secret text,
  former_until  bigint,
  -- Ed25519 only: what its receiver verifies with.
  public_key    text,
  state         text   NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'stopped')),
  -- Why the server stopped it by itself: the receiver answered 410, or took nothing for three days.
  stop_reason   text   CHECK (stop_reason IN ('gone', 'failing')),
  stopped_at    bigint,
  created_at    bigint NOT NULL,
  succeeded_at  bigint,
  -- First failure since the last success.
  failing_since bigint,
  CONSTRAINT webhooks_endpoints_secret_sealed CHECK (secret LIKE 'sealed:%'),
  CONSTRAINT webhooks_endpoints_former_sealed CHECK (former_secret LIKE 'sealed:%'),
  CONSTRAINT webhooks_endpoints_former CHECK ((former_secret IS NULL) = (former_until IS NULL)),
  CONSTRAINT webhooks_endpoints_key CHECK ((signature = 'v1a') = (public_key IS NOT NULL)),
  CONSTRAINT webhooks_endpoints_stopped
    CHECK ((state = 'stopped') = (stop_reason IS NOT NULL) AND (state = 'stopped') = (stopped_at IS NOT NULL))
);
COMMENT ON TABLE webhooks_endpoints IS
  'Addresses of the operator''s other systems that events are sent to. Times in epoch ms. Secrets are sealed (ADR-188).';
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks_endpoints TO candor_app;

CREATE TABLE webhooks_events (
  sequence bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The message's id, the same at every attempt.
  id       uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  type     text    NOT NULL CHECK (type LIKE '%.%'),
  at       bigint  NOT NULL,
  data     jsonb   NOT NULL,
  -- It has a delivery for each endpoint that wants it.
  spread   boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE webhooks_events IS
  'Events of the last 30 days, recorded in the transaction of their change where an endpoint wants their type. Numbers are not '
  'in the order of commits: an event is found by `spread`, never by a number that was reached. No personal data but ids.';
CREATE INDEX webhooks_events_unspread ON webhooks_events (sequence) WHERE NOT spread;
CREATE INDEX webhooks_events_at ON webhooks_events (at);
GRANT SELECT, INSERT (id, type, at, data, spread), UPDATE (spread), DELETE ON webhooks_events TO candor_app;

CREATE TABLE webhooks_deliveries (
  endpoint_id uuid    NOT NULL REFERENCES webhooks_endpoints (id) ON DELETE CASCADE,
  event       bigint  NOT NULL REFERENCES webhooks_events (sequence) ON DELETE CASCADE,
  state       text    NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts    integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- When it is due; during an attempt, when another process may try it.
  next_at     bigint,
  tried_at    bigint,
  -- Outcome of the last attempt: the HTTP status, or why there is none.
  status      integer,
  failure     text,
  detail      text,
  PRIMARY KEY (endpoint_id, event),
  CONSTRAINT webhooks_deliveries_next CHECK ((state = 'waiting') = (next_at IS NOT NULL))
);
COMMENT ON TABLE webhooks_deliveries IS 'An event for an endpoint, and the outcome of the last attempt to deliver it.';
CREATE INDEX webhooks_deliveries_event ON webhooks_deliveries (event);
CREATE INDEX webhooks_deliveries_due ON webhooks_deliveries (endpoint_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhooks_deliveries_failed ON webhooks_deliveries (endpoint_id, event) WHERE state = 'failed';
GRANT SELECT, INSERT, UPDATE (state, attempts, next_at, tried_at, status, failure, detail), DELETE
  ON webhooks_deliveries TO candor_app;

CREATE TABLE webhooks_watched (
  name text  PRIMARY KEY,
  seen jsonb NOT NULL
);
COMMENT ON TABLE webhooks_watched IS
  'Operators'' alerts and late queues as the last look found them. What differs at the next look is an event.';
GRANT SELECT, INSERT, UPDATE (seen), DELETE ON webhooks_watched TO candor_app;

CREATE FUNCTION webhooks_wanted(p_types text[]) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM webhooks_endpoints e WHERE e.types && p_types)
$$;
COMMENT ON FUNCTION webhooks_wanted IS
  'True when an endpoint wants one of these types. For triggers of busy tables, which do nothing else without one.';
REVOKE ALL ON FUNCTION webhooks_wanted FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhooks_wanted TO candor_app;

CREATE FUNCTION webhooks_keep(p_type text, p_at bigint, p_data jsonb) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  INSERT INTO webhooks_events (type, at, data)
    SELECT p_type, coalesce(p_at, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), p_data
     WHERE webhooks_wanted(ARRAY[p_type])
$$;
COMMENT ON FUNCTION webhooks_keep IS
  'Records an event where an endpoint wants it. For triggers of other modules: it commits together with the change it reports.';
REVOKE ALL ON FUNCTION webhooks_keep FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhooks_keep TO candor_app;

CREATE FUNCTION webhooks_keep_all(p_events jsonb) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO webhooks_events (type, at, data)
    SELECT e.type, coalesce(e.at, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), e.data
      FROM jsonb_to_recordset(p_events) e (type text, at bigint, data jsonb)
     WHERE e.type IN (SELECT unnest(w.types) FROM webhooks_endpoints w)
$$;
COMMENT ON FUNCTION webhooks_keep_all IS
  'Records events [{type, at, data}] in one statement: a call for each would cost the engine more than its own rows.';
REVOKE ALL ON FUNCTION webhooks_keep_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhooks_keep_all TO candor_app;

CREATE FUNCTION webhooks_amount(p_minor bigint, p_asset text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_minor * CASE p_asset WHEN 'BTC' THEN 0.00000001 WHEN 'ETH' THEN 0.000000001 ELSE 0.000001 END)::text
$$;
COMMENT ON FUNCTION webhooks_amount IS 'Writes an amount of an asset as a decimal text; USDT unless it is another.';
CREATE FUNCTION webhooks_price(p_price bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT trim_scale(p_price * 0.0000000001)::text
$$;
COMMENT ON FUNCTION webhooks_price IS 'Writes a price as a decimal text.';
CREATE FUNCTION webhooks_time(p_at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(extract(epoch FROM p_at) * 1000)::bigint
$$;
COMMENT ON FUNCTION webhooks_time IS 'Converts a time to epoch ms.';

-- Customers.
CREATE FUNCTION accounts_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM webhooks_keep('customer.opened', webhooks_time(NEW.created_at), jsonb_build_object('customer', NEW.id));
  ELSE
    PERFORM webhooks_keep(
      CASE NEW.status WHEN 'frozen' THEN 'customer.frozen' WHEN 'closed' THEN 'customer.closed' ELSE 'customer.unfrozen' END,
      CASE WHEN NEW.status <> 'closed' THEN
        (SELECT webhooks_time(max(greatest(f.placed_at, f.lifted_at))) FROM accounts_freezes f WHERE f.user_id = NEW.id) END,
      jsonb_build_object('customer', NEW.id));
  END IF;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION accounts_tell_webhooks IS 'Records that an account was opened, frozen, unfrozen or closed.';
CREATE TRIGGER accounts_users_tell_opened AFTER INSERT ON accounts_users
  FOR EACH ROW EXECUTE FUNCTION accounts_tell_webhooks();
CREATE TRIGGER accounts_users_tell_status AFTER UPDATE OF status ON accounts_users
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION accounts_tell_webhooks();

CREATE FUNCTION kyc_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    CASE NEW.status WHEN 'pending' THEN 'customer.verification_requested' WHEN 'approved' THEN 'customer.verified'
      ELSE 'customer.verification_refused' END,
    webhooks_time(coalesce(NEW.decided_at, NEW.submitted_at)),
    jsonb_build_object('customer', NEW.user_id, 'attempt', NEW.attempt));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION kyc_tell_webhooks IS 'Records that an identity check was sent or decided.';
CREATE TRIGGER kyc_cases_tell_sent AFTER INSERT ON kyc_cases FOR EACH ROW EXECUTE FUNCTION kyc_tell_webhooks();
CREATE TRIGGER kyc_cases_tell_decided AFTER UPDATE OF status ON kyc_cases
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION kyc_tell_webhooks();

-- Deposits and withdrawals.
CREATE FUNCTION funding_tell_deposit() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    CASE NEW.status WHEN 'pending' THEN 'deposit.reported' WHEN 'approved' THEN 'deposit.credited' ELSE 'deposit.refused' END,
    NEW.at,
    jsonb_build_object('customer', d.user_id, 'deposit', d.id, 'asset', d.coin, 'network', d.network,
      'amount', webhooks_amount(CASE NEW.status WHEN 'approved' THEN coalesce(d.credited, d.amount) ELSE d.amount END, d.coin),
      'transaction', d.hash))
    FROM funding_deposits d WHERE d.id = NEW.deposit_id;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION funding_tell_deposit IS 'Records that a deposit was reported, credited or refused.';
CREATE TRIGGER funding_deposit_events_tell AFTER INSERT ON funding_deposit_events
  FOR EACH ROW EXECUTE FUNCTION funding_tell_deposit();

CREATE FUNCTION funding_tell_reversal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep('deposit.reversed', NEW.at,
    jsonb_build_object('customer', NEW.user_id, 'deposit', NEW.deposit_id, 'asset', NEW.asset,
      'taken', webhooks_amount(NEW.taken, NEW.asset), 'claim', webhooks_amount(NEW.claim, NEW.asset)));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION funding_tell_reversal IS 'Records that the credit of a deposit was taken back.';
CREATE TRIGGER funding_reversals_tell AFTER INSERT ON funding_reversals
  FOR EACH ROW EXECUTE FUNCTION funding_tell_reversal();

CREATE FUNCTION funding_tell_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    'withdrawal.' || CASE NEW.status WHEN 'pending' THEN 'requested' WHEN 'rejected' THEN 'refused' ELSE NEW.status END,
    NEW.at,
    jsonb_build_object('customer', w.user_id, 'withdrawal', w.id, 'method', w.method, 'asset', w.coin, 'network', w.network,
      'amount', webhooks_amount(w.amount, w.coin), 'fee', webhooks_amount(w.fee, w.coin),
      'received', webhooks_amount(w.received, w.coin),
      -- A bank's reference could name a person.
      'transaction', CASE w.method WHEN 'coin' THEN w.hash END))
    FROM funding_withdrawals w WHERE w.id = NEW.withdrawal_id;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION funding_tell_withdrawal IS 'Records each state of a withdrawal.';
CREATE TRIGGER funding_withdrawal_events_tell AFTER INSERT ON funding_withdrawal_events
  FOR EACH ROW EXECUTE FUNCTION funding_tell_withdrawal();

-- Orders and options of real accounts. Once per statement, and without a wanted type nothing is read: the engine waits for it.
CREATE FUNCTION orders_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF webhooks_wanted('{order.placed,order.opened,order.closed,order.cancelled,order.expired}') THEN
    PERFORM webhooks_keep_all(jsonb_agg(jsonb_build_object(
      'type', 'order.' || CASE a.kind WHEN 'place' THEN 'placed' WHEN 'open' THEN 'opened' WHEN 'close' THEN 'closed'
        WHEN 'cancel' THEN 'cancelled' ELSE 'expired' END,
      'at', a.at,
      'data', jsonb_build_object('customer', c.user_id, 'order', c.id, 'number', c.order_no, 'partOf', c.part_of, 'market', c.code,
        'direction', c.direction, 'kind', c.kind, 'lots', trim_scale(c.lots * 0.00000001)::text, 'leverage', c.leverage,
        'margin', webhooks_amount(c.margin, 'USDT'), 'openPrice', webhooks_price(c.open_price),
        'closePrice', webhooks_price(c.close_price), 'profit', webhooks_amount(c.profit, 'USDT'),
        'fee', webhooks_amount(c.fee, 'USDT'), 'swap', webhooks_amount(c.swap, 'USDT'), 'reason', c.close_reason))))
      FROM added a JOIN orders_contracts c ON c.id = a.order_id
     WHERE a.kind IN ('place', 'open', 'close', 'cancel', 'expire') AND c.mode = 'real';
  END IF;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION orders_tell_webhooks IS 'Records what happened to orders of real accounts, in the commit of the engine.';
CREATE TRIGGER orders_events_tell AFTER INSERT ON orders_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION orders_tell_webhooks();

CREATE FUNCTION orders_tell_margin_call() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep('customer.margin_called', NULL, jsonb_build_object('customer', a.user_id))
    FROM added a WHERE a.mode = 'real';
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION orders_tell_margin_call IS 'Records margin calls of real accounts.';
CREATE TRIGGER orders_margin_calls_tell AFTER INSERT ON orders_margin_calls REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION orders_tell_margin_call();

CREATE FUNCTION options_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF webhooks_wanted('{option.opened,option.closed}') THEN
    PERFORM webhooks_keep_all(jsonb_agg(jsonb_build_object(
      'type', CASE a.kind WHEN 'open' THEN 'option.opened' ELSE 'option.closed' END,
      'at', a.at,
      'data', jsonb_build_object('customer', o.user_id, 'option', o.id, 'number', o.order_no, 'market', o.code, 'direction', o.direction,
        'periodSeconds', o.period_seconds, 'amount', webhooks_amount(o.stake, 'USDT'), 'openPrice', webhooks_price(o.open_price),
        'closePrice', webhooks_price(o.close_price), 'result', o.result, 'profit', webhooks_amount(o.profit, 'USDT')))))
      FROM added a JOIN options_orders o ON o.id = a.order_id WHERE o.mode = 'real';
  END IF;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION options_tell_webhooks IS 'Records openings and results of options of real accounts.';
CREATE TRIGGER options_events_tell AFTER INSERT ON options_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION options_tell_webhooks();

-- Products.
CREATE FUNCTION loans_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    'loan.' || CASE NEW.status WHEN 'pending' THEN 'requested' WHEN 'repaying' THEN 'paid_out' WHEN 'rejected' THEN 'refused'
      ELSE NEW.status END,
    NEW.at,
    jsonb_build_object('customer', l.user_id, 'loan', l.id, 'number', l.loan_no, 'amount', webhooks_amount(l.amount, 'USDT'),
      'days', l.days))
    FROM loans l WHERE l.id = NEW.loan_id;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION loans_tell_webhooks IS 'Records each state of a loan.';
CREATE TRIGGER loan_moves_tell AFTER INSERT ON loan_moves FOR EACH ROW EXECUTE FUNCTION loans_tell_webhooks();

CREATE FUNCTION smart_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    CASE NEW.status WHEN 'earning' THEN 'plan.bought' WHEN 'completed' THEN 'plan.completed' ELSE 'plan.exited' END,
    coalesce(NEW.closed_at, NEW.started_at),
    jsonb_build_object('customer', NEW.user_id, 'plan', NEW.id, 'number', NEW.order_no, 'product', NEW.product_id,
      'amount', webhooks_amount(NEW.amount, 'USDT'), 'days', NEW.days, 'penalty', webhooks_amount(NEW.penalty, 'USDT')));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION smart_tell_webhooks IS 'Records that a plan was bought or ended.';
CREATE TRIGGER smart_plans_tell_bought AFTER INSERT ON smart_plans FOR EACH ROW EXECUTE FUNCTION smart_tell_webhooks();
CREATE TRIGGER smart_plans_tell_ended AFTER UPDATE OF status ON smart_plans
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION smart_tell_webhooks();

CREATE FUNCTION savings_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    CASE WHEN NEW.held > OLD.held THEN 'savings.paid_in' ELSE 'savings.paid_out' END, NULL,
    jsonb_build_object('customer', NEW.user_id, 'asset', NEW.asset,
      'amount', webhooks_amount(abs(NEW.held - OLD.held), NEW.asset), 'held', webhooks_amount(NEW.held, NEW.asset)));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION savings_tell_webhooks IS 'Records that money went into savings or came out.';
CREATE TRIGGER savings_holdings_tell AFTER UPDATE OF held ON savings_holdings
  FOR EACH ROW WHEN (OLD.held <> NEW.held) EXECUTE FUNCTION savings_tell_webhooks();

CREATE FUNCTION nft_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep('artwork.sold', NEW.sold_at,
    jsonb_build_object('customer', NEW.buyer, 'artwork', NEW.id, 'certificate', NEW.certificate_no,
      'price', webhooks_amount(NEW.sold_price, 'USDT'), 'fee', webhooks_amount(NEW.fee, 'USDT')));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION nft_tell_webhooks IS 'Records that an artwork was sold.';
CREATE TRIGGER nft_works_tell AFTER UPDATE OF state ON nft_works
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'sold') EXECUTE FUNCTION nft_tell_webhooks();

-- Operators. A summary of a proposal could name a customer.
CREATE FUNCTION operators_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    CASE NEW.status WHEN 'pending' THEN 'proposal.made' ELSE 'proposal.decided' END,
    webhooks_time(coalesce(NEW.decided_at, NEW.proposed_at)),
    jsonb_build_object('proposal', NEW.id, 'kind', NEW.kind, 'status', NEW.status, 'proposedBy', NEW.proposed_by,
      'decidedBy', NEW.decided_by));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION operators_tell_webhooks IS 'Records that a proposal was made or decided.';
CREATE TRIGGER operators_proposals_tell_made AFTER INSERT ON operators_proposals
  FOR EACH ROW EXECUTE FUNCTION operators_tell_webhooks();
CREATE TRIGGER operators_proposals_tell_decided AFTER UPDATE OF status ON operators_proposals
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION operators_tell_webhooks();
