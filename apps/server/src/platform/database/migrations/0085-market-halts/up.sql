-- An operator's halts of a market. Times in epoch ms.
CREATE TABLE markets_halts (
  id        uuid PRIMARY KEY,
  code      text   NOT NULL,
  -- What customers are told, in their own language.
  reason    text   NOT NULL CHECK (reason IN ('news', 'exchange', 'prices', 'corporateAction', 'technical')),
  -- For the record; customers do not see it.
  note      text,
  halted_by text   NOT NULL CHECK (halted_by <> ''),
  halted_at bigint NOT NULL,
  lifted_by text   CHECK (lifted_by <> ''),
  lifted_at bigint,
  CHECK ((lifted_by IS NULL) = (lifted_at IS NULL))
);
CREATE UNIQUE INDEX markets_halts_one ON markets_halts (code) WHERE lifted_at IS NULL;

-- Lifted once, ever; nothing else about it changes, and none is removed: the table is the record of who did what.
CREATE FUNCTION markets_halt_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.lifted_at IS NOT NULL OR (OLD.id, OLD.code, OLD.reason, OLD.note, OLD.halted_by, OLD.halted_at)
     IS DISTINCT FROM (NEW.id, NEW.code, NEW.reason, NEW.note, NEW.halted_by, NEW.halted_at) THEN
    RAISE EXCEPTION 'markets: a halt is lifted once and never changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'markets_halt_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER markets_halt_once BEFORE UPDATE OR DELETE ON markets_halts
  FOR EACH ROW EXECUTE FUNCTION markets_halt_once();

GRANT SELECT, INSERT ON markets_halts TO candor_app;
GRANT UPDATE (lifted_by, lifted_at) ON markets_halts TO candor_app;
