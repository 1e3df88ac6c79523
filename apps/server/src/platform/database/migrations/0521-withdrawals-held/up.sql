-- Until when a withdrawal waits for the decision about a listed name; null: it does not.
ALTER TABLE funding_withdrawals ADD COLUMN held_until bigint CHECK (held_until > created_at);
GRANT UPDATE (held_until) ON funding_withdrawals TO candor_app;

-- A hold ends while nothing else of the withdrawal changes; every other move is as before (0130).
CREATE OR REPLACE FUNCTION funding_check_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.held_until IS NOT NULL AND NEW.held_until IS NULL AND OLD.status IN ('pending', 'approved')
     AND to_jsonb(OLD) - 'held_until' = to_jsonb(NEW) - 'held_until' THEN
    RETURN NEW;
  END IF;
  IF (OLD.status, NEW.status) NOT IN (
       ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'cancelled'),
       ('approved', 'sent'), ('approved', 'failed'),
       ('sent', 'sent'), ('sent', 'completed'), ('sent', 'failed')) THEN
    RAISE EXCEPTION 'funding: no move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_moves';
  END IF;
  IF (OLD.hash IS DISTINCT FROM NEW.hash) AND NEW.status <> 'sent' THEN
    RAISE EXCEPTION 'funding: a transaction is named when it is sent'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'funding_withdrawal_hash';
  END IF;
  RETURN NEW;
END
$$;
