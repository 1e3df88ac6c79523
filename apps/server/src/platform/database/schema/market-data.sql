-- Market data: the quote journal, customers' lists and charts, halts, corporate actions and tariffs. Prices in 10^-10 of the quote
-- currency, times in epoch ms. Candles are in market-candles.sql.

CREATE TABLE markets_runs (
  first_seq  bigint      PRIMARY KEY,
  started_at timestamptz NOT NULL
);
COMMENT ON TABLE markets_runs IS
  'First sequence number of every run of the price board, so that no number is used twice even if the machine''s '
  'clock was set back.';
GRANT SELECT, INSERT ON markets_runs TO candor_app;

CREATE TABLE markets_quotes (
  code        text     NOT NULL,
  seq         bigint   NOT NULL,
  revision    smallint NOT NULL DEFAULT 0,
  source      text     NOT NULL CHECK (source IN ('live', 'delayed', 'replay', 'simulated')),
  -- The source's time, and the server's time of receipt.
  source_time bigint   NOT NULL,
  received_at bigint   NOT NULL,
  bid         bigint   NOT NULL,
  ask         bigint   NOT NULL,
  -- Why it was corrected; null in a first row.
  reason      text,
  -- Order of writing, so that signed heads cover every row once (trust T14).
  entry       bigint   GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (code, seq, revision),
  CONSTRAINT markets_quotes_check CHECK ((revision = 0) = (reason IS NULL))
);
COMMENT ON TABLE markets_quotes IS
  'Quote journal: quotes used for trading and their neighbours (trust T5). A correction is a second row: revision '
  '1, 2, …';
CREATE UNIQUE INDEX markets_quotes_entry ON markets_quotes (entry);
GRANT SELECT, INSERT ON markets_quotes TO candor_app;

CREATE FUNCTION markets_quotes_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a journalled quote is never changed or removed; write a correction';
END
$$;
COMMENT ON FUNCTION markets_quotes_stay IS 'A journalled quote is never changed or removed.';
CREATE TRIGGER markets_quotes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON markets_quotes
  FOR EACH STATEMENT EXECUTE FUNCTION markets_quotes_stay();

CREATE VIEW markets_first_quotes AS
SELECT code, seq, source, source_time, received_at, bid, ask FROM markets_quotes WHERE revision = 0;
COMMENT ON VIEW markets_first_quotes IS
  'Journalled quotes as trading used them, without later corrections. A view, so that orders are joined with their '
  'quotes by the primary key.';
GRANT SELECT ON markets_first_quotes TO candor_app;

CREATE VIEW markets_quote_lines AS
SELECT entry AS number,
       concat_ws('|', entry, code, seq, revision, source, source_time, received_at, bid, ask, coalesce(reason, '')) AS line
  FROM markets_quotes;
COMMENT ON VIEW markets_quote_lines IS 'Journalled quotes as the lines of text that signed heads cover, by number (trust T14).';
GRANT SELECT ON markets_quote_lines TO candor_app;

CREATE TABLE markets_quote_ticks (
  code      text    NOT NULL,
  first_seq bigint  NOT NULL,
  last_seq  bigint  NOT NULL,
  minute    bigint  NOT NULL,
  -- Time of its newest quote.
  until     bigint  NOT NULL,
  closed    boolean NOT NULL,
  packed    bytea   NOT NULL,
  PRIMARY KEY (code, first_seq),
  CONSTRAINT markets_quote_ticks_check CHECK (first_seq <= last_seq)
);
ALTER TABLE markets_quote_ticks ALTER COLUMN packed SET STORAGE EXTERNAL;
COMMENT ON TABLE markets_quote_ticks IS
  'Every quote, packed by minute: chunks while the minute forms, then one row. Kept for 35 days, and for good where '
  'trading used a quote of that minute. A receipt needs every quote of a stretch to show that none reached a level '
  'earlier (trust T6).';
-- Chunks of a minute that a process did not finish.
CREATE INDEX markets_quote_ticks_open ON markets_quote_ticks (code, first_seq) WHERE NOT closed;
-- For pruning.
CREATE INDEX markets_quote_ticks_minute ON markets_quote_ticks USING brin (minute);
-- The public calls ask by market and time, not by number.
CREATE INDEX markets_quote_ticks_time ON markets_quote_ticks (code, minute);
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_quote_ticks TO candor_app;

