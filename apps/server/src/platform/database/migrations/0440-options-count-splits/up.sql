-- What the splits between an option's opening and its closing quote come to: the closing mid counts times new ÷ old. 1 and 1 of a market that was not split.
ALTER TABLE options_orders
  ADD COLUMN split_fresh bigint NOT NULL DEFAULT 1 CHECK (split_fresh > 0),
  ADD COLUMN split_old   bigint NOT NULL DEFAULT 1 CHECK (split_old > 0),
  ADD CHECK (status = 'closed' OR (split_fresh, split_old) = (1, 1));

-- The result is bounded by the prices in the same shares, exactly.
DO $$
DECLARE
  found text;
BEGIN
  SELECT conname INTO STRICT found FROM pg_constraint
   WHERE conrelid = 'options_orders'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%close_price > open_price%';
  EXECUTE format('ALTER TABLE options_orders DROP CONSTRAINT %I', found);
END
$$;
ALTER TABLE options_orders ADD CONSTRAINT options_result_follows CHECK (
  CASE result
    WHEN 'won' THEN profit >= 0 AND (close_price::numeric * split_fresh > open_price::numeric * split_old) = (direction = 'up')
    WHEN 'lost' THEN profit = -stake AND (close_price::numeric * split_fresh > open_price::numeric * split_old) <> (direction = 'up')
    WHEN 'refunded' THEN profit = 0 ELSE true END);

CREATE INDEX markets_actions_splits ON markets_actions (code, applied_at) WHERE kind = 'split' AND applied_at IS NOT NULL;

-- Everybody with an option that still runs in a market is told of its split, in the transaction that carries it out.
CREATE FUNCTION options_tell_split(p_action uuid, p_code text, p_at bigint, p_ratio text) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  INSERT INTO notifications_notices (id, user_id, mode, kind, once, code, at, facts)
    SELECT gen_random_uuid(), o.user_id, o.mode, 'optionSplit', 'option-split:' || p_action || ':' || o.mode, p_code, p_at,
           jsonb_build_object('ratio', p_ratio, 'orders', count(*)::text)
      FROM options_orders o WHERE o.code = p_code AND o.status = 'open' GROUP BY o.user_id, o.mode
  ON CONFLICT (user_id, once) DO NOTHING
$$;
REVOKE ALL ON FUNCTION options_tell_split FROM PUBLIC;
GRANT EXECUTE ON FUNCTION options_tell_split TO candor_app;

-- As in 0225, with what holders of options are told.
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
    PERFORM options_tell_split(a.id, a.code, a.applied_at, (a.facts ->> 'fresh') || ':' || (a.facts ->> 'old'));
  END IF;
END
$$;
