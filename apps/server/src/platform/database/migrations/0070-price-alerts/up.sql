-- Price alerts. Prices in 10^-10, times in epoch ms.
CREATE TABLE notifications_alerts (
  id          uuid PRIMARY KEY,
  sequence    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id     uuid   NOT NULL REFERENCES accounts_users (id),
  code        text   NOT NULL,
  side        text   NOT NULL CHECK (side IN ('above', 'below')),
  price       bigint NOT NULL CHECK (price > 0),
  created_at  bigint NOT NULL,
  -- The tradable quote that reached it; all null while it waits.
  fired_at    bigint,
  fired_price bigint,
  fired_seq   bigint,
  source      text,
  CHECK ((fired_at IS NULL) = (fired_price IS NULL) AND (fired_at IS NULL) = (fired_seq IS NULL)
    AND (fired_at IS NULL) = (source IS NULL)),
  -- It fired on its own side of the level, whoever writes it.
  CHECK (fired_price IS NULL OR (side = 'above' AND fired_price >= price) OR (side = 'below' AND fired_price <= price))
);
CREATE INDEX notifications_alerts_of ON notifications_alerts (user_id, sequence);
CREATE INDEX notifications_alerts_waiting ON notifications_alerts (user_id) WHERE fired_at IS NULL;

-- Fired once, ever; nothing else about it changes.
CREATE FUNCTION notifications_alert_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.fired_at IS NOT NULL OR (OLD.user_id, OLD.code, OLD.side, OLD.price) IS DISTINCT FROM
     (NEW.user_id, NEW.code, NEW.side, NEW.price) THEN
    RAISE EXCEPTION 'notifications: an alert fires once and never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'notifications_alert_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER notifications_alert_once BEFORE UPDATE ON notifications_alerts
  FOR EACH ROW EXECUTE FUNCTION notifications_alert_once();

GRANT SELECT, INSERT, DELETE ON notifications_alerts TO candor_app;
GRANT UPDATE (fired_at, fired_price, fired_seq, source) ON notifications_alerts TO candor_app;
