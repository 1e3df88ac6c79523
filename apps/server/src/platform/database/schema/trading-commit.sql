-- What the engine commits: the rows of a batch as they cross into SQL, and the one function that writes them. An item
-- is an effect of the batch, by its place from 1; amounts and times as in trading.sql.

CREATE TYPE order_insert AS (
  item            integer,
  id              uuid,
  sequence        bigint,
  order_no        text,
  public_id       uuid,
  user_id         uuid,
  mode            text,
  code            text,
  direction       text,
  kind            text,
  part_of         uuid,
  leverage        integer,
  expires_at      bigint,
  terms           jsonb,
  created_at      bigint,
  lots            bigint,
  margin          bigint,
  price           bigint,
  open_price      bigint,
  opened_at       bigint,
  stop_loss       bigint,
  take_profit     bigint,
  trail_distance  bigint,
  trail_from      bigint,
  trail_number    bigint,
  holds           jsonb,
  fee             bigint,
  swap            bigint,
  swapped_through bigint,
  owed            bigint,
  status          text,
  close_price     bigint,
  profit          bigint,
  close_reason    text,
  closed_at       bigint,
  events          integer
);
COMMENT ON TYPE order_insert IS 'New row of orders_contracts.';

CREATE TYPE order_change AS (
  item            integer,
  id              uuid,
  lots            bigint,
  margin          bigint,
  price           bigint,
  open_price      bigint,
  opened_at       bigint,
  stop_loss       bigint,
  take_profit     bigint,
  trail_distance  bigint,
  trail_from      bigint,
  trail_number    bigint,
  holds           jsonb,
  fee             bigint,
  swap            bigint,
  swapped_through bigint,
  owed            bigint,
  status          text,
  close_price     bigint,
  profit          bigint,
  close_reason    text,
  closed_at       bigint,
  events          integer
);
COMMENT ON TYPE order_change IS 'Whole changeable state of an order after an item: of several in one batch the last stands.';

CREATE TYPE order_event AS (
  item     integer,
  order_id uuid,
  number   integer,
  kind     text,
  at       bigint,
  facts    jsonb
);
COMMENT ON TYPE order_event IS 'New row of orders_events.';

CREATE TYPE order_key AS (
  item      integer,
  user_id   uuid,
  key       uuid,
  call      text,
  body_hash text,
  answer    json
);
COMMENT ON TYPE order_key IS 'Once-only key of the call that an item answers, and its answer (http_idempotency).';

CREATE FUNCTION orders_commit(
  p_fence bigint,         -- null: no engine leads, as in a replay
  p_batch bigint,         -- the batch's number, rising; the same batch sent again (its answer was lost) does nothing
  p_at timestamptz,
  p_item_postings int[],  -- an item: the place of its posting, 0 for none
  p_postings ledger_posting[],
  p_steps ledger_step[],
  p_accounts bigint[],
  p_holds text[],
  p_keys order_key[],
  p_inserts order_insert[],
  p_changes order_change[],
  p_events order_event[],
  p_quotes jsonb,
  p_notices jsonb,        -- [{n, …}]: what customers are told of an item
  p_action jsonb,         -- null, or the market's action that all items together are: all of them or none
  OUT results text[],     -- an item: the ledger's outcome, or key-used: its key was used before or is in use
  OUT answers json,       -- by item, for keys used before: {call, hash, answer}
  OUT balances jsonb      -- [{class, owner, asset, balance, held, other, version}] of every account named
) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last orders_last_batch;
  busy int[];  -- another call is being carried out under their key: they have no answer
  repeated int[];
  posted ledger_outcome[] := '{}';
