-- An announced tariff can be taken back before it holds, by two operators; the announcement stays in the record. Times in epoch ms.
ALTER TABLE markets_tariffs
  ADD COLUMN withdrawn_at bigint,
  ADD COLUMN withdrawn_reason text,
  ADD COLUMN withdrawal_proposed_by uuid REFERENCES operators_people (id),
  ADD COLUMN withdrawal_approved_by uuid REFERENCES operators_people (id),
  ADD CHECK (num_nulls(withdrawn_at, withdrawn_reason, withdrawal_proposed_by, withdrawal_approved_by) IN (0, 4)),
  ADD CHECK (withdrawal_proposed_by <> withdrawal_approved_by),
  ADD CHECK (withdrawn_reason <> ''),
  -- What held once is history.
  ADD CHECK (withdrawn_at < holds_from),
  ADD CHECK (withdrawn_at IS NULL OR applied_at IS NULL),
  DROP CONSTRAINT markets_tariffs_about_name_holds_from_key;
CREATE UNIQUE INDEX markets_tariffs_once ON markets_tariffs (about, name, holds_from) WHERE withdrawn_at IS NULL;

-- What was announced stays as it was announced; a fee is put into force once, and what does not hold yet is withdrawn once.
CREATE OR REPLACE FUNCTION markets_tariffs_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  withdrawal text[] := ARRAY['withdrawn_at', 'withdrawn_reason', 'withdrawal_proposed_by', 'withdrawal_approved_by'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND OLD.applied_at IS NULL THEN
    IF NEW.applied_at IS NOT NULL AND to_jsonb(OLD) - 'applied_at' = to_jsonb(NEW) - 'applied_at' THEN
      RETURN NEW;
    END IF;
    IF NEW.withdrawn_at IS NOT NULL AND to_jsonb(OLD) - withdrawal = to_jsonb(NEW) - withdrawal THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'markets: an announced tariff is never changed'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'markets_tariffs_stay';
END
$$;

GRANT UPDATE (withdrawn_at, withdrawn_reason, withdrawal_proposed_by, withdrawal_approved_by) ON markets_tariffs TO candor_app;
