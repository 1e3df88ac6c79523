-- What this installation is was decided when it was made: a sandbox, or real. One row, written once.
CREATE TABLE db_installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  sandbox boolean NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON db_installation TO candor_app;

CREATE FUNCTION db_installation_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an installation is a sandbox or real for ever';
END $$;
CREATE TRIGGER db_installation_is_for_ever BEFORE UPDATE OR DELETE OR TRUNCATE ON db_installation
  EXECUTE FUNCTION db_installation_is_for_ever();

-- Only a sandbox's clock moves.
CREATE FUNCTION jobs_clock_moves_in_a_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.offset_ms <> OLD.offset_ms AND NOT EXISTS (SELECT FROM db_installation WHERE sandbox) THEN
    RAISE EXCEPTION 'the clock of a real installation does not move';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER jobs_clock_moves_in_a_sandbox BEFORE UPDATE ON jobs_clock
  FOR EACH ROW EXECUTE FUNCTION jobs_clock_moves_in_a_sandbox();

-- It said how the server was started last, not what the installation is.
ALTER TABLE jobs_clock DROP COLUMN sandbox;
