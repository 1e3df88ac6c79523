-- Support: one conversation per customer. Times in epoch ms.

CREATE TABLE support_conversations (
  user_id       uuid   PRIMARY KEY,
  last_at       bigint NOT NULL,
  -- When the customer began to wait for an answer; null: they do not wait.
  waiting_since bigint,
  -- Last message the customer has seen.
  read_through  bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE support_conversations IS 'Conversations. The list of who waits reads this table and no messages.';
CREATE INDEX support_conversations_waiting ON support_conversations (waiting_since) WHERE waiting_since IS NOT NULL;
CREATE INDEX support_conversations_newest ON support_conversations (last_at);
GRANT SELECT, INSERT, UPDATE (last_at, waiting_since, read_through) ON support_conversations TO candor_app;

CREATE TABLE support_messages (
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id     uuid   NOT NULL REFERENCES support_conversations (user_id),
  -- Author; null for the customer.
  operator_id uuid   REFERENCES operators_people (id),
  text        text   NOT NULL CHECK (length(text) <= 4000),
  file_id     uuid,
  at          bigint NOT NULL,
  -- Chosen by the sender: a message sent twice is stored once.
  once        uuid   NOT NULL,
  UNIQUE (user_id, once),
  CONSTRAINT support_messages_check CHECK (text <> '' OR file_id IS NOT NULL)
);
COMMENT ON TABLE support_messages IS 'Messages, written once: what was promised in writing stays.';
CREATE INDEX support_messages_of ON support_messages (user_id, sequence);
CREATE INDEX support_messages_files ON support_messages (file_id) WHERE file_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (text) ON support_messages TO candor_app;

CREATE FUNCTION support_messages_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'support: what was written is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION support_messages_stay IS 'Messages are never removed.';
CREATE TRIGGER support_messages_stay BEFORE DELETE OR TRUNCATE ON support_messages
  FOR EACH STATEMENT EXECUTE FUNCTION support_messages_stay();

CREATE FUNCTION support_messages_erased_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.text <> '(erased)' OR (NEW.id, NEW.user_id, NEW.operator_id, NEW.file_id, NEW.at, NEW.once)
       IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.operator_id, OLD.file_id, OLD.at, OLD.once)
     OR NOT accounts_is_closed(OLD.user_id) THEN
    RAISE EXCEPTION 'support: what was written is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION support_messages_erased_only IS
  'Only the text of an erased customer may be overwritten (trust T20).';
CREATE TRIGGER support_messages_erased BEFORE UPDATE ON support_messages
  FOR EACH ROW EXECUTE FUNCTION support_messages_erased_only();
