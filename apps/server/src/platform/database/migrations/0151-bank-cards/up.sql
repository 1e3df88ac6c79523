-- Bank cards customers are paid out to. The number is sealed under the person's key; only its last four signs stand open.
CREATE TABLE funding_bank_cards (
  id            uuid PRIMARY KEY,
  user_id       uuid   NOT NULL,
  bank          text   NOT NULL CHECK (bank <> ''),
  branch        text   NOT NULL CHECK (branch <> ''),
  account_name  text   NOT NULL CHECK (account_name <> ''),
  number_sealed bytea  NOT NULL,
  number_ending text   NOT NULL CHECK (length(number_ending) = 4),
  created_at    bigint NOT NULL,
  -- Kept, so that a withdrawal still says where it went.
  removed_at    bigint
);
CREATE INDEX funding_bank_cards_of ON funding_bank_cards (user_id) WHERE removed_at IS NULL;
-- A changed card is another card: what was paid out to stays what it was.
GRANT SELECT, INSERT, UPDATE (removed_at) ON funding_bank_cards TO candor_app;
