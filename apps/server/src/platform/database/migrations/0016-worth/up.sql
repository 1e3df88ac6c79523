-- Dividends and the cash of splits of an order, which few orders have.
CREATE INDEX orders_events_paid ON orders_events (order_id) WHERE kind IN ('dividend', 'split');

CREATE OR REPLACE VIEW orders_all AS
SELECT 'contract'::text AS kind, id, user_id, mode, order_no, code, code AS name, status, created_at, closed_at,
       coalesce(profit, 0) AS profit, fee, swap,
       (SELECT coalesce(sum((e.facts ->> 'dividend')::numeric) * 1000000, 0)::bigint
          FROM orders_events e WHERE e.order_id = c.id AND e.kind = 'dividend') AS dividends,
       -- A split that leaves no lots ends the order: its cash is the profit.
       (SELECT coalesce(sum((e.facts ->> 'cash')::numeric) * 1000000, 0)::bigint
          FROM orders_events e WHERE e.order_id = c.id AND e.kind = 'split' AND (e.facts ->> 'lots')::numeric > 0) AS split_cash
  FROM orders_contracts c
UNION ALL
SELECT 'option', id, user_id, mode, order_no, code, code, status, opened_at, closed_at,
       coalesce(profit, 0), 0::bigint, 0::bigint, 0::bigint, 0::bigint
  FROM options_orders
UNION ALL
SELECT 'plan', id, user_id, 'real', order_no, NULL, product_name, CASE status WHEN 'earning' THEN 'open' ELSE 'closed' END,
       started_at, closed_at, paid_days * day_minor - coalesce(penalty, 0), 0::bigint, 0::bigint, 0::bigint, 0::bigint
  FROM smart_plans;

-- Money put in and taken out, of a customer: few of their entries.
CREATE INDEX ledger_entries_flows ON ledger_entries (customer, seq)
  WHERE kind IN ('deposit', 'deposit-reversal', 'withdrawal', 'nft-sale', 'nft-fee', 'demo-grant', 'demo-reset');

CREATE TABLE accounts_flows (
  -- Number of the ledger's entry.
  entry   bigint PRIMARY KEY,
  user_id uuid   NOT NULL,
  mode    text   NOT NULL CHECK (mode IN ('demo', 'real')),
  at      bigint NOT NULL,
  asset   text   NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH')),
  minor   bigint NOT NULL CHECK (minor <> 0),
  -- In USDT's smallest unit, at the price of that moment.
  worth   bigint NOT NULL,
  CONSTRAINT accounts_flows_usdt CHECK (asset <> 'USDT' OR worth = minor)
);
COMMENT ON TABLE accounts_flows IS
  'Money that customers put in, and took out (negative), with its worth at that moment. Results are stated without it.';
CREATE INDEX accounts_flows_of ON accounts_flows (user_id, mode, at);
GRANT SELECT, INSERT, DELETE ON accounts_flows TO candor_app;

CREATE TABLE accounts_worth (
  user_id uuid    NOT NULL,
  mode    text    NOT NULL CHECK (mode IN ('demo', 'real')),
  -- Hours since 1970 (UTC): one point an hour.
  hour    integer NOT NULL,
  -- The moment it is of, soon after the hour began.
  at      bigint  NOT NULL,
  worth   bigint  NOT NULL,
  -- All money put in until then, less what was taken out.
  flow    bigint  NOT NULL,
  PRIMARY KEY (user_id, mode, hour)
);
COMMENT ON TABLE accounts_worth IS
  'Total worth of accounts over time, in USDT''s smallest unit. A point is stored where it differs from the one before. '
  'Thinned with age: hourly for eight days, then the end of each day (UTC).';
CREATE INDEX accounts_worth_hour ON accounts_worth (hour);
GRANT SELECT, INSERT, DELETE ON accounts_worth TO candor_app;
