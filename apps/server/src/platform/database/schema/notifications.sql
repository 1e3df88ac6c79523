-- Notifications: notices to customers, where they are sent, and price alerts. Times in epoch ms.

CREATE TABLE notifications_notices (
  id       uuid   PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id  uuid   NOT NULL,
  -- Account it is about; null for the person.
  mode     text   CHECK (mode IN ('demo', 'real')),
  kind     text   NOT NULL CHECK (kind <> ''),
  -- Names the event: stored once, however often it is reported.
  once     text   NOT NULL,
  code     text,
  order_id uuid,
  at       bigint NOT NULL,
  facts    jsonb  NOT NULL,
  read_at  bigint,
  UNIQUE (user_id, once)
);
COMMENT ON TABLE notifications_notices IS 'Notices that customers can read again.';
CREATE INDEX notifications_notices_of ON notifications_notices (user_id, sequence);
CREATE INDEX notifications_notices_unread ON notifications_notices (user_id) WHERE read_at IS NULL;
GRANT SELECT, INSERT, UPDATE (read_at) ON notifications_notices TO candor_app;

CREATE TABLE notifications_choices (
  user_id uuid    NOT NULL,
  topic   text    NOT NULL CHECK (topic <> ''),
  site    boolean NOT NULL,
  email   boolean NOT NULL,
  push    boolean NOT NULL,
  PRIMARY KEY (user_id, topic)
);
COMMENT ON TABLE notifications_choices IS 'Channels a customer chose per topic.';
GRANT SELECT, INSERT, UPDATE, DELETE ON notifications_choices TO candor_app;

CREATE TABLE notifications_browsers (
  id         uuid   PRIMARY KEY,
  user_id    uuid   NOT NULL,
  endpoint   text   NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
  p256dh     text   NOT NULL,
  auth       text   NOT NULL,
  device     text   NOT NULL,
  created_at bigint NOT NULL
);
COMMENT ON TABLE notifications_browsers IS 'Browsers that accept web push.';
CREATE INDEX notifications_browsers_of ON notifications_browsers (user_id);
GRANT SELECT, INSERT, UPDATE (user_id, p256dh, auth, device, created_at), DELETE
  ON notifications_browsers TO candor_app;

CREATE TABLE notifications_outgoing (
  id         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notice_id  uuid    NOT NULL REFERENCES notifications_notices (id),
  user_id    uuid    NOT NULL,
  channel    text    CHECK (channel IN ('email', 'push')),
  browser_id uuid    REFERENCES notifications_browsers (id) ON DELETE CASCADE,
  next_at    bigint  NOT NULL,
  attempts   integer NOT NULL DEFAULT 0,
  CONSTRAINT notifications_outgoing_check CHECK ((browser_id IS NOT NULL) = (channel IS NOT DISTINCT FROM 'push'))
);
COMMENT ON TABLE notifications_outgoing IS
  'Notices to be sent. One row per notice until its channels are known (`channel` null), then one for the e-mail '
  'and one per browser: a failing one is tried again without repeating the others.';
CREATE INDEX notifications_outgoing_next ON notifications_outgoing (next_at);
GRANT SELECT, INSERT, UPDATE (next_at, attempts), DELETE ON notifications_outgoing TO candor_app;

CREATE FUNCTION notifications_goes_out() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications_outgoing (notice_id, user_id, next_at) SELECT id, user_id, at FROM added;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION notifications_goes_out IS
  'Queues every new notice in its own transaction, so that modules need not know of e-mail and browsers.';
CREATE TRIGGER notifications_goes_out AFTER INSERT ON notifications_notices
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notifications_goes_out();

