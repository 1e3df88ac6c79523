-- When the link was last handed to the mail server; null: it has not been.
ALTER TABLE operators_invitations
  ADD COLUMN mailed_at timestamptz,
  -- The standing of the two who decided, as their approvals note it (0350): who invited must still be there when the person joins.
  ADD COLUMN proposer_standing integer NOT NULL DEFAULT 0,
  ADD COLUMN approver_standing integer NOT NULL DEFAULT 0;
GRANT UPDATE (mailed_at) ON operators_invitations TO candor_app;

CREATE FUNCTION operators_invitations_note_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proposer_standing := (SELECT standing FROM operators_people WHERE id = NEW.proposed_by);
  NEW.approver_standing := (SELECT standing FROM operators_people WHERE id = NEW.approved_by);
  RETURN NEW;
END
$$;
CREATE TRIGGER operators_invitations_note_standing BEFORE INSERT ON operators_invitations
  FOR EACH ROW EXECUTE FUNCTION operators_invitations_note_standing();

-- A link made before was shown to whoever made it, and so was the secret behind it.
UPDATE operators_invitations SET token_hash = NULL, totp_secret = NULL WHERE used_at IS NULL;

-- The mailbox an address belongs to: two addresses of one mailbox are one person, and one person is not two pairs of eyes.
-- Null for those who were there before; the application compares their addresses.
ALTER TABLE operators_people ADD COLUMN mailbox_key text;
CREATE UNIQUE INDEX operators_people_one_mailbox ON operators_people (mailbox_key);
