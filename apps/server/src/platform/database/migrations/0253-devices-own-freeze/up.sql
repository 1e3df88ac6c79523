-- Which browser: a random mark it keeps, so that a sign-in from one that was never seen can be told to the customer.
ALTER TABLE accounts_sessions ADD COLUMN device_mark uuid;
CREATE INDEX accounts_sessions_devices ON accounts_sessions (user_id, device_mark);

-- Frozen by the customer; apart from an operator's freeze, so that neither ends the other.
ALTER TABLE accounts_users ADD COLUMN own_freeze_at timestamptz;
