-- What customers bound themselves to, and that they passed the check before real leverage (trust T17).
-- A loss in USDT's smallest unit; a pause's end in epoch ms; a reminder in minutes.
CREATE TABLE trust_limits (
  user_id    uuid   NOT NULL REFERENCES accounts_users (id),
  kind       text   NOT NULL CHECK (kind IN ('dailyLoss', 'weeklyLoss', 'monthlyLoss', 'coolingOff', 'reminder')),
  -- Null: no limit.
  value      bigint CHECK (value > 0),
  -- A looser limit that takes the place of `value` at `next_at`.
  next_value bigint CHECK (next_value > 0),
  next_at    bigint,
  changed_at bigint NOT NULL,
  PRIMARY KEY (user_id, kind),
  CHECK (next_at IS NOT NULL OR next_value IS NULL)
);

-- Loosening waits a day, whoever writes it: losses and pauses alike.
CREATE FUNCTION trust_loosen_later() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  present bigint := CASE WHEN OLD.next_at <= NEW.changed_at THEN OLD.next_value ELSE OLD.value END;
BEGIN
  IF NEW.kind = 'reminder' OR present IS NULL OR (NEW.kind = 'coolingOff' AND present <= NEW.changed_at) THEN
    RETURN NEW;
  END IF;
  IF NEW.value IS NULL
     OR (NEW.kind = 'coolingOff' AND NEW.value < present)
     OR (NEW.kind <> 'coolingOff' AND NEW.value > present)
     OR (NEW.next_at < NEW.changed_at + 86400000
         AND (NEW.next_at, NEW.next_value) IS DISTINCT FROM (OLD.next_at, OLD.next_value)) THEN
    RAISE EXCEPTION 'trust: a limit becomes looser after 24 hours'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'trust_loosen_later';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER trust_loosen_later BEFORE UPDATE ON trust_limits FOR EACH ROW EXECUTE FUNCTION trust_loosen_later();

CREATE TABLE trust_understanding (
  user_id   uuid PRIMARY KEY REFERENCES accounts_users (id),
  passed_at bigint NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON trust_limits TO candor_app;
GRANT SELECT, INSERT ON trust_understanding TO candor_app;
