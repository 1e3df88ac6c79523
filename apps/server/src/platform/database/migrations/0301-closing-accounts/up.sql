-- A customer has their account erased: asked, and after a time in which they may keep it, done (trust T20).
CREATE TABLE accounts_closings (
  id           uuid        PRIMARY KEY,
  user_id      uuid        NOT NULL REFERENCES accounts_users (id),
  asked_at     timestamptz NOT NULL,
  erases_at    timestamptz NOT NULL,
  -- The customer kept it, or it was done: one of them, once.
  cancelled_at timestamptz,
  erased_at    timestamptz,
  CHECK (erases_at > asked_at),
  CHECK (num_nonnulls(cancelled_at, erased_at) <= 1),
  CHECK (erased_at >= erases_at)
);
CREATE UNIQUE INDEX accounts_closings_open ON accounts_closings (user_id) WHERE cancelled_at IS NULL AND erased_at IS NULL;
CREATE INDEX accounts_closings_due ON accounts_closings (erases_at) WHERE cancelled_at IS NULL AND erased_at IS NULL;

CREATE FUNCTION accounts_closing_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cancelled_at IS NOT NULL OR OLD.erased_at IS NOT NULL THEN
    RAISE EXCEPTION 'accounts: a closing ends once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER accounts_closings_end BEFORE UPDATE ON accounts_closings FOR EACH ROW EXECUTE FUNCTION accounts_closing_ends_once();

-- An erased account never comes back.
CREATE FUNCTION accounts_closed_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'closed' AND NEW.status <> 'closed' THEN
    RAISE EXCEPTION 'accounts: what is closed stays closed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER accounts_users_closed BEFORE UPDATE OF status ON accounts_users FOR EACH ROW EXECUTE FUNCTION accounts_closed_stays();

-- What was written to support is still never changed, but for the words of somebody who was erased.
CREATE FUNCTION support_messages_erased_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.text <> '(erased)' OR (NEW.id, NEW.user_id, NEW.operator_id, NEW.file_id, NEW.at, NEW.once)
       IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.operator_id, OLD.file_id, OLD.at, OLD.once)
     OR NOT EXISTS (SELECT FROM accounts_users u WHERE u.id = OLD.user_id AND u.status = 'closed') THEN
    RAISE EXCEPTION 'support: what was written is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER support_messages_stay ON support_messages;
CREATE TRIGGER support_messages_stay BEFORE DELETE OR TRUNCATE ON support_messages
  FOR EACH STATEMENT EXECUTE FUNCTION support_messages_stay();
CREATE TRIGGER support_messages_erased BEFORE UPDATE ON support_messages
  FOR EACH ROW EXECUTE FUNCTION support_messages_erased_only();

GRANT SELECT, INSERT ON accounts_closings TO candor_app;
GRANT UPDATE (cancelled_at, erased_at) ON accounts_closings TO candor_app;
GRANT DELETE ON accounts_google TO candor_app;
GRANT UPDATE (text) ON support_messages TO candor_app;
