-- A key is locked by whoever carries out a call under it, before anything else is locked, until the end of that transaction. Whoever
-- answers one customer waits for the lock; whoever writes for many only tries it, so that no slow call holds up other customers.
CREATE FUNCTION http_key_lock(p_user uuid, p_key uuid) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('key:' || p_user::text || ':' || p_key::text, 0)
$$;

-- One batch of decided effects. An item is an effect (from 1): it counts when its key is new and its posting is done.
CREATE OR REPLACE FUNCTION orders_commit(
  p_fence bigint,        -- null: no engine leads, as in a replay
  p_batch bigint,        -- the batch's number, rising; the same batch sent again (its answer was lost) does nothing
  p_at timestamptz,
  p_item_posting int[],  -- an item: the place of its posting, 0 for none
  p_postings text[], p_references text[], p_same int[], p_accounts bigint[], p_holds text[], p_kinds text[],
  s_posting int[], s_do int[], s_kind int[], s_from int[], s_to int[], s_cover int[], s_minor bigint[], s_hold int[],
  -- Columns, each as long as its table's new rows; n is the item.
  k_n int[], k_user uuid[], k_key uuid[], k_call text[], k_hash text[], k_answer text[],
  o_n int[], o_id uuid[], o_sequence bigint[], o_public uuid[], o_user uuid[], o_mode text[], o_code text[],
  o_direction text[], o_kind text[], o_lots bigint[], o_leverage int[], o_price bigint[], o_margin bigint[],
  o_stop bigint[], o_target bigint[], o_fee bigint[], o_terms text[], o_at bigint[],
  e_n int[], e_order uuid[], e_number int[], e_kind text[], e_at bigint[], e_facts text[],
  p_changes jsonb, p_rows jsonb, p_quotes jsonb,
  p_notices jsonb,       -- [{n, …}]: what customers are told of an item
  p_action jsonb,        -- null, or the market's action that all items together are: all of them or none
  OUT results int[],     -- an item: the ledger's outcome (0 done), or 9 for a key that was used before or is in use
  OUT answers json,      -- by item, for keys used before: {call, hash, answer}
  OUT balances jsonb     -- [{class, owner, asset, balance, held, other, version}] of every account named
) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  busy int[];  -- another call is being carried out under their key: they have no answer
  repeated int[];
  posted int[] := '{}';
