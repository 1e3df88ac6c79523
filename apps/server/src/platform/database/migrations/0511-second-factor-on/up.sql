-- A second factor that was turned on is told by a letter and can be undone, as one that was turned off.
ALTER TABLE accounts_undoings DROP CONSTRAINT accounts_undoings_change_check;
ALTER TABLE accounts_undoings ADD CONSTRAINT accounts_undoings_change_check
  CHECK (change IN ('apiKey', 'passkey', 'secondFactor', 'secondFactorOn', 'recoveryCodes', 'phone', 'email', 'address', 'card', 'export'));
ALTER TABLE accounts_undoings DROP CONSTRAINT accounts_undoings_target_sealed;
ALTER TABLE accounts_undoings ADD CONSTRAINT accounts_undoings_target_sealed
  CHECK (change NOT IN ('secondFactor', 'secondFactorOn') OR target IS NULL OR target LIKE 'sealed:%') NOT VALID;
