-- Which engine leads: its number rises with each that takes over, and a batch of an earlier one is refused.
CREATE TABLE orders_lease (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  fence    bigint NOT NULL DEFAULT 0
);
INSERT INTO orders_lease DEFAULT VALUES;
GRANT SELECT, UPDATE ON orders_lease TO candor_app;

-- One batch of decided effects. An item is an effect (from 1): it counts when its key is new and its posting is done.
CREATE FUNCTION orders_commit(
  p_fence bigint,        -- null: no engine leads, as in a replay
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
  OUT results int[],     -- an item: the ledger's outcome (0 done), or 9 for a repeated key
  OUT answers json,      -- by item, for repeated keys: {call, hash, answer}
  OUT balances jsonb     -- [{class, owner, asset, balance}] of every account named
) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  repeated int[];
  posted int[] := '{}';
BEGIN
  -- Shared, so that who takes over waits for the batch under way, and none after it is written.
  IF p_fence IS NOT NULL THEN
    PERFORM FROM orders_lease WHERE fence = p_fence FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'orders: another engine leads' USING ERRCODE = 'CA001';
    END IF;
  END IF;
  IF cardinality(k_n) > 0 THEN
    SELECT array_agg(i.n), json_object_agg(i.n, json_build_object('call', h.call, 'hash', h.body_hash, 'answer', h.answer))
      INTO repeated, answers
      FROM unnest(k_n, k_user, k_key) i (n, u, k)
      JOIN http_idempotency h ON h.user_id = i.u AND h.key = i.k;
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
      FROM ledger_post_steps(p_at, p_postings, p_references, p_same, p_accounts, p_holds, p_kinds, s_posting, s_do, s_kind, s_from, s_to, s_cover, s_minor, s_hold) l;
  END IF;
  SELECT array_agg(CASE WHEN i.n = ANY (repeated) THEN 9 WHEN i.posting = 0 THEN 0 ELSE posted[i.posting] END ORDER BY i.n)
    INTO results FROM unnest(p_item_posting) WITH ORDINALITY i (posting, n);

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
           trail_distance = c.trail_distance, trail_from = c.trail_from, trail_number = c.trail_number, holds = c.holds
      FROM (SELECT DISTINCT ON (r.id) r.*
              FROM jsonb_to_recordset(p_changes) r (n int, id uuid, stop_loss bigint, take_profit bigint, fee bigint,
                swap bigint, swapped_through bigint, close_price bigint, profit bigint, status text, close_reason text,
                closed_at bigint, events int, lots bigint, margin bigint, open_price bigint, opened_at bigint, price bigint,
                trail_distance bigint, trail_from bigint, trail_number bigint, holds jsonb)
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
  SELECT jsonb_agg(jsonb_build_object('class', a.class, 'owner', a.owner, 'asset', a.asset, 'balance', a.balance::text))
    INTO balances FROM ledger_accounts a WHERE a.id = ANY (p_accounts);
END
$$;

REVOKE ALL ON FUNCTION orders_commit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_commit TO candor_app;