BEGIN
  -- Shared, so that who takes over waits for the batch under way, and none after it is written.
  IF p_fence IS NOT NULL THEN
    PERFORM FROM orders_lease WHERE fence = p_fence FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'orders: another engine leads' USING ERRCODE = 'CA001';
    END IF;
    -- Locked: a batch sent again, since its connection broke, waits for its first copy, which may still be at work.
    SELECT * INTO last FROM orders_last_batch FOR UPDATE;
    IF last.fence = p_fence AND last.batch = p_batch THEN
      results := last.results;
      answers := last.answers;
      balances := ledger_balances(p_accounts);
      RETURN;
    END IF;
    -- A first copy that comes after the second, and after later batches, would write old states again.
    IF last.fence = p_fence AND last.batch > p_batch THEN
      RAISE EXCEPTION 'orders: batch % was written long ago', p_batch USING ERRCODE = 'CA003';
    END IF;
  END IF;
  IF cardinality(p_keys) > 0 THEN
    SELECT array_agg(k.item) INTO busy FROM unnest(p_keys) k
     WHERE NOT pg_try_advisory_xact_lock(http_key_lock(k.user_id, k.key));
    -- A statement of its own: what a call before us wrote is seen only after its lock was got.
    SELECT array_agg(k.item), json_object_agg(k.item, json_build_object('call', h.call, 'hash', h.body_hash, 'answer', h.answer))
      INTO repeated, answers
      FROM unnest(p_keys) k
      JOIN http_answers_of(ARRAY(SELECT ROW(u.user_id, u.key)::http_key FROM unnest(p_keys) u)) h
        ON h.user_id = k.user_id AND h.key = k.key;
    repeated := nullif(coalesce(repeated, '{}') || coalesce(busy, '{}'), '{}');
  END IF;
  IF repeated IS NOT NULL THEN
    -- What was answered before is not posted again: the ledger refuses a posting without steps.
    p_steps := ARRAY(
      SELECT s FROM unnest(p_steps) s
       WHERE s.posting <> ALL (SELECT p_item_postings[k.item] FROM unnest(repeated) k (item)));
  END IF;
  IF cardinality(p_postings) > 0 THEN
    SELECT l.outcomes INTO posted
      FROM ledger_post_steps(p_at, p_postings, p_steps, p_accounts, p_holds, NULL) l;
  END IF;
  SELECT array_agg(CASE WHEN i.n = ANY (repeated) THEN 'key-used' WHEN i.posting = 0 THEN 'done'
                        ELSE posted[i.posting]::text END ORDER BY i.n)
    INTO results FROM unnest(p_item_postings) WITH ORDINALITY i (posting, n);

  IF p_action IS NOT NULL THEN
    IF EXISTS (SELECT FROM unnest(results) r WHERE r <> 'done') THEN
      RAISE EXCEPTION 'orders: the action cannot be paid' USING ERRCODE = 'CA002';
    END IF;
    PERFORM markets_action_applied(p_action);
  END IF;
  IF jsonb_array_length(p_quotes) > 0 THEN
    PERFORM markets_journal(p_quotes);
  END IF;
  IF cardinality(p_inserts) > 0 THEN
    INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind,
        part_of, leverage, expires_at, terms, created_at, lots, margin, price, open_price, opened_at, stop_loss,
        take_profit, trail_distance, trail_from, trail_number, holds, fee, swap, swapped_through, owed, status,
        close_price, profit, close_reason, closed_at, events)
      SELECT o.id, o.sequence, o.order_no, o.public_id, o.user_id, o.mode, o.code, o.direction, o.kind,
        o.part_of, o.leverage, o.expires_at, o.terms, o.created_at, o.lots, o.margin, o.price, o.open_price,
        o.opened_at, o.stop_loss, o.take_profit, o.trail_distance, o.trail_from, o.trail_number, o.holds, o.fee,
        o.swap, o.swapped_through, o.owed, o.status, o.close_price, o.profit, o.close_reason, o.closed_at,
        o.events
        FROM unnest(p_inserts) o
       WHERE results[o.item] = 'done';
  END IF;
  IF cardinality(p_changes) > 0 THEN
    UPDATE orders_contracts o
       SET lots = c.lots, margin = c.margin, price = c.price, open_price = c.open_price,
           opened_at = c.opened_at, stop_loss = c.stop_loss, take_profit = c.take_profit,
           trail_distance = c.trail_distance, trail_from = c.trail_from, trail_number = c.trail_number,
           holds = c.holds, fee = c.fee, swap = c.swap, swapped_through = c.swapped_through, owed = c.owed,
           status = c.status, close_price = c.close_price, profit = c.profit, close_reason = c.close_reason,
           closed_at = c.closed_at, events = c.events
      FROM (SELECT DISTINCT ON (n.id) n.*
              FROM unnest(p_changes) n WHERE results[n.item] = 'done' ORDER BY n.id, n.item DESC) c
     WHERE o.id = c.id AND o.status IN ('pending', 'open');
  END IF;
  INSERT INTO orders_events (order_id, number, kind, at, facts)
    SELECT e.order_id, e.number, e.kind, e.at, e.facts FROM unnest(p_events) e WHERE results[e.item] = 'done';
  IF cardinality(p_keys) > 0 THEN
    PERFORM http_keep_answers(p_at, ARRAY(
      SELECT ROW(k.user_id, k.key, k.call, k.body_hash, k.answer)::http_answer FROM unnest(p_keys) k WHERE results[k.item] = 'done'));
  END IF;
  IF jsonb_array_length(p_notices) > 0 THEN
    PERFORM notifications_keep(kept.notices)
      FROM (SELECT jsonb_agg(e.item) AS notices FROM jsonb_array_elements(p_notices) e (item)
             WHERE results[(e.item ->> 'n')::int] = 'done') kept
     WHERE kept.notices IS NOT NULL;
  END IF;
  balances := ledger_balances(p_accounts);
  IF p_fence IS NOT NULL THEN
    UPDATE orders_last_batch l SET fence = p_fence, batch = p_batch, results = orders_commit.results, answers = orders_commit.answers;
  END IF;
END
$$;
COMMENT ON FUNCTION orders_commit IS
  'Commits one batch of the engine''s decisions. An item is an effect, from 1; it counts when its key is new and its '
  'posting is done. The row of the last batch is locked before it is read, so that a batch sent again waits for its '
  'first copy, and a first copy that arrives late is refused.';
REVOKE ALL ON FUNCTION orders_commit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_commit TO candor_app;
