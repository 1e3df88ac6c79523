-- Block ranges find the options that closed on a day, as orders_contracts_when does for contracts.
CREATE INDEX options_orders_when ON options_orders USING brin (closed_at) WITH (pages_per_range = 16, autosummarize = on);

CREATE TABLE orders_risk_days (
  day     date   NOT NULL,
  code    text   NOT NULL,
  product text   NOT NULL CHECK (product IN ('contract', 'option')),
  trades  bigint NOT NULL CHECK (trades > 0),
  -- What customers lost by prices, less what they won.
  prices  bigint NOT NULL,
  -- Commissions and swaps that they paid on these trades, less swaps they received.
  charges bigint NOT NULL,
  PRIMARY KEY (day, code, product)
);
COMMENT ON TABLE orders_risk_days IS
  'The operator''s result of each past day (UTC) by market, from trades of real accounts that closed on it. In USDT''s smallest unit.';
GRANT SELECT, INSERT ON orders_risk_days TO candor_app;

CREATE TABLE orders_risk_done (
  day date PRIMARY KEY
);
COMMENT ON TABLE orders_risk_done IS
  'Days (UTC) whose results are in orders_risk_days, those without trades too.';
GRANT SELECT, INSERT ON orders_risk_done TO candor_app;

CREATE TABLE orders_risk_hours (
  -- Begin of the hour, epoch ms.
  at         bigint NOT NULL,
  code       text   NOT NULL,
  net        bigint NOT NULL,
  gross      bigint NOT NULL CHECK (gross >= 0),
  -- The operator's result if all customers had closed then.
  unrealised bigint NOT NULL,
  margin     bigint NOT NULL CHECK (margin >= 0),
  PRIMARY KEY (at, code)
);
COMMENT ON TABLE orders_risk_hours IS
  'Open positions of real accounts once an hour by market, for a year, in USDT''s smallest unit. Markets without positions have no row.';
GRANT SELECT, INSERT, DELETE ON orders_risk_hours TO candor_app;

CREATE TABLE orders_risk_cover (
  at               bigint PRIMARY KEY,
  capital          bigint NOT NULL,
  would_win        bigint NOT NULL,
  negative_balance bigint NOT NULL
);
COMMENT ON TABLE orders_risk_cover IS
  'Money behind the customers'' open positions once an hour, for a year, in USDT''s smallest unit. Also tells that the hour was recorded.';
GRANT SELECT, INSERT, DELETE ON orders_risk_cover TO candor_app;

CREATE TABLE orders_risk_alerts (
  kind    text   NOT NULL CHECK (kind IN ('market', 'customer', 'cover')),
  -- The market; empty for the other kinds.
  code    text   NOT NULL,
  -- What the move of the parameters would cost, in USDT's smallest unit.
  cost    bigint NOT NULL,
  since   bigint NOT NULL,
  PRIMARY KEY (kind, code),
  CONSTRAINT orders_risk_alerts_code CHECK ((kind = 'market') = (code <> ''))
);
COMMENT ON TABLE orders_risk_alerts IS
  'Thresholds of risk that are passed now, as the last look found them.';
GRANT SELECT, INSERT, UPDATE (cost), DELETE ON orders_risk_alerts TO candor_app;
