-- One coin turned into another at a held quote. Amounts in each coin's smallest unit, times in epoch ms. Written once.
CREATE TABLE funding_conversions (
  id         uuid PRIMARY KEY,
  sequence   bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id    uuid   NOT NULL,
  from_asset text   NOT NULL CHECK (from_asset IN ('USDT', 'BTC', 'ETH')),
  to_asset   text   NOT NULL CHECK (to_asset IN ('USDT', 'BTC', 'ETH')),
  -- Given in all, the fee within it.
  amount     bigint NOT NULL CHECK (amount > 0),
  fee        bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
  received   bigint NOT NULL CHECK (received > 0),
  -- Of the coin received for one of the coin given, for reading.
  rate       text   NOT NULL,
  -- The quotes the rate was made of (trust T5).
  quotes     jsonb  NOT NULL,
  quoted_at  bigint NOT NULL,
  created_at bigint NOT NULL,
  CHECK (from_asset <> to_asset),
  CHECK (quoted_at <= created_at)
);
CREATE INDEX funding_conversions_of ON funding_conversions (user_id, sequence);
GRANT SELECT, INSERT ON funding_conversions TO candor_app;

INSERT INTO ledger_classes (class) VALUES ('conversion');
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('operator-funding', 'world', 'conversion', 'real'),
  ('conversion-sold', 'customer', 'conversion', 'real'),
  ('conversion-bought', 'conversion', 'customer', 'real'),
  ('conversion-fee', 'customer', 'fee-revenue', 'real');
