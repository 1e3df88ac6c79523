-- Smart plans. Amounts in USDT's smallest unit, rates in 10^-12, times in epoch ms.
CREATE TABLE smart_products (
  id         text PRIMARY KEY,
  name       text    NOT NULL CHECK (name <> ''),
  min_amount bigint  NOT NULL CHECK (min_amount > 0),
  max_amount bigint  NOT NULL,
  -- False: no longer sold; plans already bought go on.
  sold       boolean NOT NULL DEFAULT true,
  position   integer NOT NULL,
  CHECK (max_amount >= min_amount)
);
CREATE TABLE smart_timeframes (
  product_id text    NOT NULL REFERENCES smart_products (id),
  days       integer NOT NULL CHECK (days > 0),
  yield_min  bigint  NOT NULL CHECK (yield_min >= 0),
  yield_max  bigint  NOT NULL,
  PRIMARY KEY (product_id, days),
  CHECK (yield_max >= yield_min)
);

CREATE TABLE smart_plans (
  id            uuid PRIMARY KEY,
  sequence      bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  order_no      text    NOT NULL,
  public_id     uuid    NOT NULL UNIQUE,
  user_id       uuid    NOT NULL,
  product_id    text    NOT NULL REFERENCES smart_products (id),
  -- The terms it was bought with (trust T18).
  product_name  text    NOT NULL,
  amount        bigint  NOT NULL CHECK (amount > 0),
  days          integer NOT NULL CHECK (days > 0),
  daily_yield   bigint  NOT NULL CHECK (daily_yield >= 0),
  day_minor     bigint  NOT NULL CHECK (day_minor >= 0),
  penalty_share bigint  NOT NULL CHECK (penalty_share >= 0),
  started_at    bigint  NOT NULL,
  paid_days     integer NOT NULL DEFAULT 0 CHECK (paid_days BETWEEN 0 AND days),
  -- When the next day is paid; null once it no longer earns.
  next_due_at   bigint,
  penalty       bigint,
  status        text    NOT NULL DEFAULT 'earning' CHECK (status IN ('earning', 'completed', 'exited')),
  closed_at     bigint,
  CHECK (next_due_at IS NOT DISTINCT FROM
    CASE WHEN status = 'earning' THEN started_at + (paid_days + 1) * 86400000::bigint END),
  CHECK ((status = 'earning') = (closed_at IS NULL)),
  CHECK ((status = 'exited') = (penalty IS NOT NULL)),
  CHECK (status <> 'completed' OR paid_days = days),
  -- The penalty never exceeds what was paid, whoever writes it.
  CHECK (penalty BETWEEN 0 AND paid_days * day_minor)
);
CREATE INDEX smart_plans_of ON smart_plans (user_id, sequence);
CREATE INDEX smart_plans_due ON smart_plans (next_due_at) WHERE status = 'earning';
-- One open plan a product a customer (10024).
CREATE UNIQUE INDEX smart_plans_one_open ON smart_plans (user_id, product_id) WHERE status = 'earning';

-- earning → completed or exited, once; days paid never become fewer; the terms never change.
CREATE FUNCTION smart_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'earning' OR NEW.paid_days < OLD.paid_days THEN
    RAISE EXCEPTION 'smart: no move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'smart_moves';
  END IF;
  IF (OLD.user_id, OLD.product_id, OLD.product_name, OLD.amount, OLD.days, OLD.daily_yield, OLD.day_minor,
      OLD.penalty_share, OLD.started_at)
     IS DISTINCT FROM
     (NEW.user_id, NEW.product_id, NEW.product_name, NEW.amount, NEW.days, NEW.daily_yield, NEW.day_minor,
      NEW.penalty_share, NEW.started_at) THEN
    RAISE EXCEPTION 'smart: the terms of a plan never change'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'smart_terms';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER smart_plans_move BEFORE UPDATE ON smart_plans FOR EACH ROW EXECUTE FUNCTION smart_check_move();

-- One row a day paid: the day's number makes it once ever. Written once.
CREATE TABLE smart_payouts (
  plan_id uuid    NOT NULL REFERENCES smart_plans (id),
  day     integer NOT NULL CHECK (day > 0),
  minor   bigint  NOT NULL CHECK (minor >= 0),
  due_at  bigint  NOT NULL,
  paid_at bigint  NOT NULL,
  PRIMARY KEY (plan_id, day)
);
CREATE FUNCTION smart_payouts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'smart: a payout is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER smart_payouts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON smart_payouts
  FOR EACH STATEMENT EXECUTE FUNCTION smart_payouts_stay();

GRANT SELECT, INSERT ON smart_products, smart_timeframes, smart_payouts TO candor_app;
GRANT UPDATE (name, sold, position) ON smart_products TO candor_app;
GRANT SELECT, INSERT, UPDATE ON smart_plans TO candor_app;

-- Customers' principal lies in an account of its own, apart from all of the operator's money.
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_class_check,
  ADD CONSTRAINT ledger_accounts_class_check CHECK (class IN ('customer', 'trading-capital', 'fee-revenue',
    'swap-revenue', 'negative-balance', 'yield-reserve', 'loan-capital', 'charity', 'world', 'plan-principal'));

-- Plans are bought with real money only: no entry of theirs exists for demo money.
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('plan-purchase', 'customer', 'plan-principal', 'real'),
  ('plan-yield', 'yield-reserve', 'customer', 'real'),
  ('plan-return', 'plan-principal', 'customer', 'real'),
  ('plan-penalty', 'plan-principal', 'yield-reserve', 'real');
