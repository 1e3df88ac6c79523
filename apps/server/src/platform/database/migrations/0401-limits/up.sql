-- Attempts and requests that are counted, for all processes. Keys are hashes: nobody's name or address stands here. Not logged: after a
-- crash of the database everybody begins anew, which no attacker can bring about. Times in epoch ms.

CREATE UNLOGGED TABLE limits_attempts (
  key     bytea   PRIMARY KEY,
  failed  integer NOT NULL,
  last_at bigint  NOT NULL
);
CREATE INDEX limits_attempts_last ON limits_attempts (last_at);

CREATE UNLOGGED TABLE limits_budgets (
  key      bytea            PRIMARY KEY,
  left_now double precision NOT NULL,
  at       bigint           NOT NULL
);
CREATE INDEX limits_budgets_at ON limits_budgets (at);

-- Counts an attempt under each key as failed until it is known to be right, all or none: 0, or how long to wait before the next is heard.
-- Keys in their order, so that two attempts never wait for each other.
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

-- Takes up to `wanted` of a budget that refills by one each `each_ms` up to `burst`: how many it gave, or below 0 how long until there is one.
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

REVOKE ALL ON FUNCTION limits_admit, limits_take FROM PUBLIC;
GRANT EXECUTE ON FUNCTION limits_admit, limits_take TO candor_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_attempts, limits_budgets TO candor_app;
