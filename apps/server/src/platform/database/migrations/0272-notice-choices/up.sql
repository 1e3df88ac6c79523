-- What a customer is told where, the browsers that take web push, and what is still to be handed on. Times in epoch ms.
CREATE TABLE notifications_choices (
  user_id uuid    NOT NULL,
  topic   text    NOT NULL CHECK (topic <> ''),
  site    boolean NOT NULL,
  email   boolean NOT NULL,
  push    boolean NOT NULL,
  PRIMARY KEY (user_id, topic)
);
CREATE TABLE notifications_browsers (
  id         uuid   PRIMARY KEY,
  user_id    uuid   NOT NULL,
  endpoint   text   NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
  p256dh     text   NOT NULL,
  auth       text   NOT NULL,
  device     text   NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX notifications_browsers_of ON notifications_browsers (user_id);

-- A row a notice until it was looked at (`channel` null), then one for the mail and one for each browser, until that is sent.
CREATE TABLE notifications_outgoing (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notice_id  uuid   NOT NULL REFERENCES notifications_notices (id),
  user_id    uuid   NOT NULL,
  channel    text   CHECK (channel IN ('email', 'push')),
  browser_id uuid   REFERENCES notifications_browsers (id) ON DELETE CASCADE,
  next_at    bigint NOT NULL,
  attempts   integer NOT NULL DEFAULT 0,
  CHECK ((browser_id IS NOT NULL) = (channel IS NOT DISTINCT FROM 'push'))
);
CREATE INDEX notifications_outgoing_next ON notifications_outgoing (next_at);

-- Whoever keeps a notice, in whatever transaction: it goes out exactly when it stands.
CREATE FUNCTION notifications_goes_out() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications_outgoing (notice_id, user_id, next_at) SELECT id, user_id, at FROM added;
  RETURN NULL;
END
$$;
CREATE TRIGGER notifications_goes_out AFTER INSERT ON notifications_notices
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notifications_goes_out();

GRANT SELECT, INSERT, UPDATE ON notifications_choices TO candor_app;
GRANT SELECT, INSERT, DELETE ON notifications_browsers, notifications_outgoing TO candor_app;
GRANT UPDATE (user_id, p256dh, auth, device, created_at) ON notifications_browsers TO candor_app;
GRANT UPDATE (next_at, attempts) ON notifications_outgoing TO candor_app;
