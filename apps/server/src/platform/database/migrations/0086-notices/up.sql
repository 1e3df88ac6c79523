-- What a customer is told and can read again. Times in epoch ms.
CREATE TABLE notifications_notices (
  id       uuid   PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id  uuid   NOT NULL,
  -- Which account it is about; null: the person's.
  mode     text   CHECK (mode IN ('demo', 'real')),
  kind     text   NOT NULL CHECK (kind <> ''),
  -- Names what happened: kept once, whoever tells it again.
  once     text   NOT NULL,
  code     text,
  order_id uuid,
  at       bigint NOT NULL,
  facts    jsonb  NOT NULL,
  read_at  bigint,
  UNIQUE (user_id, once)
);
CREATE INDEX notifications_notices_of ON notifications_notices (user_id, sequence);
CREATE INDEX notifications_notices_unread ON notifications_notices (user_id) WHERE read_at IS NULL;

-- For other rooms' SQL, so that a notice stands exactly when what it tells of does.
CREATE FUNCTION notifications_keep(p_notices jsonb) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO notifications_notices (id, user_id, mode, kind, once, code, order_id, at, facts)
    SELECT n.id, n.user_id, n.mode, n.kind, n.once, n.code, n.order_id, n.at, n.facts
      FROM jsonb_to_recordset(p_notices) n (id uuid, user_id uuid, mode text, kind text, once text, code text,
        order_id uuid, at bigint, facts jsonb)
  ON CONFLICT (user_id, once) DO NOTHING
$$;
REVOKE ALL ON FUNCTION notifications_keep FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notifications_keep TO candor_app;

GRANT SELECT, INSERT ON notifications_notices TO candor_app;
GRANT UPDATE (read_at) ON notifications_notices TO candor_app;
