-- A split or a dividend on the calendar can be cancelled before its moment, once. Times in epoch ms.
ALTER TABLE markets_actions
  ADD COLUMN cancelled_at bigint,
  ADD COLUMN cancelled_by text CHECK (cancelled_by <> ''),
  ADD CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL)),
  ADD CHECK (cancelled_at IS NULL OR applied_at IS NULL),
  DROP CONSTRAINT markets_actions_code_kind_at_key;
-- What was cancelled can be asked for again.
CREATE UNIQUE INDEX markets_actions_one ON markets_actions (code, kind, at) WHERE cancelled_at IS NULL;
DROP INDEX markets_actions_due;
CREATE INDEX markets_actions_due ON markets_actions (at) WHERE applied_at IS NULL AND cancelled_at IS NULL;

CREATE OR REPLACE FUNCTION markets_action_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.applied_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL
     OR (OLD.id, OLD.code, OLD.kind, OLD.at, OLD.facts, OLD.asked_by, OLD.asked_at)
     IS DISTINCT FROM (NEW.id, NEW.code, NEW.kind, NEW.at, NEW.facts, NEW.asked_by, NEW.asked_at) THEN
    RAISE EXCEPTION 'markets: an action is applied once or cancelled once, and never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'markets_action_once';
  END IF;
  RETURN NEW;
END
$$;
GRANT UPDATE (cancelled_at, cancelled_by) ON markets_actions TO candor_app;

-- As before, but a cancelled action is never carried out: the engine is told that nothing was written, as for one that cannot be paid.
CREATE OR REPLACE FUNCTION markets_action_applied(p_action jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  a record;
  cancelled bigint;
BEGIN
  SELECT * INTO a FROM jsonb_to_record(p_action) r (id uuid, code text, kind text, at bigint, facts jsonb, asked_by text, applied_at bigint);
  SELECT cancelled_at INTO cancelled FROM markets_actions m WHERE m.id = a.id FOR UPDATE;
  IF cancelled IS NOT NULL THEN
    RAISE EXCEPTION 'markets: this action was cancelled' USING ERRCODE = 'CA002';
  END IF;
  INSERT INTO markets_actions AS known (id, code, kind, at, facts, asked_by, asked_at, applied_at)
    VALUES (a.id, a.code, a.kind, a.at, a.facts, a.asked_by, a.applied_at, a.applied_at)
  ON CONFLICT (code, kind, at) WHERE cancelled_at IS NULL
    DO UPDATE SET applied_at = a.applied_at WHERE known.applied_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'markets: this action was applied already' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF a.kind = 'split' THEN
    PERFORM notifications_split(a.code, (a.facts ->> 'fresh')::bigint, (a.facts ->> 'old')::bigint);
    PERFORM markets_split_candles(a.code, (a.facts ->> 'fresh')::bigint, (a.facts ->> 'old')::bigint);
  END IF;
END
$$;
