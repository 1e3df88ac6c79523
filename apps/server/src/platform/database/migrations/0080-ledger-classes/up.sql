-- The chart of accounts, as rows: a capability adds the account it needs without repeating everyone else's.
CREATE TABLE ledger_classes (
  class text PRIMARY KEY CHECK (class <> '')
);
INSERT INTO ledger_classes (class) VALUES
  ('customer'), ('trading-capital'), ('fee-revenue'), ('swap-revenue'), ('negative-balance'), ('yield-reserve'),
  ('loan-capital'), ('charity'), ('world'), ('plan-principal');
GRANT SELECT ON ledger_classes TO candor_app;

ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_class_check,
  ADD CONSTRAINT ledger_accounts_class_known FOREIGN KEY (class) REFERENCES ledger_classes (class);
