CREATE TABLE operators_service_tokens (
  -- That of the proposal it was made by.
  id                uuid   PRIMARY KEY REFERENCES operators_proposals,
  name              text   NOT NULL CHECK (name <> ''),
  scopes            text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Addresses and networks it is accepted from; empty: any.
  networks          text[] NOT NULL,
  proposed_by       uuid   NOT NULL REFERENCES operators_people,
  approved_by       uuid   NOT NULL REFERENCES operators_people,
  made_at           bigint NOT NULL,
  expires_at        bigint NOT NULL,
  -- Null until its proposer was shown the secret.
  start             text,
  secret_hash       bytea  UNIQUE,
  secret_by         uuid   REFERENCES operators_people,
  secret_at         bigint,
  -- Secret before the last rotation, which is valid too until then.
  former_hash       bytea  UNIQUE,
  former_until      bigint,
  revoked_by        uuid   REFERENCES operators_people,
  revoked_at        bigint,
  last_used_at      bigint,
  last_used_address text,
  -- When the admins got the letter about its end.
  warned_at         bigint,
  CONSTRAINT operators_service_tokens_two_people CHECK (proposed_by <> approved_by),
  CONSTRAINT operators_service_tokens_ends CHECK (expires_at > made_at AND expires_at <= made_at + 366 * 86400000::bigint),
  CONSTRAINT operators_service_tokens_secret CHECK
    ((secret_hash IS NULL) = (start IS NULL) AND (secret_hash IS NULL) = (secret_by IS NULL)
      AND (secret_hash IS NULL) = (secret_at IS NULL)),
  CONSTRAINT operators_service_tokens_hash CHECK (length(secret_hash) = 32 AND length(former_hash) = 32),
  CONSTRAINT operators_service_tokens_former CHECK
    ((former_hash IS NULL) = (former_until IS NULL) AND (former_hash IS NULL OR secret_hash IS NOT NULL)),
  CONSTRAINT operators_service_tokens_revoked CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
COMMENT ON TABLE operators_service_tokens IS
  'Tokens of the operator''s other systems for /ops, each made by two people. Times in epoch ms. Secrets are stored as hashes. None is deleted.';
GRANT SELECT, INSERT (id, name, scopes, networks, proposed_by, approved_by, made_at, expires_at),
  UPDATE (start, secret_hash, secret_by, secret_at, former_hash, former_until, revoked_by, revoked_at, last_used_at,
    last_used_address, warned_at)
  ON operators_service_tokens TO candor_app;

CREATE TABLE operators_service_token_calls (
  token_id uuid    NOT NULL REFERENCES operators_service_tokens,
  day      date    NOT NULL,
  call     text    NOT NULL,
  calls    integer NOT NULL CHECK (calls > 0),
  -- Of them, those outside its scopes.
  refused  integer NOT NULL CHECK (refused BETWEEN 0 AND calls),
  PRIMARY KEY (token_id, day, call)
);
COMMENT ON TABLE operators_service_token_calls IS 'Calls with a service token by day (UTC) and name, for a year.';
CREATE INDEX operators_service_token_calls_day ON operators_service_token_calls (day);
GRANT SELECT, INSERT, UPDATE (calls, refused), DELETE ON operators_service_token_calls TO candor_app;

CREATE TABLE operators_service_token_networks (
  token_id  uuid   NOT NULL REFERENCES operators_service_tokens,
  -- IPv4 /24 or IPv6 /48.
  network   text   NOT NULL,
  first_at  bigint NOT NULL,
  -- When the admins got the letter about it.
  letter_at bigint,
  PRIMARY KEY (token_id, network)
);
COMMENT ON TABLE operators_service_token_networks IS 'Networks that a service token was used from.';
CREATE INDEX operators_service_token_networks_new ON operators_service_token_networks (first_at) WHERE letter_at IS NULL;
GRANT SELECT, INSERT, UPDATE (letter_at) ON operators_service_token_networks TO candor_app;

CREATE FUNCTION operators_limit_service_token() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'operators: a revoked service token stays revoked'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'operators_service_token_stays_revoked';
END
$$;
COMMENT ON FUNCTION operators_limit_service_token IS 'A revoked service token gets no secret and is not restored, whoever writes.';
CREATE TRIGGER operators_service_token_stays_revoked
  BEFORE UPDATE OF secret_hash, former_hash, revoked_at ON operators_service_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION operators_limit_service_token();

CREATE FUNCTION operators_tell_service_token() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM webhooks_keep(
    CASE WHEN NEW.revoked_at IS NULL THEN 'token.issued' ELSE 'token.revoked' END,
    coalesce(NEW.revoked_at, NEW.secret_at),
    jsonb_build_object('token', NEW.id, 'name', NEW.name, 'scopes', NEW.scopes,
      'expiresAt', to_char(to_timestamp(NEW.expires_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'by', coalesce(NEW.revoked_by, NEW.secret_by)));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION operators_tell_service_token IS 'Records that a service token got its first secret, or was revoked.';
CREATE TRIGGER operators_service_tokens_tell_issued AFTER UPDATE OF secret_hash ON operators_service_tokens
  FOR EACH ROW WHEN (OLD.secret_hash IS NULL AND NEW.secret_hash IS NOT NULL) EXECUTE FUNCTION operators_tell_service_token();
CREATE TRIGGER operators_service_tokens_tell_revoked AFTER UPDATE OF revoked_at ON operators_service_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION operators_tell_service_token();

CREATE VIEW operators_actors AS
SELECT id::text AS actor, email AS name FROM operators_people
UNION ALL
SELECT 'service-token:' || id, 'service token ' || name FROM operators_service_tokens;
COMMENT ON VIEW operators_actors IS 'Whom an entry of the audit log names as its actor, by name: an operator or a service token.';
GRANT SELECT ON operators_actors TO candor_app;
