-- Candles of charts: those made of quotes, simulated and real pasts, imported files, and packs of old ones. For drawing
-- only. Times in epoch ms.

CREATE TABLE markets_candles (
  code      text             NOT NULL,
  source    text             NOT NULL CHECK (source IN ('live', 'delayed', 'replay', 'simulated')),
  interval  text             NOT NULL CHECK (interval IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  open_time bigint           NOT NULL,
  open      double precision NOT NULL,
  high      double precision NOT NULL,
  low       double precision NOT NULL,
  close     double precision NOT NULL,
  volume    double precision NOT NULL,
  -- Minutes up to here are included; a restart continues from here.
  through   bigint           NOT NULL,
  PRIMARY KEY (code, source, interval, open_time),
  CONSTRAINT markets_candles_check CHECK (low <= open AND low <= close AND high >= open AND high >= close)
);
COMMENT ON TABLE markets_candles IS
  'Candles by market and source, so that one chart never mixes live and simulated prices (trust T4). For drawing '
  'only: floats, derived from quotes.';
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_candles TO candor_app;

CREATE TABLE markets_pasts (
  code       text             PRIMARY KEY,
  written_at timestamptz,
  -- End of the simulated past. written_at is null until all of it is stored; a restart then writes the same past
  -- again and adds what is missing.
  ends_at    bigint           NOT NULL DEFAULT 0,
  -- The price that it ends with; null: the market's first simulated price.
  end_mid    double precision
);
COMMENT ON TABLE markets_pasts IS 'Markets whose simulated past was written.';
GRANT SELECT, INSERT, UPDATE ON markets_pasts TO candor_app;

CREATE TABLE markets_backfills (
  id          bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code        text    NOT NULL,
  source      text    NOT NULL CHECK (source IN ('live', 'delayed')),
  interval    text    NOT NULL CHECK (interval IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  why         text    NOT NULL CHECK (why IN ('past', 'gap')),
  origin      text    NOT NULL CHECK (origin IN ('kraken', 'coinbase', 'binance', 'massive')),
  -- The stretch to fill, and how far it is filled: from its end back to reached.
  from_time   bigint  NOT NULL,
  to_time     bigint  NOT NULL,
  reached     bigint  NOT NULL,
  pages       integer NOT NULL DEFAULT 0,
  candles     bigint  NOT NULL DEFAULT 0,
  asked_at    bigint  NOT NULL,
  done_at     bigint,
  -- The exchange's words when it refused, and the time of the next attempt.
  refused     text,
  retry_at    bigint,
  CONSTRAINT markets_backfills_stretch CHECK (from_time <= reached AND reached <= to_time),
  CONSTRAINT markets_backfills_done CHECK (done_at IS NULL OR reached = from_time),
  CONSTRAINT markets_backfills_once UNIQUE (code, source, interval, from_time, to_time)
);
CREATE UNIQUE INDEX markets_backfills_one_past ON markets_backfills (code, source, interval) WHERE why = 'past';
CREATE INDEX markets_backfills_open ON markets_backfills (origin) WHERE done_at IS NULL;
COMMENT ON TABLE markets_backfills IS
  'Stretches of charts whose candles come from an exchange''s history and not from the quotes received here: the past '
  'before the first quote, and gaps. A restart goes on where the last run stopped.';
GRANT SELECT, INSERT, UPDATE ON markets_backfills TO candor_app;

CREATE TABLE markets_imports (
  id          bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code        text    NOT NULL,
  source      text    NOT NULL CHECK (source IN ('live', 'delayed')),
  interval    text    NOT NULL CHECK (interval IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  format      text    NOT NULL CHECK (format IN ('quotes', 'ohlcv')),
  file        text    NOT NULL,
  -- Of the file as it lies on the disk: the same file is imported once.
  sha256      bytea   NOT NULL CHECK (octet_length(sha256) = 32),
  rows        bigint  NOT NULL,
  candles     bigint  NOT NULL,
  -- Open times, from from_time up to, but not including, to_time.
  from_time   bigint  NOT NULL,
  to_time     bigint  NOT NULL,
  imported_at bigint  NOT NULL,
  CONSTRAINT markets_imports_stretch CHECK (from_time < to_time),
  CONSTRAINT markets_imports_once UNIQUE (code, source, sha256)
);
COMMENT ON TABLE markets_imports IS
  'Files that an operator imported into charts of live prices, one row each, so that customers see where '
  'imported candles come from (ADR-228).';
GRANT SELECT, INSERT, DELETE ON markets_imports TO candor_app;

CREATE TABLE markets_imported_candles (
  code         text             NOT NULL,
  source       text             NOT NULL CHECK (source IN ('live', 'delayed')),
  interval     text             NOT NULL CHECK (interval IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  open_time    bigint           NOT NULL,
  open         double precision NOT NULL,
  high         double precision NOT NULL,
  low          double precision NOT NULL,
  close        double precision NOT NULL,
  volume       double precision NOT NULL CHECK (volume >= 0),
  -- Length of the candles that the file had: a candle made of shorter ones gives way to one from longer ones.
  base_minutes integer          NOT NULL CHECK (base_minutes > 0),
  PRIMARY KEY (code, source, interval, open_time),
  CONSTRAINT markets_imported_candles_check CHECK (low <= open AND low <= close AND high >= open AND high >= close)
);
COMMENT ON TABLE markets_imported_candles IS
  'Candles from files, shown where markets_candles has none. For drawing only: apart from it, so that an import can '
  'change no candle that quotes or exchanges made.';
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_imported_candles TO candor_app;

CREATE TABLE markets_candle_packs (
  kind       text    NOT NULL CHECK (kind IN ('own', 'imported')),
  code       text    NOT NULL,
  source     text    NOT NULL CHECK (source IN ('live', 'delayed', 'simulated')),
  interval   text    NOT NULL CHECK (interval IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  -- Beginning of the stretch of 1 440 intervals, and the open times of the first and last candle in it.
  from_time  bigint  NOT NULL,
  first_time bigint  NOT NULL,
  last_time  bigint  NOT NULL,
  candles    integer NOT NULL CHECK (candles > 0),
  split_id   bigint  NOT NULL,
  packed     bytea   NOT NULL,
  PRIMARY KEY (kind, code, source, interval, from_time),
  CONSTRAINT markets_candle_packs_stretch CHECK (from_time <= first_time AND first_time <= last_time)
);
COMMENT ON TABLE markets_candle_packs IS
  'Candles older than 35 days of markets_candles (own) and markets_imported_candles (imported), packed by the stretch: a '
  'candle is either here or a row, which takes 15 times the space (ADR-244). For drawing only.';
-- The bytes are compressed already.
ALTER TABLE markets_candle_packs ALTER COLUMN packed SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_candle_packs TO candor_app;

CREATE TABLE markets_chart_splits (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code  text   NOT NULL,
  old   bigint NOT NULL CHECK (old > 0),
  fresh bigint NOT NULL CHECK (fresh > 0)
);
CREATE INDEX markets_chart_splits_of ON markets_chart_splits (code, id);
COMMENT ON TABLE markets_chart_splits IS
  'Splits, in their order: a pack of candles is rescaled by those after its split_id as it is read, so that a split '
  'unpacks nothing.';
GRANT SELECT, INSERT ON markets_chart_splits TO candor_app;

CREATE FUNCTION markets_lock_packs(p_code text) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('markets_candle_packs:' || p_code, 0))
$$;
COMMENT ON FUNCTION markets_lock_packs IS
  'Lets one transaction at a time move candles of a market between rows and packs, or split it.';
REVOKE ALL ON FUNCTION markets_lock_packs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION markets_lock_packs TO candor_app;

CREATE FUNCTION markets_split_candles(p_code text, p_fresh bigint, p_old bigint) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  SELECT markets_lock_packs(p_code);
  INSERT INTO markets_chart_splits (code, old, fresh) VALUES (p_code, p_old, p_fresh);
  UPDATE markets_candles
     SET open = round((open * p_old / p_fresh)::numeric, 6), high = round((high * p_old / p_fresh)::numeric, 6),
         low = round((low * p_old / p_fresh)::numeric, 6), close = round((close * p_old / p_fresh)::numeric, 6)
   WHERE code = p_code;
  UPDATE markets_imported_candles
     SET open = round((open * p_old / p_fresh)::numeric, 6), high = round((high * p_old / p_fresh)::numeric, 6),
         low = round((low * p_old / p_fresh)::numeric, 6), close = round((close * p_old / p_fresh)::numeric, 6)
   WHERE code = p_code
$$;
COMMENT ON FUNCTION markets_split_candles IS
  'Adjusts the candles of a split market, in the transaction that adjusts its positions.';
REVOKE ALL ON FUNCTION markets_split_candles FROM PUBLIC;
GRANT EXECUTE ON FUNCTION markets_split_candles TO candor_app;
