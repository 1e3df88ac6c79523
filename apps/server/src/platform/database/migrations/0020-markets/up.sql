-- Candles of every market, kept apart by the source of their quotes. Drawing data: floats, and derived from quotes.
CREATE TABLE markets_candles (
  code      text             NOT NULL,
  source    text             NOT NULL,
  interval  text             NOT NULL,
  open_time bigint           NOT NULL,
  open      double precision NOT NULL,
  high      double precision NOT NULL,
  low       double precision NOT NULL,
  close     double precision NOT NULL,
  volume    double precision NOT NULL,
  -- The minutes up to here are in it; what a restart has to add begins here.
  through   bigint           NOT NULL,
  PRIMARY KEY (code, source, interval, open_time),
  CHECK (source IN ('live', 'delayed', 'replay', 'simulated')),
  CHECK (interval IN ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')),
  CHECK (low <= open AND low <= close AND high >= open AND high >= close)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_candles TO candor_app;

-- Markets whose simulated past has been written.
CREATE TABLE markets_pasts (
  code       text PRIMARY KEY,
  written_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON markets_pasts TO candor_app;

-- The sequence each run of a board began with, so that no number is ever given twice.
CREATE TABLE markets_runs (
  first_seq  bigint PRIMARY KEY,
  started_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON markets_runs TO candor_app;

-- Quotes used for trading and their neighbours (trust T5). A correction is a second row: revision 1, 2, …
CREATE TABLE markets_quotes (
  code        text     NOT NULL,
  seq         bigint   NOT NULL,
  revision    smallint NOT NULL DEFAULT 0,
  source      text     NOT NULL CHECK (source IN ('live', 'delayed', 'replay', 'simulated')),
  -- The source's own time and the server's clock when it came, epoch ms.
  source_time bigint   NOT NULL,
  received_at bigint   NOT NULL,
  -- Units of 10^-10 of the quote currency.
  bid         bigint   NOT NULL,
  ask         bigint   NOT NULL,
  -- Why a correction was made; a first row has none.
  reason      text,
  PRIMARY KEY (code, seq, revision),
  CHECK ((revision = 0) = (reason IS NULL))
);
GRANT SELECT, INSERT ON markets_quotes TO candor_app;

CREATE FUNCTION markets_quotes_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a journalled quote is never changed or removed; write a correction';
END
$$;
CREATE TRIGGER markets_quotes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON markets_quotes
  FOR EACH STATEMENT EXECUTE FUNCTION markets_quotes_stay();

-- Journals quotes given as [{code, seq, source, source_time, received_at, bid, ask}]; one already there is left as it is.
-- For other rooms' own SQL functions, so that a fill and its quotes are one round trip and one commit.
CREATE FUNCTION markets_journal(quotes jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO markets_quotes (code, seq, source, source_time, received_at, bid, ask)
  SELECT q.code, q.seq, q.source, q.source_time, q.received_at, q.bid, q.ask
    FROM jsonb_to_recordset(quotes)
      AS q(code text, seq bigint, source text, source_time bigint, received_at bigint, bid bigint, ask bigint)
  ON CONFLICT (code, seq, revision) DO NOTHING
$$;
GRANT EXECUTE ON FUNCTION markets_journal(jsonb) TO candor_app;

CREATE TABLE markets_watchlist (
  user_id  uuid        NOT NULL,
  code     text        NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code)
);
GRANT SELECT, INSERT, DELETE ON markets_watchlist TO candor_app;
