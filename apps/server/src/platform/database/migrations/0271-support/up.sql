-- What customers and the operator's people write to each other: one conversation a customer. Times in epoch ms.
CREATE TABLE support_conversations (
  user_id       uuid   PRIMARY KEY,
  last_at       bigint NOT NULL,
  -- Since when the customer waits for an answer; null: they do not.
  waiting_since bigint,
  -- The last message the customer has seen.
  read_through  bigint NOT NULL DEFAULT 0
);
CREATE INDEX support_conversations_waiting ON support_conversations (waiting_since) WHERE waiting_since IS NOT NULL;
CREATE INDEX support_conversations_newest ON support_conversations (last_at);

CREATE TABLE support_messages (
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id     uuid   NOT NULL REFERENCES support_conversations (user_id),
  -- Who wrote it; null: the customer.
  operator_id uuid   REFERENCES operators_people (id),
  text        text   NOT NULL CHECK (length(text) <= 4000),
  file_id     uuid,
  at          bigint NOT NULL,
  -- Chosen by who sends: the same message sent again is none.
  once        uuid   NOT NULL,
  UNIQUE (user_id, once),
  CHECK (text <> '' OR file_id IS NOT NULL)
);
CREATE INDEX support_messages_of ON support_messages (user_id, sequence);
CREATE INDEX support_messages_files ON support_messages (file_id) WHERE file_id IS NOT NULL;

CREATE FUNCTION support_messages_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'support: what was written is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER support_messages_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON support_messages
  FOR EACH STATEMENT EXECUTE FUNCTION support_messages_stay();

ALTER TABLE files_files DROP CONSTRAINT files_files_purpose_check,
  ADD CONSTRAINT files_files_purpose_check CHECK (purpose IN ('kyc', 'deposit', 'signature', 'avatar', 'support'));

GRANT SELECT, INSERT ON support_conversations, support_messages TO candor_app;
GRANT UPDATE (last_at, waiting_since, read_through) ON support_conversations TO candor_app;
