-- How often an operator's role or access has changed. An approval counts for the standing it was given in, and for no other.
ALTER TABLE operators_people ADD COLUMN standing integer NOT NULL DEFAULT 0;
ALTER TABLE operators_approvals ADD COLUMN standing integer NOT NULL DEFAULT 0;
ALTER TABLE operators_proposals ADD COLUMN proposer_standing integer NOT NULL DEFAULT 0;

-- An operator who comes back may approve again what they approved before they left.
ALTER TABLE operators_approvals
  DROP CONSTRAINT operators_approvals_pkey,
  ADD PRIMARY KEY (kind, case_id, operator_id, shown_hash, standing);

CREATE FUNCTION operators_count_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.role, NEW.disabled_at) IS DISTINCT FROM (OLD.role, OLD.disabled_at) THEN
    NEW.standing := OLD.standing + 1;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER operators_count_standing BEFORE UPDATE ON operators_people
  FOR EACH ROW EXECUTE FUNCTION operators_count_standing();

CREATE FUNCTION operators_approvals_note_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.standing := (SELECT standing FROM operators_people WHERE id = NEW.operator_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER operators_approvals_note_standing BEFORE INSERT ON operators_approvals
  FOR EACH ROW EXECUTE FUNCTION operators_approvals_note_standing();

CREATE FUNCTION operators_proposals_note_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proposer_standing := (SELECT standing FROM operators_people WHERE id = NEW.proposed_by);
  RETURN NEW;
END
$$;
CREATE TRIGGER operators_proposals_note_standing BEFORE INSERT ON operators_proposals
  FOR EACH ROW EXECUTE FUNCTION operators_proposals_note_standing();

-- Whatever the application forgets: no proposal takes effect on the word of somebody who may not decide any more.
CREATE FUNCTION operators_proposals_need_two_on_duty() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  on_duty integer;
BEGIN
  SELECT count(*) INTO on_duty FROM (
    SELECT id FROM operators_people
     WHERE disabled_at IS NULL
       AND (id = NEW.decided_by OR (id = NEW.proposed_by AND standing = NEW.proposer_standing))
       FOR SHARE) AS deciding;
  IF on_duty <> 2 THEN
    RAISE EXCEPTION 'operators: a proposal takes effect only on the word of two operators who may still decide'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'operators_proposals_two_on_duty';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER operators_proposals_two_on_duty BEFORE UPDATE OF status ON operators_proposals
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status = 'pending')
  EXECUTE FUNCTION operators_proposals_need_two_on_duty();
