-- Platform: the application's role, the installation, HTTP keys, rate limits, jobs and outgoing e-mail. No capability
-- is named here.

-- The application's own role. It owns nothing; each table grants it what it needs and no more.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    CREATE ROLE candor_app;
  END IF;
END
$$;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO candor_app;

CREATE TABLE db_installation (
  only_row   boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  sandbox    boolean     NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE db_installation IS
  'Says what this installation is: a sandbox or real. One row, written when the database is made; triggers refuse '
  'any change, even by the owner, so that sample money never turns into real money (ADR-190).';
GRANT SELECT ON db_installation TO candor_app;

CREATE FUNCTION db_installation_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an installation is a sandbox or real for ever';
END $$;
COMMENT ON FUNCTION db_installation_is_for_ever IS 'Refuses to change the nature of an installation.';
CREATE TRIGGER db_installation_is_for_ever BEFORE UPDATE OR DELETE OR TRUNCATE ON db_installation
  EXECUTE FUNCTION db_installation_is_for_ever();

CREATE TABLE db_installation_key (
  only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  mark     text        NOT NULL,
  since    timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE db_installation_key IS
  'Mark of the data folder''s key that this database''s secrets are sealed with. It reveals nothing about the key. '
  'Only a start writes it (ADR-188).';

CREATE TABLE jobs_clock (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint  NOT NULL DEFAULT 0 CHECK (offset_ms >= 0)
);
COMMENT ON TABLE jobs_clock IS
  'How far a sandbox''s clock was moved, so that a restart does not move time back. One row.';
INSERT INTO jobs_clock DEFAULT VALUES;
GRANT SELECT, UPDATE ON jobs_clock TO candor_app;

CREATE FUNCTION jobs_clock_moves_in_a_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.offset_ms <> OLD.offset_ms AND NOT EXISTS (SELECT FROM db_installation WHERE sandbox) THEN
    RAISE EXCEPTION 'the clock of a real installation does not move';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION jobs_clock_moves_in_a_sandbox IS 'Only the clock of a sandbox moves.';
CREATE TRIGGER jobs_clock_moves_in_a_sandbox BEFORE UPDATE ON jobs_clock
  FOR EACH ROW EXECUTE FUNCTION jobs_clock_moves_in_a_sandbox();

CREATE TABLE jobs_stuck_cases (
  job       text    NOT NULL,
  case_id   text    NOT NULL,
  failures  integer NOT NULL CHECK (failures > 0),
  since     bigint  NOT NULL,
  failed_at bigint  NOT NULL,
  retry_at  bigint  NOT NULL,
  error     text    NOT NULL,
  PRIMARY KEY (job, case_id),
  CONSTRAINT jobs_stuck_cases_check CHECK (retry_at > failed_at)
);
COMMENT ON TABLE jobs_stuck_cases IS
  'Cases that a job could not advance. They are set aside until retry_at, at growing intervals, so that the rest of '
  'the queue goes on (ADR-169).';
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs_stuck_cases TO candor_app;

CREATE TABLE http_idempotency (
  user_id    uuid        NOT NULL,
  key        uuid        NOT NULL,
  call       text        NOT NULL,
  body_hash  text        NOT NULL,
  -- json, not jsonb: a repeat returns the same bytes, with the fields in the same order.
  answer     json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
COMMENT ON TABLE http_idempotency IS
  'First answer to every call that moves money, by customer and key. It is written in the transaction of the effect '
  'it answers for (ADR-011).';
CREATE INDEX http_idempotency_age ON http_idempotency (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON http_idempotency TO candor_app;

CREATE FUNCTION http_key_lock(p_user uuid, p_key uuid) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('key:' || p_user::text || ':' || p_key::text, 0)
$$;
COMMENT ON FUNCTION http_key_lock IS
  'Number of the advisory lock of a key. A call takes it before any other lock and holds it until its transaction '
  'ends. A caller that serves one customer waits for it; orders_commit serves many and only tries it, so that one '
  'slow call does not hold up other customers.';

CREATE TYPE http_key AS (user_id uuid, key uuid);
COMMENT ON TYPE http_key IS 'Once-only key of a customer''s call.';
CREATE TYPE http_answer AS (user_id uuid, key uuid, call text, body_hash text, answer json);
COMMENT ON TYPE http_answer IS 'First answer to a call, with its once-only key.';

CREATE FUNCTION http_answers_of(p_keys http_key[]) RETURNS SETOF http_answer LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT h.user_id, h.key, h.call, h.body_hash, h.answer
    FROM unnest(p_keys) k JOIN http_idempotency h ON h.user_id = k.user_id AND h.key = k.key
$$;
COMMENT ON FUNCTION http_answers_of IS 'Answers that were given under these keys before.';
REVOKE ALL ON FUNCTION http_answers_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION http_answers_of TO candor_app;

CREATE FUNCTION http_keep_answers(p_at timestamptz, p_answers http_answer[]) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  INSERT INTO http_idempotency (user_id, key, call, body_hash, answer, created_at)
    SELECT a.user_id, a.key, a.call, a.body_hash, a.answer, p_at FROM unnest(p_answers) a
$$;
COMMENT ON FUNCTION http_keep_answers IS 'Stores answers within the transaction of what they answer for.';
REVOKE ALL ON FUNCTION http_keep_answers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION http_keep_answers TO candor_app;

CREATE UNLOGGED TABLE limits_attempts (
  key     bytea   PRIMARY KEY,
  failed  integer NOT NULL,
  last_at bigint  NOT NULL
);
COMMENT ON TABLE limits_attempts IS
  'Failed attempts per key, counted for all processes as they are admitted (ADR-182). Keys are hashes, so no name '
  'or address is stored. Unlogged: a crash of the database resets the counts, which no attacker can cause. Times in '
  'epoch ms.';
CREATE INDEX limits_attempts_last ON limits_attempts (last_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_attempts TO candor_app;

CREATE UNLOGGED TABLE limits_budgets (
  key      bytea            PRIMARY KEY,
  left_now double precision NOT NULL,
  at       bigint           NOT NULL
);
COMMENT ON TABLE limits_budgets IS 'Request budgets per key, for all processes. Unlogged, like limits_attempts.';
CREATE INDEX limits_budgets_at ON limits_budgets (at);
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_budgets TO candor_app;

CREATE FUNCTION limits_admit(keys bytea[], free integer[], longest_ms bigint[], first_ms bigint, forget_ms bigint, now_ms bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wait bigint;
BEGIN
  INSERT INTO limits_attempts (key, failed, last_at)
    SELECT k, 0, now_ms FROM unnest(keys) k ORDER BY k ON CONFLICT DO NOTHING;
  PERFORM FROM limits_attempts a WHERE a.key = ANY (keys) ORDER BY a.key FOR UPDATE;
  UPDATE limits_attempts SET failed = 0 WHERE key = ANY (keys) AND last_at < now_ms - forget_ms;
  SELECT max(a.last_at + least(first_ms * 2 ^ least(a.failed - rule.free, 30), rule.longest)::bigint - now_ms) INTO wait
    FROM unnest(keys, free, longest_ms) rule (key, free, longest)
    JOIN limits_attempts a USING (key)
   WHERE a.failed >= rule.free;
  IF wait > 0 THEN
    RETURN wait;
  END IF;
  UPDATE limits_attempts SET failed = failed + 1, last_at = now_ms WHERE key = ANY (keys);
  RETURN 0;
END
$$;
COMMENT ON FUNCTION limits_admit IS
  'Counts an attempt under every key as failed until it is known to be right, under all keys or none. Returns 0, or '
  'how many milliseconds to wait before the next attempt is admitted. Keys are locked in order, so that two '
  'attempts never wait for each other.';
REVOKE ALL ON FUNCTION limits_admit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION limits_admit TO candor_app;

CREATE FUNCTION limits_take(of bytea, wanted integer, burst double precision, each_ms double precision, now_ms bigint)
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  refilled double precision;
  given    double precision;
BEGIN
  INSERT INTO limits_budgets (key, left_now, at) VALUES (of, burst, now_ms) ON CONFLICT DO NOTHING;
  SELECT least(burst, b.left_now + greatest(0, now_ms - b.at) / each_ms) INTO refilled
    FROM limits_budgets b WHERE b.key = of FOR UPDATE;
  given := least(wanted, floor(refilled));
  UPDATE limits_budgets SET left_now = refilled - given, at = now_ms WHERE key = of;
  RETURN CASE WHEN given >= 1 THEN given ELSE -ceil((1 - refilled) * each_ms) END;
END
$$;
COMMENT ON FUNCTION limits_take IS
  'Takes up to `wanted` units of a budget that refills by one every each_ms up to burst. Returns how many it gave, '
  'or minus the milliseconds until one is available.';
REVOKE ALL ON FUNCTION limits_take FROM PUBLIC;
GRANT EXECUTE ON FUNCTION limits_take TO candor_app;

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

CREATE TABLE limits_messages (
  day     date        NOT NULL,
  kind    text        NOT NULL CHECK (kind IN ('mail', 'sms')),
  sent    integer     NOT NULL CHECK (sent > 0),
  -- When operators were told that the day is unusual.
  told_at timestamptz,
  PRIMARY KEY (day, kind)
);
COMMENT ON TABLE limits_messages IS
  'Codes sent per day by all processes. An unusual day is reported to operators and asks visitors for a proof of '
  'work (ADR-200).';
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_messages TO candor_app;

CREATE UNLOGGED TABLE limits_spent_work (
  proof   bytea       PRIMARY KEY,
  ends_at timestamptz NOT NULL
);
COMMENT ON TABLE limits_spent_work IS
  'Proofs of work already used, kept until they would have expired. Each counts once.';
CREATE INDEX limits_spent_work_ends ON limits_spent_work (ends_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_spent_work TO candor_app;

CREATE TABLE outbox_letters (
  id         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    uuid    NOT NULL,
  kind       text    NOT NULL CHECK (kind <> ''),
  -- Names the event: one letter, however often it is reported.
  once       text    NOT NULL UNIQUE,
  facts      jsonb   NOT NULL,
  created_at bigint  NOT NULL,
  -- Not tried before this. Whoever tries moves it on first, so that two processes do not send the same letter.
  next_at    bigint  NOT NULL,
  attempts   integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  sent_at    bigint
);
COMMENT ON TABLE outbox_letters IS
  'E-mails to customers, written in the transaction of the event they report and sent after it commits: a mail '
  'server that is down delays a letter and loses nothing (ADR-103). A row holds amounts and reasons, never text; '
  'the text is written when the letter is sent. Times in epoch ms.';
CREATE INDEX outbox_letters_waiting ON outbox_letters (next_at) WHERE sent_at IS NULL;
GRANT SELECT, INSERT, UPDATE (next_at, attempts, sent_at), DELETE ON outbox_letters TO candor_app;
