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
  'Files that an operator imported into charts of live prices, one row each: where imported candles come from. Times in '
  'epoch ms.';
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

CREATE OR REPLACE FUNCTION markets_split_candles(p_code text, p_fresh bigint, p_old bigint) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  UPDATE markets_candles
     SET open = round((open * p_old / p_fresh)::numeric, 6), high = round((high * p_old / p_fresh)::numeric, 6),
         low = round((low * p_old / p_fresh)::numeric, 6), close = round((close * p_old / p_fresh)::numeric, 6)
   WHERE code = p_code;
  UPDATE markets_imported_candles
     SET open = round((open * p_old / p_fresh)::numeric, 6), high = round((high * p_old / p_fresh)::numeric, 6),
         low = round((low * p_old / p_fresh)::numeric, 6), close = round((close * p_old / p_fresh)::numeric, 6)
   WHERE code = p_code
$$;
