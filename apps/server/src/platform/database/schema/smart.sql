-- Smart plans. Amounts in USDT's smallest unit, rates in 10^-12, times in epoch ms.

CREATE TABLE smart_products (
  id         text    PRIMARY KEY,
  name       text    NOT NULL CHECK (name <> ''),
  min_amount bigint  NOT NULL CHECK (min_amount > 0),
  max_amount bigint  NOT NULL,
  -- False: no longer sold; plans already bought go on.
  sold       boolean NOT NULL DEFAULT true,
  position   integer NOT NULL,
  CONSTRAINT smart_products_check CHECK (max_amount >= min_amount)
);
COMMENT ON TABLE smart_products IS 'Plans on offer.';
GRANT SELECT, INSERT, UPDATE (name, min_amount, max_amount, sold, position) ON smart_products TO candor_app;

CREATE TABLE smart_timeframes (
  product_id text    NOT NULL REFERENCES smart_products (id),
  days       integer NOT NULL CHECK (days > 0),
  yield_min  bigint  NOT NULL CHECK (yield_min >= 0),
  yield_max  bigint  NOT NULL,
  PRIMARY KEY (product_id, days),
  CONSTRAINT smart_timeframes_check CHECK (yield_max >= yield_min)
);
COMMENT ON TABLE smart_timeframes IS
  'Periods and yields of a product. A row may go: a plan carries its own days and yield (trust T18).';
GRANT SELECT, INSERT, UPDATE (yield_min, yield_max), DELETE ON smart_timeframes TO candor_app;

CREATE TABLE smart_product_changes (
  -- Proposal it was approved with.
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  product_id  text   NOT NULL REFERENCES smart_products (id),
  -- The whole product before (null for a new one) and after; decimal texts.
  before      jsonb,
  after       jsonb  NOT NULL,
  reason      text   NOT NULL CHECK (reason <> ''),
  proposed_by uuid   NOT NULL REFERENCES operators_people (id),
  approved_by uuid   NOT NULL REFERENCES operators_people (id),
  at          bigint NOT NULL,
  CONSTRAINT smart_product_changes_check CHECK (proposed_by <> approved_by),
  CONSTRAINT smart_product_changes_check1 CHECK (before IS DISTINCT FROM after)
);
COMMENT ON TABLE smart_product_changes IS 'Changes of products, by two operators. Kept for good (ADR-133).';
GRANT SELECT, INSERT ON smart_product_changes TO candor_app;

CREATE FUNCTION smart_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'smart: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION smart_written_once IS 'Changes of products are never changed or removed.';
CREATE TRIGGER smart_product_changes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON smart_product_changes
  FOR EACH STATEMENT EXECUTE FUNCTION smart_written_once();

CREATE TABLE smart_plans (
  id            uuid    PRIMARY KEY,
  sequence      bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  order_no      text    NOT NULL,
  public_id     uuid    NOT NULL UNIQUE,
  user_id       uuid    NOT NULL,
  product_id    text    NOT NULL REFERENCES smart_products (id),
  -- Terms it was bought with (trust T18).
  product_name  text    NOT NULL,
  amount        bigint  NOT NULL CHECK (amount > 0),
  days          integer NOT NULL CHECK (days > 0),
  daily_yield   bigint  NOT NULL CHECK (daily_yield >= 0),
  day_minor     bigint  NOT NULL CHECK (day_minor >= 0),
  penalty_share bigint  NOT NULL CHECK (penalty_share >= 0),
  started_at    bigint  NOT NULL,
  paid_days     integer NOT NULL DEFAULT 0,
  -- When the next day is paid; null once it no longer earns.
  next_due_at   bigint,
  penalty       bigint,
  status        text    NOT NULL DEFAULT 'earning' CHECK (status IN ('earning', 'completed', 'exited')),
  closed_at     bigint,
  CONSTRAINT smart_plans_check CHECK (paid_days BETWEEN 0 AND days),
  CONSTRAINT smart_plans_check1 CHECK (next_due_at IS NOT DISTINCT FROM
      CASE WHEN status = 'earning' THEN started_at + (paid_days + 1) * 86400000::bigint END),
  CONSTRAINT smart_plans_check2 CHECK ((status = 'earning') = (closed_at IS NULL)),
  CONSTRAINT smart_plans_check3 CHECK ((status = 'exited') = (penalty IS NOT NULL)),
  CONSTRAINT smart_plans_check4 CHECK (status <> 'completed' OR paid_days = days),
  -- The penalty never exceeds what was paid.
  CONSTRAINT smart_plans_check5 CHECK (penalty BETWEEN 0 AND paid_days * day_minor)
);
COMMENT ON TABLE smart_plans IS 'Customers'' plans with the terms they were bought with.';
CREATE INDEX smart_plans_of ON smart_plans (user_id, sequence);
CREATE INDEX smart_plans_due ON smart_plans (next_due_at) WHERE status = 'earning';
-- One open plan per product and customer.
CREATE UNIQUE INDEX smart_plans_one_open ON smart_plans (user_id, product_id) WHERE status = 'earning';
-- Order of the customer's list of all orders.
CREATE INDEX smart_plans_placed ON smart_plans (user_id, started_at, id);
GRANT SELECT, INSERT, UPDATE ON smart_plans TO candor_app;

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
COMMENT ON FUNCTION smart_check_move IS
  'earning → completed or exited, once. Paid days never become fewer and the terms never change.';
CREATE TRIGGER smart_plans_move BEFORE UPDATE ON smart_plans FOR EACH ROW EXECUTE FUNCTION smart_check_move();

CREATE TABLE smart_payouts (
  plan_id uuid    NOT NULL REFERENCES smart_plans (id),
  day     integer NOT NULL CHECK (day > 0),
  minor   bigint  NOT NULL CHECK (minor >= 0),
  due_at  bigint  NOT NULL,
  paid_at bigint  NOT NULL,
  PRIMARY KEY (plan_id, day)
);
COMMENT ON TABLE smart_payouts IS
  'Days paid. The plan and the day are the key, so that a day is paid once. Written once.';
GRANT SELECT, INSERT ON smart_payouts TO candor_app;

CREATE FUNCTION smart_payouts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'smart: a payout is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION smart_payouts_stay IS 'A payout is never changed or removed.';
CREATE TRIGGER smart_payouts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON smart_payouts
  FOR EACH STATEMENT EXECUTE FUNCTION smart_payouts_stay();
