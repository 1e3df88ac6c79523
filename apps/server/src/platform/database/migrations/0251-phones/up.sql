-- A number opens the door only once its owner has shown a code that was sent to it.
ALTER TABLE accounts_users ADD COLUMN phone_proven_at timestamptz;
ALTER TABLE accounts_codes DROP CONSTRAINT accounts_codes_purpose_check;
ALTER TABLE accounts_codes ADD CONSTRAINT accounts_codes_purpose
  CHECK (purpose IN ('register', 'forget', 'withdrawal', 'security', 'login'));
