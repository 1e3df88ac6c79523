-- What each account's contracts came to within the last twelve months, kept up entry by entry: the share that lost needs no reading of a year.
CREATE TABLE trust_losing_accounts (
  account bigint  PRIMARY KEY,
  net     numeric NOT NULL,
  -- How many results of closed contracts are in it.
  results bigint  NOT NULL
);

-- One row: the stretch of entries that is in it; null before the first.
CREATE TABLE trust_losing_window (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  from_at  timestamptz,
  to_at    timestamptz,
  CHECK ((from_at IS NULL) = (to_at IS NULL))
);
INSERT INTO trust_losing_window DEFAULT VALUES;

GRANT SELECT, INSERT, UPDATE ON trust_losing_accounts TO candor_app;
GRANT SELECT ON trust_losing_window TO candor_app;
GRANT UPDATE (from_at, to_at) ON trust_losing_window TO candor_app;
