-- Customers whose rebate of a day (UTC) that is over was not settled yet. A day stands in orders_fee_rebate_days once everybody who paid
-- fees on it stands here or was paid, so that one customer's rebate holds up neither the others' nor the days after it.
CREATE TABLE orders_fee_rebates_owed (
  day     date   NOT NULL,
  user_id uuid   NOT NULL,
  -- In USDT's smallest unit.
  fees    bigint NOT NULL CHECK (fees > 0),
  PRIMARY KEY (day, user_id)
);
CREATE INDEX orders_fee_rebates_owed_customer ON orders_fee_rebates_owed (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON orders_fee_rebates_owed TO candor_app;
