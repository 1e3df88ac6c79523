-- Refusals of calls that fill at the market or place an order, counted for the execution report (trust T23).
CREATE TABLE orders_refusals (
  day    text   NOT NULL CHECK (day ~ '^\d{4}-\d{2}-\d{2}$'),
  -- Market; empty where the call names none, or an order that is not there.
  code   text   NOT NULL,
  call   text   NOT NULL CHECK (call <> ''),
  -- Name of the refusal, and after a colon its reason.
  reason text   NOT NULL CHECK (reason <> ''),
  count  bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, code, call, reason)
);
COMMENT ON TABLE orders_refusals IS
  'Refused calls of real accounts by day (UTC), market, call and reason. They are added up in memory and written every second; nothing '
  'names a customer.';
GRANT SELECT, INSERT, UPDATE ON orders_refusals TO candor_app;

CREATE TABLE trust_executions (
  number    bigint PRIMARY KEY CHECK (number > 0),
  -- Last of its days.
  date      text   NOT NULL UNIQUE CHECK (date ~ '^\d{4}-\d{2}-\d{2}$'),
  at        bigint NOT NULL,
  -- Canonical JSON (RFC 8785); names the hash of the report before.
  document  text   NOT NULL,
  key_id    text   NOT NULL,
  signature text   NOT NULL
);
COMMENT ON TABLE trust_executions IS
  'Execution reports (trust T22, T23): one signed document for a day, or for the days of a week with few orders.';
GRANT SELECT, INSERT ON trust_executions TO candor_app;

CREATE TABLE trust_execution_fills (
  date   text    NOT NULL REFERENCES trust_executions (date),
  part   integer NOT NULL CHECK (part > 0),
  -- Canonical JSON of its fills, packed with gzip. The report has its hash.
  packed bytea   NOT NULL,
  PRIMARY KEY (date, part)
);
ALTER TABLE trust_execution_fills ALTER COLUMN packed SET STORAGE EXTERNAL;
COMMENT ON TABLE trust_execution_fills IS
  'Fills of a report, as they are published: under pseudonyms of their own, without lots.';
GRANT SELECT, INSERT ON trust_execution_fills TO candor_app;

CREATE TABLE trust_execution_days (
  date   text   PRIMARY KEY CHECK (date ~ '^\d{4}-\d{2}-\d{2}$'),
  fills  bigint NOT NULL CHECK (fills >= 0),
  -- Report that the day is in; null while it waits for others.
  report text   REFERENCES trust_executions (date)
);
COMMENT ON TABLE trust_execution_days IS
  'Days (UTC) that are over and were counted, each in one report at most. The first row is the day before the reports began.';
CREATE INDEX trust_execution_days_waiting ON trust_execution_days (date) WHERE report IS NULL;
GRANT SELECT, INSERT, UPDATE (report) ON trust_execution_days TO candor_app;

CREATE FUNCTION trust_executions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: an execution report stays as it was published' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION trust_executions_stay IS 'An execution report and its fills stay as they were published.';
CREATE TRIGGER trust_executions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_executions
  FOR EACH STATEMENT EXECUTE FUNCTION trust_executions_stay();
CREATE TRIGGER trust_execution_fills_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_execution_fills
  FOR EACH STATEMENT EXECUTE FUNCTION trust_executions_stay();
