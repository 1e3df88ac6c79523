CREATE UNLOGGED TABLE limits_uploads (
  id       uuid   PRIMARY KEY,
  key      bytea  NOT NULL,
  until_at bigint NOT NULL
);
COMMENT ON TABLE limits_uploads IS
  'Uploads under way in all processes; keys are hashes of customers. A place that its process did not give back ends by '
  'itself. Unlogged, like limits_attempts. Times in epoch ms.';
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_uploads TO candor_app;

CREATE FUNCTION limits_enter_upload(upload uuid, of bytea, most_of_one integer, most_in_all integer, now_ms bigint, until_ms bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  in_all integer;
  of_one integer;
BEGIN
  LOCK TABLE limits_uploads IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM limits_uploads WHERE until_at <= now_ms;
  SELECT count(*), count(*) FILTER (WHERE u.key = of) INTO in_all, of_one FROM limits_uploads u;
  IF in_all >= most_in_all OR of_one >= most_of_one THEN
    RETURN false;
  END IF;
  INSERT INTO limits_uploads (id, key, until_at) VALUES (upload, of, until_ms);
  RETURN true;
END
$$;
COMMENT ON FUNCTION limits_enter_upload IS
  'Takes a place for an upload, if the installation and the customer have one left. Concurrent calls wait for each other.';
REVOKE ALL ON FUNCTION limits_enter_upload FROM PUBLIC;
GRANT EXECUTE ON FUNCTION limits_enter_upload TO candor_app;
