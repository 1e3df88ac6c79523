-- Part of a day's trading fees given back by VIP tier. Amounts in USDT's smallest unit, rebates in 10^-12, times in epoch ms, days in UTC.
CREATE TABLE orders_fee_rebates (
  id        uuid   PRIMARY KEY,
  user_id   uuid   NOT NULL,
  day       date   NOT NULL,
  -- Traded in the 30 days before that day began.
  volume    bigint NOT NULL CHECK (volume > 0),
  fees      bigint NOT NULL CHECK (fees > 0),
  rate      bigint NOT NULL CHECK (rate BETWEEN 1 AND 500000000000),
  rebate    bigint NOT NULL CHECK (rebate > 0),
  paid_at   bigint NOT NULL,
  -- Once a day.
  UNIQUE (user_id, day),
  CHECK (rebate = floor(fees::numeric * rate / 1000000000000))
);
-- Days that were looked at to their end.
CREATE TABLE orders_fee_rebate_days (day date PRIMARY KEY, done_at bigint NOT NULL);

CREATE FUNCTION orders_rebates_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'orders: what was given back is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER orders_fee_rebates_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON orders_fee_rebates
  FOR EACH STATEMENT EXECUTE FUNCTION orders_rebates_stay();
GRANT SELECT, INSERT ON orders_fee_rebates, orders_fee_rebate_days TO candor_app;

-- Out of what the operator earned by fees, real money only.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('fee-rebate', 'fee-revenue', 'customer', 'real');
