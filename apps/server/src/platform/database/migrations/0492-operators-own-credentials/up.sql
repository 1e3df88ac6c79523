-- Operators change their own password and second factor; a new secret waits for its first code.
ALTER TABLE operators_people
  ADD COLUMN totp_next       text,
  ADD COLUMN totp_next_until timestamptz;
GRANT UPDATE (password_hash, totp_secret, totp_next, totp_next_until) ON operators_people TO candor_app;

-- An invitation to set both again, for an operator who lost them; null: to become one.
ALTER TABLE operators_invitations ADD COLUMN resets uuid REFERENCES operators_people (id);
