CREATE TABLE markets_chart_splits (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code  text   NOT NULL,
  old   bigint NOT NULL CHECK (old > 0),
  fresh bigint NOT NULL CHECK (fresh > 0)
);
CREATE INDEX markets_chart_splits_of ON markets_chart_splits (code, id);
COMMENT ON TABLE markets_chart_splits IS
  'Splits since this table is there, in their order: a pack of candles is rescaled by those after its split_id as it is read.';
GRANT SELECT, INSERT ON markets_chart_splits TO candor_app;

CREATE TABLE markets_candle_packs (
  kind       text    NOT NULL CHECK (kind IN ('own', 'imported')),
  code       text    NOT NULL,
  source     text    NOT NULL CHECK (source IN ('live', 'delayed', 'simulated')),
  interval   text    NOT NULL CHECK (interval IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  -- Beginning of the stretch of 1 440 intervals, and the open times of the first and last candle in it, epoch ms.
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
  'candle is either here or a row. For drawing only.';
-- The bytes are compressed already.
ALTER TABLE markets_candle_packs ALTER COLUMN packed SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_candle_packs TO candor_app;

CREATE FUNCTION markets_lock_packs(p_code text) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('markets_candle_packs:' || p_code, 0))
$$;
COMMENT ON FUNCTION markets_lock_packs IS
  'Lets one transaction at a time move candles of a market between rows and packs, or split it.';
REVOKE ALL ON FUNCTION markets_lock_packs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION markets_lock_packs TO candor_app;

CREATE OR REPLACE FUNCTION markets_split_candles(p_code text, p_fresh bigint, p_old bigint) RETURNS void LANGUAGE sql
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
