-- An invitation by `candor setup` has no two operators who decided it, because there are none yet.
ALTER TABLE operators_invitations ALTER COLUMN proposed_by DROP NOT NULL;
ALTER TABLE operators_invitations ALTER COLUMN approved_by DROP NOT NULL;
ALTER TABLE operators_invitations ADD CONSTRAINT operators_invitations_of_setup CHECK (
  (proposed_by IS NULL) = (approved_by IS NULL)
  AND (proposed_by IS NOT NULL OR (role = 'admin' AND resets IS NULL)));

CREATE OR REPLACE FUNCTION operators_invitations_note_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proposer_standing := coalesce((SELECT standing FROM operators_people WHERE id = NEW.proposed_by), 0);
  NEW.approver_standing := coalesce((SELECT standing FROM operators_people WHERE id = NEW.approved_by), 0);
  RETURN NEW;
END
$$;

CREATE FUNCTION operators_invitations_first_two() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.proposed_by IS NOT NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('operators_people', 0));
  IF (SELECT count(*) FROM operators_people WHERE role = 'admin' AND disabled_at IS NULL)
     + (SELECT count(*) FROM operators_invitations
         WHERE proposed_by IS NULL AND used_at IS NULL AND expires_at > NEW.made_at) >= 2 THEN
    RAISE EXCEPTION 'operators: two admins invite the next'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'operators_invitations_first_two';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION operators_invitations_first_two IS
  'Without two people who decide, only the first two admins are invited.';
CREATE TRIGGER operators_invitations_first_two BEFORE INSERT ON operators_invitations
  FOR EACH ROW EXECUTE FUNCTION operators_invitations_first_two();
COMMENT ON TABLE operators_invitations IS
  'Invitations approved by two operators, and those of the first two admins, by `candor setup`. The invited person sets '
  'their own password and second factor, so that nobody else knows them. The link is mailed to that address (ADR-165); '
  'setup prints it where no mail can be sent (ADR-261).';
