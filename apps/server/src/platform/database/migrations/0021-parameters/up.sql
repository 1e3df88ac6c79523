-- Values an operator set, newest version wins; where there is none the default in code holds. History stays.
CREATE TABLE parameters_values (
  key        text        NOT NULL,
  version    integer     NOT NULL,
  value      jsonb       NOT NULL,
  reason     text        NOT NULL CHECK (length(trim(reason)) > 0),
  changed_by text        NOT NULL,
  -- The second operator, for parameters that need four eyes.
  approved_by text,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (key, version),
  CHECK (approved_by IS NULL OR approved_by <> changed_by)
);
GRANT SELECT, INSERT ON parameters_values TO candor_app;

CREATE FUNCTION parameters_values_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of parameters is never changed or removed';
END
$$;
CREATE TRIGGER parameters_values_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON parameters_values
  FOR EACH STATEMENT EXECUTE FUNCTION parameters_values_stay();