CREATE TABLE markets_quote_minutes (
  code      text     NOT NULL,
  first_seq bigint   NOT NULL,
  last_seq  bigint   NOT NULL,
  minute    bigint   NOT NULL,
  count     integer  NOT NULL,
  any_ext   bigint[],
  real_ext  bigint[],
  content   text     NOT NULL,
  PRIMARY KEY (code, first_seq),
  CONSTRAINT markets_quote_minutes_check CHECK (first_seq <= last_seq),
  CONSTRAINT markets_quote_minutes_check1 CHECK (cardinality(any_ext) = 6 AND cardinality(real_ext) = 6)
);
COMMENT ON TABLE markets_quote_minutes IS
  'Extremes of a market per minute, kept for good. A minute in which the server restarted has two rows. Extremes of '
  'quotes that could fill an order: bid low, bid high, ask low, ask high, largest fall of the bid, largest rise of '
  'the ask; null when there was none.';
CREATE INDEX markets_quote_minutes_minute ON markets_quote_minutes USING brin (minute);
CREATE INDEX markets_quote_minutes_time ON markets_quote_minutes (code, minute);
GRANT SELECT, INSERT, DELETE ON markets_quote_minutes TO candor_app;

CREATE TABLE markets_quote_hours (
  entry     bigint   GENERATED ALWAYS AS IDENTITY UNIQUE,
  code      text     NOT NULL,
  first_seq bigint   NOT NULL,
  last_seq  bigint   NOT NULL,
  hour      bigint   NOT NULL,
  count     integer  NOT NULL,
  any_ext   bigint[],
  real_ext  bigint[],
  content   text     NOT NULL,
  hash      text     NOT NULL,
  PRIMARY KEY (code, first_seq),
  CONSTRAINT markets_quote_hours_check CHECK (first_seq <= last_seq),
  CONSTRAINT markets_quote_hours_check1 CHECK (cardinality(any_ext) = 6 AND cardinality(real_ext) = 6)
);
COMMENT ON TABLE markets_quote_hours IS
  'Extremes per hour, with a hash of its minutes. The signed heads cover these rows (trust T14).';
CREATE INDEX markets_quote_hours_time ON markets_quote_hours (code, hour);
GRANT SELECT, INSERT ON markets_quote_hours TO candor_app;

CREATE FUNCTION markets_quote_hours_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'markets: what the quotes of an hour were stays as it was written' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION markets_quote_hours_stay IS 'Hours are never changed or removed.';
CREATE TRIGGER markets_quote_hours_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON markets_quote_hours
  FOR EACH STATEMENT EXECUTE FUNCTION markets_quote_hours_stay();

CREATE VIEW markets_price_lines AS
SELECT entry AS number,
       concat_ws('|', entry, code, hour, first_seq, last_seq, count, coalesce(any_ext::text, ''),
                 coalesce(real_ext::text, ''), content, hash) AS line
  FROM markets_quote_hours;
COMMENT ON VIEW markets_price_lines IS 'Extremes of hours as the lines of text that signed heads cover, by number (trust T14).';
GRANT SELECT ON markets_price_lines TO candor_app;

CREATE FUNCTION markets_last_prices(p_codes text[], p_real boolean) RETURNS TABLE (code text, bid bigint, ask bigint)
  LANGUAGE sql STABLE AS $$
  SELECT c.code, coalesce(w.ext[1], q.bid), coalesce(w.ext[4], q.ask)
    FROM unnest(p_codes) c (code)
   CROSS JOIN LATERAL (SELECT coalesce(
      CASE WHEN p_real THEN (
        SELECT m.real_ext FROM markets_quote_minutes m
         WHERE m.code = c.code AND m.real_ext IS NOT NULL ORDER BY m.first_seq DESC LIMIT 1) END,
      (SELECT m.any_ext FROM markets_quote_minutes m
        WHERE m.code = c.code AND m.any_ext IS NOT NULL ORDER BY m.first_seq DESC LIMIT 1)) AS ext) w
    LEFT JOIN LATERAL (
      SELECT j.bid, j.ask FROM markets_quotes j
       WHERE j.code = c.code ORDER BY j.seq DESC, j.revision DESC LIMIT 1) q ON w.ext IS NULL
   WHERE w.ext IS NOT NULL OR q.bid IS NOT NULL
$$;
COMMENT ON FUNCTION markets_last_prices IS
  'Last known bid and ask of each market: the worst of the newest minute that could fill an order, for real accounts '
  'one of the market''s own source where there is any; else the newest journalled quote. A market without any is left out.';
REVOKE ALL ON FUNCTION markets_last_prices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION markets_last_prices TO candor_app;

CREATE TABLE markets_quotes_pruned (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  through bigint  NOT NULL
);
COMMENT ON TABLE markets_quotes_pruned IS 'Hour (in epoch hours) up to which unused quotes were deleted.';
GRANT SELECT, INSERT, UPDATE ON markets_quotes_pruned TO candor_app;

