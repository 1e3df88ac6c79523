-- Loans. Amounts in USDT's smallest unit, rates in 10^-12, times in epoch ms.

CREATE TABLE loans (
  id               uuid    PRIMARY KEY,
  sequence         bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  loan_no          text    NOT NULL,
  public_id        uuid    NOT NULL UNIQUE,
  user_id          uuid    NOT NULL,
  -- Terms it was requested with (trust T18).
  amount           bigint  NOT NULL CHECK (amount > 0),
  days             integer NOT NULL CHECK (days > 0),
  free_days        integer NOT NULL CHECK (free_days >= 0),
  daily_rate       bigint  NOT NULL CHECK (daily_rate >= 0),
  overdue_rate     bigint  NOT NULL CHECK (overdue_rate >= 0),
  apr              bigint  NOT NULL CHECK (apr >= 0),
  -- What was signed: the agreement as it read, its hash, who signed it and how.
  language         text    NOT NULL,
  agreement        jsonb   NOT NULL,
  agreement_hash   text    NOT NULL CHECK (agreement_hash ~ '^[0-9a-f]{64}$'),
  signature        text    NOT NULL,
  signed_name      text    NOT NULL CHECK (signed_name <> ''),
  requested_at     bigint  NOT NULL,

  status           text    NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'repaying', 'overdue', 'repaid', 'rejected')),
  -- When the money was paid out: days are counted from here.
  started_at       bigint,
  -- Days that are over and charged. The number makes a day charged once, whatever clocks and calendars do.
  charged_days     integer NOT NULL DEFAULT 0 CHECK (charged_days >= 0),
  next_due_at      bigint,
  interest_charged bigint  NOT NULL DEFAULT 0 CHECK (interest_charged >= 0),
  overdue_charged  bigint  NOT NULL DEFAULT 0 CHECK (overdue_charged >= 0),
  principal_left   bigint  NOT NULL CHECK (principal_left >= 0),
  interest_left    bigint  NOT NULL DEFAULT 0 CHECK (interest_left >= 0),
  overdue_left     bigint  NOT NULL DEFAULT 0 CHECK (overdue_left >= 0),
  repaid           bigint  NOT NULL DEFAULT 0 CHECK (repaid >= 0),
  -- Once past its due day: repaid, but not on time.
  was_overdue      boolean NOT NULL DEFAULT false,
  closed_at        bigint,
  CONSTRAINT loans_check CHECK ((status IN ('pending', 'rejected')) = (started_at IS NULL)),
  CONSTRAINT loans_check1 CHECK ((status IN ('repaid', 'rejected')) = (closed_at IS NOT NULL)),
  CONSTRAINT loans_check2 CHECK (next_due_at IS NOT DISTINCT FROM
      CASE WHEN status IN ('repaying', 'overdue') THEN started_at + (charged_days + 1) * 86400000::bigint END),
  CONSTRAINT loans_check3 CHECK (status <> 'overdue' OR was_overdue),
  CONSTRAINT loans_check4 CHECK (status <> 'repaid' OR (principal_left = 0 AND interest_left = 0 AND overdue_left = 0)),
  -- What was lent and charged is repaid or still owed, to the last unit.
  CONSTRAINT loans_check5
    CHECK (repaid = amount - principal_left + interest_charged - interest_left + overdue_charged - overdue_left)
);
COMMENT ON TABLE loans IS
  'Loans: the terms, which never change, and what is owed. The table itself refuses a row that does not add up.';
CREATE INDEX loans_of ON loans (user_id, sequence);
CREATE INDEX loans_due ON loans (next_due_at) WHERE next_due_at IS NOT NULL;
CREATE INDEX loans_pending ON loans (requested_at) WHERE status = 'pending';
GRANT SELECT, INSERT, UPDATE ON loans TO candor_app;

CREATE FUNCTION loans_check_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (
    (OLD.status = 'pending' AND NEW.status IN ('repaying', 'rejected'))
    OR (OLD.status = 'repaying' AND NEW.status IN ('repaying', 'overdue', 'repaid'))
    OR (OLD.status = 'overdue' AND NEW.status IN ('overdue', 'repaid'))
  ) OR NEW.charged_days < OLD.charged_days OR NEW.repaid < OLD.repaid OR (OLD.was_overdue AND NOT NEW.was_overdue)
    OR (OLD.started_at IS NOT NULL AND OLD.started_at IS DISTINCT FROM NEW.started_at) THEN
    RAISE EXCEPTION 'loans: no move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'loans_moves';
  END IF;
  IF (OLD.loan_no, OLD.public_id, OLD.user_id, OLD.amount, OLD.days, OLD.free_days, OLD.daily_rate, OLD.overdue_rate, OLD.apr, OLD.language,
      OLD.agreement, OLD.agreement_hash, OLD.signature, OLD.signed_name, OLD.requested_at)
     IS DISTINCT FROM
     (NEW.loan_no, NEW.public_id, NEW.user_id, NEW.amount, NEW.days, NEW.free_days, NEW.daily_rate, NEW.overdue_rate, NEW.apr, NEW.language,
      NEW.agreement, NEW.agreement_hash, NEW.signature, NEW.signed_name, NEW.requested_at) THEN
    RAISE EXCEPTION 'loans: what was agreed never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'loans_terms';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION loans_check_move IS
  'pending → repaying or rejected; repaying → overdue or repaid; overdue → repaid. Charged days never become fewer '
  'and the terms never change.';
