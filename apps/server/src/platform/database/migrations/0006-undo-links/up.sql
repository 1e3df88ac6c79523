-- A change is undone together with those that followed from it, so their order has to be certain.
ALTER TABLE accounts_undoings ADD COLUMN number bigint;
UPDATE accounts_undoings u SET number = o.number
  FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS number FROM accounts_undoings) o
 WHERE o.id = u.id;
ALTER TABLE accounts_undoings ALTER COLUMN number SET NOT NULL;
ALTER TABLE accounts_undoings ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval(pg_get_serial_sequence('accounts_undoings', 'number'),
              (SELECT coalesce(max(number), 0) + 1 FROM accounts_undoings), false);

ALTER TABLE accounts_undoings DROP CONSTRAINT accounts_undoings_change_check;
ALTER TABLE accounts_undoings ADD CONSTRAINT accounts_undoings_change_check
  CHECK (change IN ('apiKey', 'passkey', 'secondFactor', 'secondFactorOn', 'recoveryCodes', 'phone', 'email', 'google', 'address', 'card', 'export'));

CREATE TABLE accounts_undo_links (
  id            uuid  PRIMARY KEY,
  undoing_id    uuid  NOT NULL REFERENCES accounts_undoings (id) ON DELETE CASCADE,
  -- Address that the link was sent to, as it is compared; null: sent to all of them by an earlier release.
  recipient_key text,
  token_hash    bytea NOT NULL UNIQUE
);
COMMENT ON TABLE accounts_undo_links IS
  'Links in letters about changes, one per reader (ADR-192): a link to an address that an undo took off the account is '
  'deleted. Stored hashed.';
CREATE INDEX accounts_undo_links_undoing ON accounts_undo_links (undoing_id);
CREATE INDEX accounts_undo_links_recipient ON accounts_undo_links (recipient_key);
GRANT SELECT, INSERT, DELETE ON accounts_undo_links TO candor_app;

-- The id of a link is what its token is computed from, so that letters which were sent or wait keep their links.
INSERT INTO accounts_undo_links (id, undoing_id, recipient_key, token_hash)
SELECT id, id, NULL, token_hash FROM accounts_undoings;
ALTER TABLE accounts_undoings DROP COLUMN token_hash;