CREATE TABLE markets_watchlist (
  user_id  uuid        NOT NULL,
  code     text        NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code)
);
COMMENT ON TABLE markets_watchlist IS 'Markets that customers marked.';
GRANT SELECT, INSERT, DELETE ON markets_watchlist TO candor_app;

CREATE TABLE markets_named_watchlists (
  user_id  uuid    NOT NULL,
  -- Chosen by the customer's browser.
  id       uuid    NOT NULL,
  name     text    NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  codes    text[]  NOT NULL CHECK (cardinality(codes) <= 100),
  position integer NOT NULL CHECK (position BETWEEN 0 AND 19),
  PRIMARY KEY (user_id, id),
  CONSTRAINT markets_named_watchlists_order UNIQUE (user_id, position)
);
COMMENT ON TABLE markets_named_watchlists IS
  'Lists of markets that customers made and named. Their favourites are in markets_watchlist, which other programs '
  'read by listWatchlist.';
GRANT SELECT, INSERT, DELETE ON markets_named_watchlists TO candor_app;

CREATE TABLE markets_charts (
  user_id  uuid        NOT NULL,
  code     text        NOT NULL,
  chart    jsonb       NOT NULL CHECK (jsonb_typeof(chart) = 'object'),
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code)
);
COMMENT ON TABLE markets_charts IS
  'Charts as customers arranged them, one per customer and market: drawings, indicators, layout. The contract states the '
  'form and its limits.';
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_charts TO candor_app;

CREATE TABLE markets_halts (
  id        uuid   PRIMARY KEY,
  code      text   NOT NULL,
  -- Shown to customers in their language.
  reason    text   NOT NULL CHECK (reason IN ('news', 'exchange', 'prices', 'corporateAction', 'technical')),
  -- For the record; not shown to customers.
  note      text,
  halted_by text   NOT NULL CHECK (halted_by <> ''),
  halted_at bigint NOT NULL,
  lifted_by text   CHECK (lifted_by <> ''),
  lifted_at bigint,
  CONSTRAINT markets_halts_check CHECK ((lifted_by IS NULL) = (lifted_at IS NULL))
);
COMMENT ON TABLE markets_halts IS 'Operators'' halts of a market, so that a halt survives a restart.';
CREATE UNIQUE INDEX markets_halts_one ON markets_halts (code) WHERE lifted_at IS NULL;
GRANT SELECT, INSERT, UPDATE (lifted_by, lifted_at) ON markets_halts TO candor_app;

CREATE FUNCTION markets_halt_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.lifted_at IS NOT NULL OR (OLD.id, OLD.code, OLD.reason, OLD.note, OLD.halted_by, OLD.halted_at)
     IS DISTINCT FROM (NEW.id, NEW.code, NEW.reason, NEW.note, NEW.halted_by, NEW.halted_at) THEN
    RAISE EXCEPTION 'markets: a halt is lifted once and never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'markets_halt_once';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION markets_halt_once IS
  'A halt is lifted once and otherwise never changes: the table is the record of who halted and lifted.';
CREATE TRIGGER markets_halt_once BEFORE UPDATE OR DELETE ON markets_halts
  FOR EACH ROW EXECUTE FUNCTION markets_halt_once();

CREATE TABLE markets_actions (
  id           uuid   PRIMARY KEY,
  code         text   NOT NULL,
  kind         text   NOT NULL CHECK (kind IN ('split', 'dividend', 'roll')),
  at           bigint NOT NULL,
  -- split: {fresh, old}; dividend: {amount}; roll: {from, to}. As texts.
  facts        jsonb  NOT NULL,
  asked_by     text   NOT NULL CHECK (asked_by <> ''),
  asked_at     bigint NOT NULL,
  -- When it could not be carried out for the first time; null: never. Stored, so that a clock that is set back
  -- does not make it early again.
  put_off_at   bigint,
  applied_at   bigint,
  cancelled_at bigint,
  cancelled_by text   CHECK (cancelled_by <> ''),
  CONSTRAINT markets_actions_check CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL)),
  CONSTRAINT markets_actions_check1 CHECK (cancelled_at IS NULL OR applied_at IS NULL)
);
COMMENT ON TABLE markets_actions IS
  'Splits, dividends and rolls. All effects of an action are written in the transaction of one orders_commit, which '
  'marks it applied.';
-- A cancelled action can be scheduled again.
CREATE UNIQUE INDEX markets_actions_one ON markets_actions (code, kind, at) WHERE cancelled_at IS NULL;
CREATE INDEX markets_actions_due ON markets_actions (at) WHERE applied_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX markets_actions_splits ON markets_actions (code, applied_at)
  WHERE kind = 'split' AND applied_at IS NOT NULL;
