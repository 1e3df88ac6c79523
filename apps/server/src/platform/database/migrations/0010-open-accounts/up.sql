-- SQL of notifications and support no longer reads the table of customers.

CREATE VIEW accounts_open AS
SELECT id FROM accounts_users WHERE status <> 'closed';
COMMENT ON VIEW accounts_open IS 'Customers whose account is not closed, by id: for statements of other modules about all of them.';
GRANT SELECT ON accounts_open TO candor_app;

CREATE OR REPLACE FUNCTION notifications_keep_for_all(p_kind text, p_once text, p_code text, p_at bigint, p_facts jsonb)
RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO notifications_notices (id, user_id, kind, once, code, at, facts)
    SELECT gen_random_uuid(), u.id, p_kind, p_once, p_code, p_at, p_facts FROM accounts_open u
  ON CONFLICT (user_id, once) DO NOTHING
$$;

CREATE OR REPLACE FUNCTION support_messages_erased_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.text <> '(erased)' OR (NEW.id, NEW.user_id, NEW.operator_id, NEW.file_id, NEW.at, NEW.once)
       IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.operator_id, OLD.file_id, OLD.at, OLD.once)
     OR NOT accounts_is_closed(OLD.user_id) THEN
    RAISE EXCEPTION 'support: what was written is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
