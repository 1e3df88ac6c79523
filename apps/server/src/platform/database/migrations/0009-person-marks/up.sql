CREATE TABLE kyc_marks (
  user_id  uuid  PRIMARY KEY REFERENCES accounts_users (id),
  -- The check that they were computed from.
  case_id  uuid  NOT NULL REFERENCES kyc_cases (id),
  document bytea CHECK (length(document) = 32),
  person   bytea CHECK (length(person) = 32),
  phone    bytea CHECK (length(phone) = 32),
  address  bytea CHECK (length(address) = 32)
);
COMMENT ON TABLE kyc_marks IS
  'Keyed hashes of what identifies the person of a customer''s newest check: equal for two accounts of one person, and readable by nobody. '
  'Null: the check does not have it, or it can no longer be read.';
-- One account for each document.
CREATE UNIQUE INDEX kyc_marks_document ON kyc_marks (document) WHERE document IS NOT NULL;
CREATE INDEX kyc_marks_person ON kyc_marks (person) WHERE person IS NOT NULL;
CREATE INDEX kyc_marks_phone ON kyc_marks (phone) WHERE phone IS NOT NULL;
CREATE INDEX kyc_marks_address ON kyc_marks (address) WHERE address IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (case_id, document, person, phone, address) ON kyc_marks TO candor_app;

-- Other accounts that signed in from the same device.
CREATE INDEX accounts_sessions_of_device ON accounts_sessions (device_mark) WHERE device_mark IS NOT NULL;

-- The number of a card is sealed under its person's key; this finds the same card of another account.
ALTER TABLE funding_bank_cards ADD COLUMN number_mark bytea CHECK (length(number_mark) = 32);
CREATE INDEX funding_bank_cards_of_number ON funding_bank_cards (number_mark) WHERE number_mark IS NOT NULL;
GRANT UPDATE (number_mark) ON funding_bank_cards TO candor_app;