CREATE INDEX markets_actions_cancelled ON markets_actions (cancelled_at) WHERE cancelled_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (put_off_at, applied_at, cancelled_at, cancelled_by) ON markets_actions TO candor_app;

CREATE FUNCTION markets_action_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.applied_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL
     OR (OLD.id, OLD.code, OLD.kind, OLD.at, OLD.facts, OLD.asked_by, OLD.asked_at)
     IS DISTINCT FROM (NEW.id, NEW.code, NEW.kind, NEW.at, NEW.facts, NEW.asked_by, NEW.asked_at) THEN
    RAISE EXCEPTION 'markets: an action is applied once or cancelled once, and never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'markets_action_once';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION markets_action_once IS 'An action is applied once or cancelled once, and otherwise never changes.';
CREATE TRIGGER markets_action_once BEFORE UPDATE ON markets_actions
  FOR EACH ROW EXECUTE FUNCTION markets_action_once();

CREATE TABLE markets_cancellations (
  action_id    uuid   PRIMARY KEY REFERENCES markets_actions (id),
  -- Account that was notified last: accounts are notified in their order. Null before the first.
  through_user uuid,
  through_mode text,
  -- Null until every account was notified.
  notified_at  bigint,
  CONSTRAINT markets_cancellations_through CHECK ((through_user IS NULL) = (through_mode IS NULL))
);
COMMENT ON TABLE markets_cancellations IS
  'Cancelled actions of markets, and how far the customers concerned were notified. A trigger writes each.';
CREATE INDEX markets_cancellations_due ON markets_cancellations (action_id) WHERE notified_at IS NULL;
GRANT SELECT, INSERT, UPDATE (through_user, through_mode, notified_at) ON markets_cancellations TO candor_app;

