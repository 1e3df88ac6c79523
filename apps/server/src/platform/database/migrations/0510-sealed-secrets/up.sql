-- Which key of the data folder this database's secrets are sealed with: a mark that tells nothing about it. Written by a start alone.
CREATE TABLE db_installation_key (
  only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  mark     text        NOT NULL,
  since    timestamptz NOT NULL DEFAULT now()
);

-- One form for everything that is sealed.
ALTER TABLE accounts_secrets ALTER COLUMN value TYPE text USING encode(value, 'hex');

-- Who was changing their second factor begins again: it waits ten minutes only.
UPDATE operators_people SET totp_next = NULL, totp_next_until = NULL WHERE totp_next IS NOT NULL;

-- The start seals what is there as soon as this is done; nothing plain comes in any more.
ALTER TABLE accounts_users ADD CONSTRAINT accounts_users_totp_secret_sealed
  CHECK (totp_secret LIKE 'sealed:%') NOT VALID;
ALTER TABLE accounts_undoings ADD CONSTRAINT accounts_undoings_target_sealed
  CHECK (change <> 'secondFactor' OR target IS NULL OR target LIKE 'sealed:%') NOT VALID;
ALTER TABLE accounts_secrets ADD CONSTRAINT accounts_secrets_value_sealed
  CHECK (value LIKE 'sealed:%') NOT VALID;
ALTER TABLE operators_people ADD CONSTRAINT operators_people_totp_secret_sealed
  CHECK (totp_secret LIKE 'sealed:%') NOT VALID;
ALTER TABLE operators_people ADD CONSTRAINT operators_people_totp_next_sealed
  CHECK (totp_next LIKE 'sealed:%') NOT VALID;
ALTER TABLE operators_invitations ADD CONSTRAINT operators_invitations_totp_secret_sealed
  CHECK (totp_secret LIKE 'sealed:%') NOT VALID;
