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
  'before the first quote, and gaps. Times in epoch ms.';
GRANT SELECT, INSERT, UPDATE ON markets_backfills TO candor_app;

-- The price that a simulated past ends with; null: the market's first simulated price.
ALTER TABLE markets_pasts ADD COLUMN end_mid double precision;
