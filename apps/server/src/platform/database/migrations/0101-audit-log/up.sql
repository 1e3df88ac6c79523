-- The audit log (trust T14): one chain. Each entry's hash covers the one before, its number and its whole text.
CREATE TABLE trust_audit (
  seq      bigint PRIMARY KEY CHECK (seq > 0),
  -- Unique: a second entry after the same one, a fork, cannot exist.
  previous text NOT NULL UNIQUE,
  -- Canonical JSON (RFC 8785): at, actor, action, subject, before, after, reason.
  body     text NOT NULL,
  hash     text NOT NULL UNIQUE,
  at       bigint NOT NULL GENERATED ALWAYS AS ((body::jsonb ->> 'at')::bigint) STORED,
  actor    text NOT NULL GENERATED ALWAYS AS (body::jsonb ->> 'actor') STORED,
  action   text NOT NULL GENERATED ALWAYS AS (body::jsonb ->> 'action') STORED,
  subject  text NOT NULL GENERATED ALWAYS AS (body::jsonb ->> 'subject') STORED
);
CREATE INDEX trust_audit_subject ON trust_audit (subject, seq DESC);
CREATE INDEX trust_audit_actor ON trust_audit (actor, seq DESC);
GRANT SELECT ON trust_audit TO candor_app;

CREATE FUNCTION trust_audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trust: the audit log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON trust_audit
  FOR EACH STATEMENT EXECUTE FUNCTION trust_audit_stays();

-- The one sealer. Whoever writes second waits here for the first one's commit, then reads its hash.
CREATE FUNCTION trust_audit_write(p_body text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  last_seq bigint;
  last_hash text;
BEGIN
  PERFORM pg_advisory_xact_lock(7410160127731);
  SELECT seq, hash INTO last_seq, last_hash FROM trust_audit ORDER BY seq DESC LIMIT 1;
  last_seq := coalesce(last_seq, 0) + 1;
  last_hash := coalesce(last_hash, repeat('0', 64));
  INSERT INTO trust_audit (seq, previous, body, hash)
    VALUES (last_seq, last_hash, p_body,
            encode(sha256(convert_to(last_hash || E'\n' || last_seq || E'\n' || p_body, 'UTF8')), 'hex'));
  RETURN last_seq;
END
$$;
REVOKE ALL ON FUNCTION trust_audit_write FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trust_audit_write TO candor_app;
