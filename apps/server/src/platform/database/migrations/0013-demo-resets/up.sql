-- Resets of a demo account in the last 24 hours: a day may have several (`demo.resetsPerDay`).
ALTER TABLE accounts_users ADD COLUMN demo_resets timestamptz[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN accounts_users.demo_resets IS
  'Resets of the demo account within 24 hours of the last one, the oldest first. Rows of earlier versions have only `demo_reset_at`, the last.';