CREATE FUNCTION notifications_keep(p_notices jsonb) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO notifications_notices (id, user_id, mode, kind, once, code, order_id, at, facts)
    SELECT n.id, n.user_id, n.mode, n.kind, n.once, n.code, n.order_id, n.at, n.facts
      FROM jsonb_to_recordset(p_notices) n (id uuid, user_id uuid, mode text, kind text, once text, code text,
        order_id uuid, at bigint, facts jsonb)
  ON CONFLICT (user_id, once) DO NOTHING
$$;
COMMENT ON FUNCTION notifications_keep IS
  'Stores notices. For SQL of other modules: a notice commits together with the event it reports.';
REVOKE ALL ON FUNCTION notifications_keep FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notifications_keep TO candor_app;

CREATE FUNCTION notifications_keep_for_all(p_kind text, p_once text, p_code text, p_at bigint, p_facts jsonb)
RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO notifications_notices (id, user_id, kind, once, code, at, facts)
    SELECT gen_random_uuid(), u.id, p_kind, p_once, p_code, p_at, p_facts FROM accounts_open u
  ON CONFLICT (user_id, once) DO NOTHING
$$;
COMMENT ON FUNCTION notifications_keep_for_all IS
  'Stores one notice for every customer whose account is not closed, once per name.';
REVOKE ALL ON FUNCTION notifications_keep_for_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notifications_keep_for_all TO candor_app;

CREATE TABLE notifications_alerts (
  id          uuid   PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id     uuid   NOT NULL REFERENCES accounts_users (id),
  code        text   NOT NULL,
  side        text   NOT NULL CHECK (side IN ('above', 'below')),
  price       bigint NOT NULL CHECK (price > 0),
  created_at  bigint NOT NULL,
  -- The tradable quote that reached the level; all null while the alert waits.
  fired_at    bigint,
  fired_price bigint,
  fired_seq   bigint,
  source      text,
  CONSTRAINT notifications_alerts_check
    CHECK ((fired_at IS NULL) = (fired_price IS NULL) AND (fired_at IS NULL) = (fired_seq IS NULL)
      AND (fired_at IS NULL) = (source IS NULL)),
  -- An alert fires only on its own side of the level.
  CONSTRAINT notifications_alerts_check1
    CHECK (fired_price IS NULL OR (side = 'above' AND fired_price >= price) OR (side = 'below' AND fired_price <= price))
);
COMMENT ON TABLE notifications_alerts IS 'Price alerts. Prices in 10^-10.';
CREATE INDEX notifications_alerts_of ON notifications_alerts (user_id, sequence);
CREATE INDEX notifications_alerts_waiting ON notifications_alerts (user_id) WHERE fired_at IS NULL;
GRANT SELECT, INSERT, UPDATE (fired_at, fired_price, fired_seq, source), DELETE ON notifications_alerts TO candor_app;

CREATE FUNCTION notifications_alert_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.fired_at IS NOT NULL OR (OLD.user_id, OLD.code, OLD.side) IS DISTINCT FROM (NEW.user_id, NEW.code, NEW.side)
     OR (NEW.fired_at IS NOT NULL AND OLD.price <> NEW.price) THEN
    RAISE EXCEPTION 'notifications: an alert fires once and never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'notifications_alert_once';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION notifications_alert_once IS
  'An alert fires once. Only a split moves the level of a waiting alert: the application has no right to that '
  'column.';
CREATE TRIGGER notifications_alert_once BEFORE UPDATE ON notifications_alerts
  FOR EACH ROW EXECUTE FUNCTION notifications_alert_once();

CREATE FUNCTION notifications_split(p_code text, p_fresh bigint, p_old bigint) RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE notifications_alerts
     SET price = least(1000000000000000000, greatest(1, round(price::numeric * p_old / p_fresh)))::bigint
   WHERE code = p_code AND fired_at IS NULL
$$;
COMMENT ON FUNCTION notifications_split IS
  'Moves the levels of waiting alerts in the transaction of a split. Levels are rounded half up, and none is above 100 million.';
REVOKE ALL ON FUNCTION notifications_split FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notifications_split TO candor_app;