BEGIN
  -- Shared, so that who takes over waits for the batch under way, and none after it is written.
  IF p_fence IS NOT NULL THEN
    PERFORM FROM orders_lease WHERE fence = p_fence FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'orders: another engine leads' USING ERRCODE = 'CA001';
    END IF;
    SELECT l.results, l.answers INTO results, answers FROM orders_last_batch l WHERE l.fence = p_fence AND l.batch = p_batch;
    IF FOUND THEN
      balances := orders_balances(p_accounts);
      RETURN;
    END IF;
  END IF;
  IF cardinality(k_n) > 0 THEN
    SELECT array_agg(i.n) INTO busy FROM unnest(k_n, k_user, k_key) i (n, u, k)
     WHERE NOT pg_try_advisory_xact_lock(http_key_lock(i.u, i.k));
    -- A statement of its own: what a call before us wrote is seen only after its lock was got.
    SELECT array_agg(i.n), json_object_agg(i.n, json_build_object('call', h.call, 'hash', h.body_hash, 'answer', h.answer))
      INTO repeated, answers
      FROM unnest(k_n, k_user, k_key) i (n, u, k)
      JOIN http_idempotency h ON h.user_id = i.u AND h.key = i.k;
    repeated := nullif(coalesce(repeated, '{}') || coalesce(busy, '{}'), '{}');
  END IF;
  IF repeated IS NOT NULL THEN
    -- What was answered before is not posted again: its steps name no account and no amount.
    FOR s IN 1 .. cardinality(s_posting) LOOP
      IF s_posting[s] = ANY (SELECT p_item_posting[r] FROM unnest(repeated) r) THEN
        s_from[s] := 0;
        s_minor[s] := 0;
      END IF;
    END LOOP;
  END IF;
  IF cardinality(p_postings) > 0 THEN
    SELECT l.outcomes INTO posted
      FROM ledger_post_steps(p_at, p_postings, p_references, p_same, p_accounts, p_holds, p_kinds, s_posting, s_do, s_kind, s_from, s_to, s_cover, s_minor, s_hold, NULL) l;
  END IF;
  SELECT array_agg(CASE WHEN i.n = ANY (repeated) THEN 9 WHEN i.posting = 0 THEN 0 ELSE posted[i.posting] END ORDER BY i.n)
    INTO results FROM unnest(p_item_posting) WITH ORDINALITY i (posting, n);

  IF p_action IS NOT NULL THEN
    IF EXISTS (SELECT FROM unnest(results) r WHERE r <> 0) THEN
      RAISE EXCEPTION 'orders: the action cannot be paid' USING ERRCODE = 'CA002';
    END IF;
    PERFORM markets_action_applied(p_action);
  END IF;
  IF jsonb_array_length(p_quotes) > 0 THEN
    PERFORM markets_journal(p_quotes);
  END IF;
  IF cardinality(o_n) > 0 THEN
    INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage,
        open_price, margin, stop_loss, take_profit, fee, swap, swapped_through, status, events, terms, created_at, opened_at)
      SELECT o.id, o.sequence, 'C' || lpad(o.sequence::text, 8, '0'), o.public, o.customer, o.mode, o.code, o.direction,
        o.kind, o.lots, o.leverage, o.price, o.margin, o.stop, o.target, o.fee, 0, o.at, 'open', 1, o.terms::jsonb, o.at, o.at
        FROM unnest(o_n, o_id, o_sequence, o_public, o_user, o_mode, o_code, o_direction, o_kind, o_lots, o_leverage, o_price,
          o_margin, o_stop, o_target, o_fee, o_terms, o_at)
          o (n, id, sequence, public, customer, mode, code, direction, kind, lots, leverage, price, margin, stop, target, fee,
          terms, at)
       WHERE results[o.n] = 0;
  END IF;
  IF jsonb_array_length(p_rows) > 0 THEN
    INSERT INTO orders_contracts
      SELECT r.* FROM jsonb_array_elements(p_rows) e (item), jsonb_populate_record(NULL::orders_contracts, e.item) r
       WHERE results[(e.item ->> 'n')::int] = 0;
  END IF;
  IF jsonb_array_length(p_changes) > 0 THEN
    -- Each change carries the whole state after it: of several in one batch the last stands.
    UPDATE orders_contracts o
       SET stop_loss = c.stop_loss, take_profit = c.take_profit, fee = c.fee, swap = c.swap,
           swapped_through = c.swapped_through, close_price = c.close_price, profit = c.profit, status = c.status,
           close_reason = c.close_reason, closed_at = c.closed_at, events = c.events,
           lots = c.lots, margin = c.margin, open_price = c.open_price, opened_at = c.opened_at, price = c.price,
           trail_distance = c.trail_distance, trail_from = c.trail_from, trail_number = c.trail_number, holds = c.holds,
           owed = c.owed
      FROM (SELECT DISTINCT ON (r.id) r.*
              FROM jsonb_to_recordset(p_changes) r (n int, id uuid, stop_loss bigint, take_profit bigint, fee bigint,
                swap bigint, swapped_through bigint, close_price bigint, profit bigint, status text, close_reason text,
                closed_at bigint, events int, lots bigint, margin bigint, open_price bigint, opened_at bigint, price bigint,
                trail_distance bigint, trail_from bigint, trail_number bigint, holds jsonb, owed bigint)
             WHERE results[r.n] = 0 ORDER BY r.id, r.n DESC) c
     WHERE o.id = c.id AND o.status IN ('pending', 'open');
  END IF;
  INSERT INTO orders_events (order_id, number, kind, at, facts)
    SELECT e.order_id, e.number, e.kind, e.at, e.facts::jsonb
      FROM unnest(e_n, e_order, e_number, e_kind, e_at, e_facts) e (n, order_id, number, kind, at, facts)
     WHERE results[e.n] = 0;
  IF cardinality(k_n) > 0 THEN
    INSERT INTO http_idempotency (user_id, key, call, body_hash, answer, created_at)
      SELECT k.u, k.k, k.c, k.h, k.a::json, p_at
        FROM unnest(k_n, k_user, k_key, k_call, k_hash, k_answer) k (n, u, k, c, h, a)
       WHERE results[k.n] = 0;
  END IF;
  IF jsonb_array_length(p_notices) > 0 THEN
    PERFORM notifications_keep(kept.notices)
      FROM (SELECT jsonb_agg(e.item) AS notices FROM jsonb_array_elements(p_notices) e (item)
             WHERE results[(e.item ->> 'n')::int] = 0) kept
     WHERE kept.notices IS NOT NULL;
  END IF;
  balances := orders_balances(p_accounts);
  IF p_fence IS NOT NULL THEN
    UPDATE orders_last_batch l SET fence = p_fence, batch = p_batch, results = orders_commit.results, answers = orders_commit.answers;
  END IF;
END
$$;
