-- Reconciliations of the ledger that operators asked for: one at a time, run by whichever process has the jobs. Times in epoch ms.
CREATE TABLE ledger_reconciliations (
  id          uuid    PRIMARY KEY,
  asked_by    uuid    NOT NULL REFERENCES operators_people (id),
  asked_at    bigint  NOT NULL,
  started_at  bigint,
  -- Steps done of the steps there are.
  done        integer NOT NULL DEFAULT 0,
  steps       integer NOT NULL CHECK (steps > 0),
  finished_at bigint,
  -- What does not add up, in words, and what stood on each class of accounts in the same snapshot.
  findings    jsonb,
  accounts    jsonb,
  CHECK (done BETWEEN 0 AND steps),
  CHECK (finished_at IS NULL OR (started_at IS NOT NULL AND done = steps)),
  CHECK ((finished_at IS NULL) = (findings IS NULL) AND (finished_at IS NULL) = (accounts IS NULL))
);
CREATE UNIQUE INDEX ledger_reconciliations_running ON ledger_reconciliations ((true)) WHERE finished_at IS NULL;
CREATE INDEX ledger_reconciliations_newest ON ledger_reconciliations (finished_at DESC) WHERE finished_at IS NOT NULL;

-- A result stays what it was.
CREATE FUNCTION ledger_reconciliations_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.finished_at IS NOT NULL OR (OLD.id, OLD.asked_by, OLD.asked_at, OLD.steps) IS DISTINCT FROM (NEW.id, NEW.asked_by, NEW.asked_at, NEW.steps) THEN
    RAISE EXCEPTION 'ledger: a reconciliation is never changed once it is finished, and never removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER ledger_reconciliations_stay BEFORE UPDATE OR DELETE ON ledger_reconciliations
  FOR EACH ROW EXECUTE FUNCTION ledger_reconciliations_stay();

GRANT SELECT, INSERT ON ledger_reconciliations TO candor_app;
GRANT UPDATE (started_at, done, finished_at, findings, accounts) ON ledger_reconciliations TO candor_app;