CREATE FUNCTION markets_cancellation_noted() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO markets_cancellations (action_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION markets_cancellation_noted IS
  'Queues the notices of a cancellation in its own transaction: whoever cancels an action, its customers are notified.';
CREATE TRIGGER markets_cancellation_noted AFTER UPDATE OF cancelled_at ON markets_actions
  FOR EACH ROW WHEN (OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL)
  EXECUTE FUNCTION markets_cancellation_noted();

CREATE FUNCTION markets_action_applied(p_action jsonb)
  RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  a record;
  cancelled bigint;
BEGIN
  SELECT * INTO a FROM jsonb_to_record(p_action) r (id uuid, code text, kind text, at bigint, facts jsonb, asked_by text, applied_at bigint);
  SELECT cancelled_at INTO cancelled FROM markets_actions m WHERE m.id = a.id FOR UPDATE;
  IF cancelled IS NOT NULL THEN
    RAISE EXCEPTION 'markets: this action was cancelled' USING ERRCODE = 'CA002';
  END IF;
  INSERT INTO markets_actions AS known (id, code, kind, at, facts, asked_by, asked_at, applied_at)
    VALUES (a.id, a.code, a.kind, a.at, a.facts, a.asked_by, a.applied_at, a.applied_at)
  ON CONFLICT (code, kind, at) WHERE cancelled_at IS NULL
    DO UPDATE SET applied_at = a.applied_at WHERE known.applied_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'markets: this action was applied already' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF a.kind = 'split' THEN
    PERFORM notifications_split(a.code, (a.facts ->> 'fresh')::bigint, (a.facts ->> 'old')::bigint);
    PERFORM markets_split_candles(a.code, (a.facts ->> 'fresh')::bigint, (a.facts ->> 'old')::bigint);
    PERFORM options_tell_split(a.id, a.code, a.applied_at, (a.facts ->> 'fresh') || ':' || (a.facts ->> 'old'));
  END IF;
END
$$;
COMMENT ON FUNCTION markets_action_applied IS
  'Marks an action {id, code, kind, at, facts, asked_by, applied_at} as applied, or records a roll. A cancelled '
  'action is refused with the code of one that cannot be paid: the engine then knows that nothing was written. '
  'Alerts and candles follow a split, and holders of options are told.';
REVOKE ALL ON FUNCTION markets_action_applied FROM PUBLIC;
GRANT EXECUTE ON FUNCTION markets_action_applied TO candor_app;

CREATE TABLE markets_tariffs (
  id                     uuid   PRIMARY KEY,
  sequence               bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- Proposal it was approved with: one announcement for any number of markets.
  change_id              uuid   NOT NULL,
  -- A market's terms, or a fee that is a parameter.
  about                  text   NOT NULL CHECK (about IN ('market', 'fee')),
  -- The market's code, or the parameter's key.
  name                   text   NOT NULL CHECK (name <> ''),
  -- All five terms of a market, or the value of a fee; as decimal texts.
  terms                  jsonb  NOT NULL,
  holds_from             bigint NOT NULL,
  reason                 text   NOT NULL CHECK (reason <> ''),
  proposed_by            uuid   NOT NULL REFERENCES operators_people (id),
  approved_by            uuid   NOT NULL REFERENCES operators_people (id),
  announced_at           bigint NOT NULL,
  -- For a fee, when the parameter was changed. A market's terms take effect by themselves.
  applied_at             bigint,
  withdrawn_at           bigint,
  withdrawn_reason       text   CHECK (withdrawn_reason <> ''),
  withdrawal_proposed_by uuid   REFERENCES operators_people (id),
  withdrawal_approved_by uuid   REFERENCES operators_people (id),
  CONSTRAINT markets_tariffs_check CHECK (proposed_by <> approved_by),
  CONSTRAINT markets_tariffs_check1 CHECK (holds_from > announced_at),
  CONSTRAINT markets_tariffs_check2 CHECK (applied_at IS NULL OR about = 'fee'),
  CONSTRAINT markets_tariffs_check3
    CHECK (num_nulls(withdrawn_at, withdrawn_reason, withdrawal_proposed_by, withdrawal_approved_by) IN (0, 4)),
  CONSTRAINT markets_tariffs_check4 CHECK (withdrawal_proposed_by <> withdrawal_approved_by),
  -- An announcement can be withdrawn only before it takes effect.
  CONSTRAINT markets_tariffs_check5 CHECK (withdrawn_at < holds_from),
  CONSTRAINT markets_tariffs_check6 CHECK (withdrawn_at IS NULL OR applied_at IS NULL),
  -- Nothing that costs customers money takes effect earlier than a day after its announcement, whatever the
  -- parameter says (ADR-161).
  CONSTRAINT markets_tariffs_notice CHECK (holds_from >= announced_at + 86400000)
);
COMMENT ON TABLE markets_tariffs IS
  'Announced changes of prices (trust T18), by two people. A market''s row has all five terms, so that one row says '
  'what holds at any moment.';
CREATE UNIQUE INDEX markets_tariffs_once ON markets_tariffs (about, name, holds_from) WHERE withdrawn_at IS NULL;
GRANT SELECT, INSERT, UPDATE (applied_at, withdrawn_at, withdrawn_reason, withdrawal_proposed_by, withdrawal_approved_by)
  ON markets_tariffs TO candor_app;

CREATE FUNCTION markets_tariffs_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  withdrawal text[] := ARRAY['withdrawn_at', 'withdrawn_reason', 'withdrawal_proposed_by', 'withdrawal_approved_by'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND OLD.applied_at IS NULL THEN
    IF NEW.applied_at IS NOT NULL AND to_jsonb(OLD) - 'applied_at' = to_jsonb(NEW) - 'applied_at' THEN
      RETURN NEW;
    END IF;
    IF NEW.withdrawn_at IS NOT NULL AND to_jsonb(OLD) - withdrawal = to_jsonb(NEW) - withdrawal THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'markets: an announced tariff is never changed'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'markets_tariffs_stay';
END
$$;
COMMENT ON FUNCTION markets_tariffs_stay IS
  'An announcement stays as it was made. A fee takes effect once; what is not yet in effect is withdrawn once.';
CREATE TRIGGER markets_tariffs_stay BEFORE UPDATE OR DELETE ON markets_tariffs
  FOR EACH ROW EXECUTE FUNCTION markets_tariffs_stay();
CREATE TRIGGER markets_tariffs_kept BEFORE TRUNCATE ON markets_tariffs
  FOR EACH STATEMENT EXECUTE FUNCTION markets_tariffs_stay();

CREATE FUNCTION markets_journal(quotes jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO markets_quotes (code, seq, source, source_time, received_at, bid, ask)
  SELECT q.code, q.seq, q.source, q.source_time, q.received_at, q.bid, q.ask
    FROM jsonb_to_recordset(quotes)
      AS q(code text, seq bigint, source text, source_time bigint, received_at bigint, bid bigint, ask bigint)
  ON CONFLICT (code, seq, revision) DO NOTHING
$$;
COMMENT ON FUNCTION markets_journal IS
  'Journals quotes given as [{code, seq, source, source_time, received_at, bid, ask}]; one that exists stays as it '
  'is. For orders_commit, so that a fill and its quotes are one round trip and one commit.';
GRANT EXECUTE ON FUNCTION markets_journal TO candor_app;
