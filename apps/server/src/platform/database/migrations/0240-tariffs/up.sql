-- Announced changes of what things cost (trust T18). Times in epoch ms.
CREATE TABLE markets_tariffs (
  id           uuid PRIMARY KEY,
  sequence     bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- The proposal it was approved with: one announcement, however many markets.
  change_id    uuid   NOT NULL,
  -- A market's terms, or a fee that is a parameter.
  about        text   NOT NULL CHECK (about IN ('market', 'fee')),
  -- The market's code, or the parameter's key.
  name         text   NOT NULL CHECK (name <> ''),
  -- Of a market all five terms, of a fee its value; as decimal texts.
  terms        jsonb  NOT NULL,
  holds_from   bigint NOT NULL,
  reason       text   NOT NULL CHECK (reason <> ''),
  proposed_by  uuid   NOT NULL REFERENCES operators_people (id),
  approved_by  uuid   NOT NULL REFERENCES operators_people (id),
  announced_at bigint NOT NULL,
  -- Of a fee: when the parameter was changed. A market's terms hold by themselves from their moment on.
  applied_at   bigint,
  CHECK (proposed_by <> approved_by),
  CHECK (holds_from > announced_at),
  CHECK (applied_at IS NULL OR about = 'fee'),
  UNIQUE (about, name, holds_from)
);

-- What was announced stays as it was announced.
CREATE FUNCTION markets_tariffs_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.applied_at IS NULL AND NEW.applied_at IS NOT NULL
     AND to_jsonb(OLD) - 'applied_at' = to_jsonb(NEW) - 'applied_at' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'markets: an announced tariff is never changed'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'markets_tariffs_stay';
END
$$;
CREATE TRIGGER markets_tariffs_stay BEFORE UPDATE OR DELETE ON markets_tariffs
  FOR EACH ROW EXECUTE FUNCTION markets_tariffs_stay();
CREATE TRIGGER markets_tariffs_kept BEFORE TRUNCATE ON markets_tariffs
  FOR EACH STATEMENT EXECUTE FUNCTION markets_tariffs_stay();

GRANT SELECT, INSERT ON markets_tariffs TO candor_app;
GRANT UPDATE (applied_at) ON markets_tariffs TO candor_app;

-- One notice for everybody who has an account, kept once by its name; stands exactly when what it tells of does.
CREATE FUNCTION notifications_keep_for_all(p_kind text, p_once text, p_code text, p_at bigint, p_facts jsonb)
RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO notifications_notices (id, user_id, kind, once, code, at, facts)
    SELECT gen_random_uuid(), u.id, p_kind, p_once, p_code, p_at, p_facts FROM accounts_users u WHERE u.status <> 'closed'
  ON CONFLICT (user_id, once) DO NOTHING
$$;
REVOKE ALL ON FUNCTION notifications_keep_for_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notifications_keep_for_all TO candor_app;