CREATE TRIGGER loans_move BEFORE UPDATE ON loans FOR EACH ROW
  WHEN (OLD.signed_name IS NOT DISTINCT FROM NEW.signed_name) EXECUTE FUNCTION loans_check_move();

CREATE FUNCTION loans_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'signed_name' - 'agreement' <> to_jsonb(OLD) - 'signed_name' - 'agreement' OR NEW.signed_name <> '(erased)' OR NOT accounts_is_closed(OLD.user_id) THEN
    RAISE EXCEPTION 'loans: what was agreed never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'loans_terms';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION loans_erased IS
  'Only the name of an erased customer may be removed, where it was typed and in the wording. The hash stays that '
  'of the wording as signed (ADR-141).';
CREATE TRIGGER loans_erased BEFORE UPDATE ON loans FOR EACH ROW
  WHEN (OLD.signed_name IS DISTINCT FROM NEW.signed_name) EXECUTE FUNCTION loans_erased();

CREATE TABLE loan_moves (
  loan_id uuid    NOT NULL REFERENCES loans (id),
  number  integer NOT NULL CHECK (number > 0),
  status  text    NOT NULL,
  at      bigint  NOT NULL,
  -- Key of the texts, which the customer reads in their language.
  reason  text,
  PRIMARY KEY (loan_id, number)
);
COMMENT ON TABLE loan_moves IS 'States of a loan, in order.';
GRANT SELECT, INSERT ON loan_moves TO candor_app;

CREATE FUNCTION loans_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'loans: % is never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION loans_written_once IS 'Moves, days, payments and papers of a loan are written once.';
CREATE TRIGGER loan_moves_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_moves
  FOR EACH STATEMENT EXECUTE FUNCTION loans_written_once();

CREATE TABLE loan_days (
  loan_id    uuid    NOT NULL REFERENCES loans (id),
  day        integer NOT NULL CHECK (day > 0),
  kind       text    NOT NULL CHECK (kind IN ('free', 'interest', 'overdue')),
  base       bigint  NOT NULL CHECK (base >= 0),
  minor      bigint  NOT NULL CHECK (minor >= 0),
  due_at     bigint  NOT NULL,
  charged_at bigint  NOT NULL,
  PRIMARY KEY (loan_id, day)
);
COMMENT ON TABLE loan_days IS 'Days charged, once each.';
GRANT SELECT, INSERT ON loan_days TO candor_app;
CREATE TRIGGER loan_days_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_days
  FOR EACH STATEMENT EXECUTE FUNCTION loans_written_once();

CREATE TABLE loan_payments (
  loan_id   uuid    NOT NULL REFERENCES loans (id),
  number    integer NOT NULL CHECK (number > 0),
  -- By the customer, or debited when the loan was due or overdue.
  by        text    NOT NULL CHECK (by IN ('customer', 'debit')),
  -- Days charged before it.
  after_day integer NOT NULL CHECK (after_day >= 0),
  principal bigint  NOT NULL CHECK (principal >= 0),
  interest  bigint  NOT NULL CHECK (interest >= 0),
  overdue   bigint  NOT NULL CHECK (overdue >= 0),
  paid_at   bigint  NOT NULL,
  PRIMARY KEY (loan_id, number),
  CONSTRAINT loan_payments_check CHECK (principal + interest + overdue > 0)
);
COMMENT ON TABLE loan_payments IS 'Repayments.';
GRANT SELECT, INSERT ON loan_payments TO candor_app;
CREATE TRIGGER loan_payments_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_payments
  FOR EACH STATEMENT EXECUTE FUNCTION loans_written_once();

CREATE TABLE loan_papers (
  loan_id    uuid   PRIMARY KEY REFERENCES loans (id),
  sha256     text   NOT NULL,
  pdf        bytea  NOT NULL,
  written_at bigint NOT NULL
);
COMMENT ON TABLE loan_papers IS 'Signed agreements as PDF, written once. Removed when the customer is erased.';
GRANT SELECT, INSERT, DELETE ON loan_papers TO candor_app;

CREATE FUNCTION loan_paper_erased_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM loans l WHERE l.id = OLD.loan_id AND accounts_is_closed(l.user_id)) THEN
    RAISE EXCEPTION 'loans: loan_papers is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END
$$;
COMMENT ON FUNCTION loan_paper_erased_only IS 'A paper is removed only when its customer was erased (ADR-141).';
CREATE TRIGGER loan_papers_erased BEFORE DELETE ON loan_papers FOR EACH ROW EXECUTE FUNCTION loan_paper_erased_only();
CREATE TRIGGER loan_papers_stay BEFORE UPDATE OR TRUNCATE ON loan_papers
  FOR EACH STATEMENT EXECUTE FUNCTION loans_written_once();
