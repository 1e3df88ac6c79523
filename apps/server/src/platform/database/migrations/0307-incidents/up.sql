-- What went wrong here, told to everybody on the status page. Times in epoch ms; words by language, always in English too.
CREATE TABLE trust_incidents (
  id          uuid   PRIMARY KEY,
  title       jsonb  NOT NULL CHECK (title ->> 'en' <> ''),
  opened_at   bigint NOT NULL,
  resolved_at bigint CHECK (resolved_at >= opened_at)
);
CREATE INDEX trust_incidents_newest ON trust_incidents (opened_at DESC, id DESC);

-- Each word about it, the first included.
CREATE TABLE trust_incident_updates (
  incident_id uuid    NOT NULL REFERENCES trust_incidents (id),
  number      integer NOT NULL CHECK (number > 0),
  state       text    NOT NULL CHECK (state IN ('investigating', 'identified', 'watching', 'resolved')),
  text        jsonb   NOT NULL CHECK (text ->> 'en' <> ''),
  written_by  uuid    NOT NULL REFERENCES operators_people (id),
  at          bigint  NOT NULL,
  PRIMARY KEY (incident_id, number)
);

-- What was said stays said; an incident ends once, and is never made to look as if it had not been.
CREATE FUNCTION trust_incidents_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.resolved_at IS NOT NULL OR (OLD.id, OLD.title, OLD.opened_at) IS DISTINCT FROM (NEW.id, NEW.title, NEW.opened_at) THEN
    RAISE EXCEPTION 'trust: an incident ends once and is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER trust_incidents_stay BEFORE UPDATE OR DELETE ON trust_incidents FOR EACH ROW EXECUTE FUNCTION trust_incidents_stay();

CREATE FUNCTION trust_incident_updates_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: what was said of an incident is never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_incident_updates_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_incident_updates
  FOR EACH STATEMENT EXECUTE FUNCTION trust_incident_updates_stay();

GRANT SELECT, INSERT ON trust_incidents, trust_incident_updates TO candor_app;
GRANT UPDATE (resolved_at) ON trust_incidents TO candor_app;
