-- Approved cases that count towards the sums of a day and towards what one person decided alone about a customer.
CREATE TABLE operators_approved_cases (
  kind        text        NOT NULL CHECK (kind IN ('kyc', 'recharge', 'withdrawal')),
  case_id     text        NOT NULL,
  customer_id uuid        NOT NULL,
  -- Everybody who approved; one: alone.
  approvers   uuid[]      NOT NULL CHECK (cardinality(approvers) BETWEEN 1 AND 2),
  -- Worth at the approval, in USDT's smallest unit; null: no money moved, or the coin had no price.
  value       bigint      CHECK (value >= 0),
  at          timestamptz NOT NULL,
  PRIMARY KEY (kind, case_id)
);
CREATE INDEX operators_approved_cases_of ON operators_approved_cases (customer_id);
CREATE INDEX operators_approved_cases_on ON operators_approved_cases (at);
CREATE FUNCTION operators_approved_cases_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operators: what was approved stays' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER operators_approved_cases_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON operators_approved_cases
  FOR EACH STATEMENT EXECUTE FUNCTION operators_approved_cases_stay();
GRANT SELECT, INSERT ON operators_approved_cases TO candor_app;

-- Approvals made before: the last person stands with the decision, the first (if any) among the approvals.
WITH decided AS (
  SELECT 'kyc' AS kind, id::text AS case_id, user_id AS customer_id, decided_by::text AS by, NULL::bigint AS value, decided_at AS at
    FROM kyc_cases WHERE status = 'approved'
  UNION ALL
  SELECT 'recharge', d.id::text, d.user_id, e.decided_by, d.value, to_timestamp(e.at / 1000.0)
    FROM funding_deposits d JOIN funding_deposit_events e ON e.deposit_id = d.id AND e.status = 'approved'
  UNION ALL
  SELECT 'withdrawal', w.id::text, w.user_id, e.decided_by, CASE WHEN w.coin = 'USDT' THEN w.amount END, to_timestamp(e.at / 1000.0)
    FROM funding_withdrawals w JOIN funding_withdrawal_events e ON e.withdrawal_id = w.id AND e.status = 'approved'
), people AS (
  SELECT d.kind, d.case_id, p.id FROM decided d JOIN operators_people p ON d.by IN (p.id::text, p.email)
  UNION
  SELECT d.kind, d.case_id, a.operator_id FROM decided d JOIN operators_approvals a USING (kind, case_id)
), approved AS (
  SELECT kind, case_id, (array_agg(id))[1:2] AS approvers FROM people GROUP BY kind, case_id
)
INSERT INTO operators_approved_cases (kind, case_id, customer_id, approvers, value, at)
SELECT kind, case_id, customer_id, approvers, value, at FROM decided JOIN approved USING (kind, case_id) WHERE at IS NOT NULL;

-- A first approval says what it approves: the decision, the reason of a refusal, the transaction that was named.
ALTER TABLE operators_approvals
  ADD COLUMN decision text NOT NULL DEFAULT 'approve' CHECK (decision IN ('approve', 'reject')),
  ADD COLUMN reason   text,
  ADD COLUMN named    text,
  DROP CONSTRAINT operators_approvals_pkey,
  ADD PRIMARY KEY (kind, case_id, operator_id, shown_hash, standing, decision);
GRANT UPDATE (reason, named, at) ON operators_approvals TO candor_app;

-- Where two people approved a withdrawal, two people complete it by hand.
GRANT UPDATE (reviewers) ON funding_withdrawals TO candor_app;
CREATE FUNCTION funding_reviewers_never_fewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reviewers < OLD.reviewers THEN
    RAISE EXCEPTION 'funding: a withdrawal never needs fewer people than before'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_reviewers';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER funding_reviewers_never_fewer BEFORE UPDATE OF reviewers ON funding_withdrawals
  FOR EACH ROW EXECUTE FUNCTION funding_reviewers_never_fewer();

-- Every transaction ever named for a withdrawal: before money is given back, none of them may be on the chain.
CREATE TABLE funding_withdrawal_payments (
  withdrawal_id uuid   NOT NULL REFERENCES funding_withdrawals (id),
  hash          text   NOT NULL CHECK (hash <> ''),
  named_at      bigint NOT NULL,
  sight_state   text   CHECK (sight_state IN ('missing', 'unconfirmed', 'failed', 'mined')),
  looked_at     bigint,
  PRIMARY KEY (withdrawal_id, hash),
  CHECK ((sight_state IS NULL) = (looked_at IS NULL))
);
INSERT INTO funding_withdrawal_payments (withdrawal_id, hash, named_at)
SELECT w.id, w.hash, e.at
  FROM funding_withdrawals w JOIN funding_withdrawal_events e ON e.withdrawal_id = w.id AND e.status = 'sent'
 WHERE w.hash IS NOT NULL;
GRANT SELECT, INSERT ON funding_withdrawal_payments TO candor_app;
GRANT UPDATE (sight_state, looked_at) ON funding_withdrawal_payments TO candor_app;
