-- What stood in the place of a row that was put in: taking the new one away brings it back.
ALTER TABLE accounts_undoings ADD COLUMN before text;
ALTER TABLE accounts_undoings DROP CONSTRAINT accounts_undoings_change_check;
ALTER TABLE accounts_undoings ADD CONSTRAINT accounts_undoings_change_check
  CHECK (change IN ('apiKey', 'passkey', 'secondFactor', 'recoveryCodes', 'phone', 'email', 'address', 'card', 'export'));
