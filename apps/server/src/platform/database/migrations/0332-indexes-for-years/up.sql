-- What reads a stretch of time finds it without reading the rest. Block ranges: some kilobytes, and hardly anything to write, since rows arrive in the order of their time.
CREATE INDEX ledger_entries_when ON ledger_entries USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX orders_contracts_when ON orders_contracts USING brin (opened_at, closed_at) WITH (pages_per_range = 16, autosummarize = on);

-- What is open or waits, now by its customer too.
DROP INDEX orders_contracts_open;
CREATE INDEX orders_contracts_open ON orders_contracts (user_id, mode, sequence) WHERE status IN ('pending', 'open');

-- Customers who may take no new risk: asked every two seconds, and hardly anybody.
CREATE INDEX accounts_users_stopped ON accounts_users (id) WHERE status <> 'active' OR own_freeze_at IS NOT NULL;
CREATE INDEX funding_withdrawals_newest ON funding_withdrawals (created_at);
