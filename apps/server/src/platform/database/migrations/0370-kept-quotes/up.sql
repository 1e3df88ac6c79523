-- All quotes of every market, packed, and their extremes by minute and hour (trust T6). Prices in units of 10^-10, times in epoch ms.

-- The quotes themselves. Chunks of the minute that is forming, then one row in their place. Kept for 35 days, and for good where
-- trading used a quote of the minute.
CREATE TABLE markets_quote_ticks (
  code      text   NOT NULL,
  first_seq bigint NOT NULL,
  last_seq  bigint NOT NULL,
  minute    bigint NOT NULL,
  -- Of the newest quote in it.
  until     bigint NOT NULL,
  closed    boolean NOT NULL,
  packed    bytea  NOT NULL,
  PRIMARY KEY (code, first_seq),
  CHECK (first_seq <= last_seq)
);
ALTER TABLE markets_quote_ticks ALTER COLUMN packed SET STORAGE EXTERNAL;
-- What a process left without finishing the minute.
CREATE INDEX markets_quote_ticks_open ON markets_quote_ticks (code, first_seq) WHERE NOT closed;
-- For what is thrown away.
CREATE INDEX markets_quote_ticks_minute ON markets_quote_ticks USING brin (minute);

-- A minute of a market. Where the server began anew within it, there are two. Extremes are of quotes that could fill an order:
-- bid low, bid high, ask low, ask high, largest fall of the bid, largest rise of the ask; null when there was none.
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
  CHECK (first_seq <= last_seq),
  CHECK (cardinality(any_ext) = 6 AND cardinality(real_ext) = 6)
);
CREATE INDEX markets_quote_minutes_minute ON markets_quote_minutes USING brin (minute);

-- An hour of a market: its content is over its minutes, and the signed heads are over it.
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
  CHECK (first_seq <= last_seq),
  CHECK (cardinality(any_ext) = 6 AND cardinality(real_ext) = 6)
);
-- The hour (epoch hours) up to which what nobody used was thrown away.
CREATE TABLE markets_quotes_pruned (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  through bigint  NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON markets_quotes_pruned TO candor_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON markets_quote_ticks TO candor_app;
GRANT SELECT, INSERT, DELETE ON markets_quote_minutes TO candor_app;
GRANT SELECT, INSERT ON markets_quote_hours TO candor_app;

CREATE FUNCTION markets_quote_hours_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'markets: what the quotes of an hour were stays as it was written' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER markets_quote_hours_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON markets_quote_hours
  FOR EACH STATEMENT EXECUTE FUNCTION markets_quote_hours_stay();
