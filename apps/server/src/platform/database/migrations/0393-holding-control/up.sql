-- Texts that were made to be signed, and the signatures that were checked. Times in epoch ms.
CREATE TABLE trust_holding_control (
  id         uuid   PRIMARY KEY,
  network    text   NOT NULL,
  address    text   NOT NULL,
  -- What has to be signed; holds a number that nobody could foresee.
  message    text   NOT NULL UNIQUE CHECK (message <> ''),
  asked_by   uuid   NOT NULL REFERENCES operators_people (id),
  asked_at   bigint NOT NULL,
  expires_at bigint NOT NULL CHECK (expires_at > asked_at),
  -- Null until control was shown.
  signature  text   CHECK (signature <> ''),
  shown_by   uuid   REFERENCES operators_people (id),
  shown_at   bigint CHECK (shown_at BETWEEN asked_at AND expires_at),
  CHECK ((signature IS NULL) = (shown_at IS NULL) AND (signature IS NULL) = (shown_by IS NULL))
);
CREATE INDEX trust_holding_control_shown ON trust_holding_control (network, address, shown_at DESC) WHERE shown_at IS NOT NULL;

CREATE FUNCTION trust_holding_control_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.shown_at IS NOT NULL OR ROW(NEW.id, NEW.network, NEW.address, NEW.message, NEW.asked_by, NEW.asked_at, NEW.expires_at)
       IS DISTINCT FROM ROW(OLD.id, OLD.network, OLD.address, OLD.message, OLD.asked_by, OLD.asked_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'trust: control of an address is shown once for a text' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER trust_holding_control_once BEFORE UPDATE ON trust_holding_control
  FOR EACH ROW EXECUTE FUNCTION trust_holding_control_once();
GRANT SELECT, INSERT ON trust_holding_control TO candor_app;
GRANT UPDATE (signature, shown_by, shown_at) ON trust_holding_control TO candor_app;
