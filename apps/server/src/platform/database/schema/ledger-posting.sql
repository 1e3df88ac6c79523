-- Posting to the ledger: what crosses into SQL, and the one function that changes a balance. Accounts and holds are
-- named by their place, from 1, in the call's lists of them.

CREATE TYPE ledger_action AS ENUM ('transfer', 'hold', 'release', 'repurpose');
COMMENT ON TYPE ledger_action IS
  'What a step does: moves money, sets it aside, gives it back, or turns an order''s hold into margin.';

CREATE TYPE ledger_outcome AS ENUM
  ('done', 'repeated', 'insufficient', 'forbidden', 'no-account', 'no-hold', 'no-reservation');
COMMENT ON TYPE ledger_outcome IS 'Outcome of a posting. A posting that was done before is repeated: nothing happens now.';

CREATE TYPE ledger_posting AS (
  id        text,
  reference text,
  first     integer    -- place of the first posting of the call with the same id: normally its own
);
COMMENT ON TYPE ledger_posting IS 'One effect: all of its steps, or none.';

CREATE TYPE ledger_step AS (
  posting  integer,     -- place of its posting; ascending
  action   ledger_action,
  kind     text,        -- of a transfer: see ledger_permitted
  purpose  text,        -- of a hold: margin, order or other
  account  integer,     -- debited, or held on; 0: there is no such account
  credited integer,
  cover    integer,     -- account that pays what the debited one lacks; null: none
  hold     integer,
  minor    bigint       -- null in a release: all that is left
);
COMMENT ON TYPE ledger_step IS 'Step of a posting. What an action does not need is null.';

CREATE TYPE ledger_reservation AS (
  posting integer,
  fence   bigint,
  number  bigint,
  account bigint,
  minor   bigint,
  until   bigint       -- epoch ms
);
COMMENT ON TYPE ledger_reservation IS 'What the engine promised a posting.';

CREATE FUNCTION ledger_post_steps(
  p_at timestamptz,
  p_postings ledger_posting[],
  p_steps ledger_step[],
  p_accounts bigint[],
  p_holds text[],
  p_reservations ledger_reservation[],
  OUT outcomes ledger_outcome[],
  OUT faults bigint[], -- a posting: the account that lacks, or null
  OUT changed bigint[] -- the customer accounts whose balance or held amount changed
) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  most CONSTANT bigint := 4000000000000000000;
  protection CONSTANT text := 'negative-balance-protection';
  steps CONSTANT int := cardinality(p_steps);
  posting ledger_posting;
  step ledger_step;
  undone ledger_step;
  permitted text[];
  known bool[];
  done bool[] := '{}';
  -- accounts, by place; what they are in `permitted` where they are debited and credited
  balances bigint[]; helds bigint[]; classes text[]; assets text[]; margins bigint[]; orders bigint[];
  as_debited text[]; as_credited text[];
  -- holds, by place
  h_account int[] := '{}'; h_before bigint[]; h_left bigint[]; h_minor bigint[] := '{}'; h_posting text[] := '{}';
  h_purpose text[] := '{}'; h_purpose_before text[];
  found_accounts bigint[];
  -- entries to write
  n int := 0;
  e_step int[] := '{}'; e_debited int[] := '{}'; e_credited int[] := '{}';
  e_minor bigint[] := '{}'; e_debited_after bigint[] := '{}'; e_credited_after bigint[] := '{}';
  s int := 1; first_step int; first_entry int; reached int := 1;
  moved bigint[] := '{}';  -- by step, what it released or turned into margin
  f int; t int; c int; h int; place int;
  amount bigint; covered bigint; drawn bigint := 0; outcome ledger_outcome; fault bigint; any_done bool := false;
  bounded text[];
  -- Customers' bounded money, by account: the last posting that moved any, what of it leaves or is set aside, and what was free again.
  -- The accounts of the posting at hand.
  b_posting int[]; b_out bigint[]; b_freed bigint[]; b_touched int[] := '{}'; b_count int := 0; b int;
  -- What the step at hand adds to them.
  leaves bigint := 0; frees bigint := 0;
  -- Reservations that hold, by posting, with the first posting that came with the same one. By that first: what was taken, and the
  -- posting that took first.
  leads bigint; r_account bigint[]; r_number bigint[]; r_minor bigint[]; r_first int[];
  r_taken bigint[]; r_by text[]; any_taken bool := false;
BEGIN
  -- Where holds are named, the accounts they lie on are locked too. A hold never changes its account.
  IF cardinality(p_holds) > 0 THEN
    SELECT array_agg(l.account ORDER BY u.ix) INTO found_accounts
      FROM unnest(p_holds) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_holds l ON l.id = u.id;
    h_minor := array_fill(NULL::bigint, ARRAY[cardinality(p_holds)]);
    h_posting := array_fill(NULL::text, ARRAY[cardinality(p_holds)]);
    FOR k IN 1 .. cardinality(p_holds) LOOP
      IF found_accounts[k] IS NOT NULL THEN
        place := array_position(p_accounts, found_accounts[k]);
        IF place IS NULL THEN
          p_accounts := p_accounts || found_accounts[k];
          place := cardinality(p_accounts);
        END IF;
        h_account[k] := place;
      ELSE
        h_account[k] := 0;
      END IF;
    END LOOP;
  END IF;

  -- Always in the order of their ids, so that two callers never wait for each other in a ring.
  SELECT array_agg(l.balance ORDER BY l.ix), array_agg(l.held ORDER BY l.ix),
         array_agg(l.class ORDER BY l.ix), array_agg(l.asset ORDER BY l.ix),
         array_agg(l.held_margin ORDER BY l.ix), array_agg(l.held_order ORDER BY l.ix),
         array_agg('|' || l.class ORDER BY l.ix),
         array_agg('|' || l.class || CASE l.asset WHEN 'DEMO' THEN '|demo' ELSE '|real' END ORDER BY l.ix)
    INTO balances, helds, classes, assets, margins, orders, as_debited, as_credited
    FROM (SELECT u.ix, a.balance, a.held, a.class, a.asset, a.held_margin, a.held_order
            FROM unnest(p_accounts) WITH ORDINALITY u (id, ix) JOIN ledger_accounts a ON a.id = u.id
           ORDER BY a.id FOR NO KEY UPDATE OF a) l;
  IF coalesce(cardinality(balances), 0) <> cardinality(p_accounts) THEN
    RAISE EXCEPTION 'ledger: an account id is unknown or named twice';
  END IF;

  -- Under those locks: what has been posted before, and what is left of each hold.
  SELECT array_agg(l.id IS NOT NULL ORDER BY u.ix) INTO known
    FROM unnest(p_postings) WITH ORDINALITY u (id, reference, first, ix) LEFT JOIN ledger_postings l ON l.id = u.id;
  IF cardinality(p_holds) > 0 THEN
    SELECT array_agg(l.remaining ORDER BY u.ix), array_agg(l.purpose ORDER BY u.ix) INTO h_left, h_purpose
      FROM unnest(p_holds) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_holds l ON l.id = u.id;
    h_before := h_left; h_purpose_before := h_purpose;
  END IF;
  SELECT array_agg(l.kind || '|' || l.debited_class || '|' || l.credited_class || '|' || m.money),
         array_agg(l.kind) FILTER (WHERE l.bounded)
    INTO permitted, bounded
    FROM ledger_permitted l, (VALUES ('demo'), ('real')) m (money)
   WHERE l.kind IN (SELECT u.kind FROM unnest(p_steps) u UNION SELECT protection) AND l.money IN ('any', m.money);
  b_posting := array_fill(0, ARRAY[cardinality(p_accounts)]);
  b_out := array_fill(0::bigint, ARRAY[cardinality(p_accounts)]);
  b_freed := b_out;
  IF cardinality(p_reservations) > 0 THEN
    leads := orders_leading_fence();
    -- Those that the engine that leads now gave, and that are neither expired nor used: none becomes so while their accounts are locked.
    SELECT array_agg(g.account ORDER BY u.n), array_agg(g.number ORDER BY u.n), array_agg(g.minor ORDER BY u.n),
           array_agg(g.first ORDER BY u.n)
      INTO r_account, r_number, r_minor, r_first
      FROM generate_series(1, cardinality(p_postings)) u (n)
      LEFT JOIN (
        SELECT DISTINCT ON (o.posting) o.posting, o.account, o.number, o.minor, min(o.posting) OVER (PARTITION BY o.number) AS first
          FROM unnest(p_reservations) o
         WHERE o.fence = leads AND p_at < to_timestamp(o.until / 1000.0)
           AND (SELECT true FROM ledger_reservations_used d WHERE d.fence = o.fence AND d.number = o.number) IS NULL
      ) g ON g.posting = u.n;
    r_taken := array_fill(0::bigint, ARRAY[cardinality(p_postings)]);
    r_by := array_fill(NULL::text, ARRAY[cardinality(p_postings)]);
  END IF;

  outcomes := array_fill('done'::ledger_outcome, ARRAY[cardinality(p_postings)]);
  faults := array_fill(NULL::bigint, ARRAY[cardinality(p_postings)]);
  step := p_steps[1];
  FOR p IN 1 .. cardinality(p_postings) LOOP
    posting := p_postings[p];
    IF known[p] OR coalesce(done[posting.first], false) THEN
      outcome := 'repeated';
    ELSIF s > steps OR step.posting IS DISTINCT FROM p THEN
      outcome := 'forbidden';
    ELSE
      outcome := 'done';
    END IF;
    first_step := s; first_entry := n;
    WHILE s <= steps AND step.posting = p LOOP
      IF outcome = 'done' THEN
        reached := s;
        f := step.account; amount := step.minor;
        IF step.action = 'transfer' THEN
          t := step.credited; c := step.cover; covered := 0;
          IF (f > 0 AND t > 0 AND coalesce(c, 1) > 0) IS NOT TRUE THEN
            outcome := 'no-account';
          ELSIF (amount BETWEEN 1 AND most AND f <> t AND assets[f] = assets[t] AND abs(balances[t]) <= most) IS NOT TRUE THEN
            outcome := 'forbidden';
          ELSE
            IF (step.kind || as_debited[f] || as_credited[t]) = ANY (permitted) THEN
              IF c > 0 THEN
                -- A settled loss takes what is set aside for orders and margin too, and nothing that was set aside for
                -- another purpose (a withdrawal, a bid, a stake); the rest is the operator's.
                covered := greatest(amount - greatest(balances[f] - (helds[f] - margins[f] - orders[f]), 0), 0);
                amount := amount - covered;
                IF classes[f] <> 'customer' OR classes[c] <> 'negative-balance' OR assets[c] <> assets[f]
                   OR NOT ((protection || as_debited[c] || as_credited[t]) = ANY (permitted)) THEN
                  outcome := 'forbidden';
                ELSIF covered > balances[c] - helds[c] THEN
                  outcome := 'insufficient'; fault := p_accounts[c];
                END IF;
              ELSIF step.kind = 'contract-owed' THEN
                -- Takes what there is; what is missing stays with the operator, who paid it before.
                amount := least(amount, greatest(balances[f] - (helds[f] - margins[f] - orders[f]), 0));
              ELSIF classes[f] = 'world' THEN
                IF balances[f] < -most THEN outcome := 'forbidden'; END IF;
              ELSE
                -- What this posting took out of a hold may leave, whatever other positions have lost since.
                IF amount > balances[f] - helds[f]
                   AND amount > (CASE WHEN b_posting[f] = p THEN b_freed[f] - b_out[f] ELSE 0 END) THEN
                  outcome := 'insufficient'; fault := p_accounts[f];
                ELSIF step.kind = ANY (bounded) AND classes[f] = 'customer' THEN
                  leaves := amount;
                END IF;
              END IF;
            ELSE
              outcome := 'forbidden';
            END IF;
            IF outcome = 'done' AND amount > 0 THEN
              n := n + 1;
              balances[f] := balances[f] - amount; balances[t] := balances[t] + amount;
              e_step[n] := s; e_debited[n] := f; e_credited[n] := t; e_minor[n] := amount;
              e_debited_after[n] := balances[f]; e_credited_after[n] := balances[t];
            END IF;
            IF covered > 0 AND outcome = 'done' THEN
              n := n + 1;
              balances[c] := balances[c] - covered; balances[t] := balances[t] + covered;
              e_step[n] := s; e_debited[n] := c; e_credited[n] := t; e_minor[n] := covered;
              e_debited_after[n] := balances[c]; e_credited_after[n] := balances[t];
            END IF;
          END IF;
        ELSIF step.action = 'hold' THEN
          h := step.hold;
          IF (f > 0) IS NOT TRUE THEN
            outcome := 'no-account';
          ELSIF (amount BETWEEN 1 AND most AND h_left[h] IS NULL AND classes[f] <> 'world'
                 AND step.purpose IN ('margin', 'order', 'other')) IS NOT TRUE THEN
            outcome := 'forbidden';
          ELSE
            IF amount > balances[f] - helds[f]
               AND amount > (CASE WHEN b_posting[f] = p THEN b_freed[f] - b_out[f] ELSE 0 END) THEN
              outcome := 'insufficient'; fault := p_accounts[f];
            ELSE
              helds[f] := helds[f] + amount;
              h_account[h] := f; h_left[h] := amount; h_minor[h] := amount; h_posting[h] := posting.id;
              h_purpose[h] := step.purpose;
              IF h_purpose[h] = 'margin' THEN
                margins[f] := margins[f] + amount;
              ELSIF h_purpose[h] = 'order' THEN
                orders[f] := orders[f] + amount;
              ELSIF classes[f] = 'customer' THEN
                leaves := amount;
              END IF;
            END IF;
          END IF;
        ELSIF step.action = 'repurpose' THEN
          h := step.hold;
          IF coalesce(h_left[h], 0) = 0 THEN
            outcome := 'no-hold';
          ELSIF h_purpose[h] <> 'order' OR step.purpose IS DISTINCT FROM 'margin' THEN
            -- An order that fills turns what it has set aside into margin; nothing else changes its purpose.
            outcome := 'forbidden';
          ELSE
            f := h_account[h];
            moved[s] := h_left[h];
            orders[f] := orders[f] - h_left[h]; margins[f] := margins[f] + h_left[h];
            h_purpose[h] := 'margin';
          END IF;
        ELSIF step.action = 'release' THEN
          h := step.hold;
          amount := coalesce(amount, h_left[h]);
          moved[s] := amount;
          IF coalesce(h_left[h], 0) = 0 OR amount > h_left[h] THEN
            outcome := 'no-hold';
          ELSIF amount <= 0 THEN
            outcome := 'forbidden';
          ELSE
            f := h_account[h];
            helds[f] := helds[f] - amount;
            h_left[h] := h_left[h] - amount;
            IF h_purpose[h] = 'margin' THEN
              margins[f] := margins[f] - amount;
            ELSIF h_purpose[h] = 'order' THEN
              orders[f] := orders[f] - amount;
            ELSIF classes[f] = 'customer' THEN
              frees := amount;
            END IF;
          END IF;
        ELSE
          outcome := 'forbidden';
        END IF;
        IF leaves > 0 OR frees > 0 THEN
          IF b_posting[f] <> p THEN
            b_posting[f] := p; b_freed[f] := 0; b_out[f] := 0;
            b_count := b_count + 1; b_touched[b_count] := f;
          END IF;
          b_freed[f] := b_freed[f] + frees; b_out[f] := b_out[f] + leaves;
          leaves := 0; frees := 0;
        END IF;
      END IF;
      s := s + 1;
      step := p_steps[s];
    END LOOP;

    -- More than was free again may leave the margin's currency, or be promised, only as far as the engine said that it is free.
    IF b_count > 0 THEN
      drawn := 0;
      FOR k IN 1 .. CASE outcome WHEN 'done' THEN b_count ELSE 0 END LOOP
        b := b_touched[k];
        CONTINUE WHEN b_out[b] <= b_freed[b] OR assets[b] NOT IN ('USDT', 'DEMO');
        -- One reservation may serve several postings of one call, as far as it reaches. It lies on one account.
        IF r_account[p] = p_accounts[b] AND r_minor[p] - r_taken[r_first[p]] >= b_out[b] - b_freed[b] THEN
          drawn := b_out[b] - b_freed[b];
        ELSE
          outcome := 'no-reservation'; fault := p_accounts[b];
        END IF;
      END LOOP;
      b_count := 0;
    END IF;
    IF outcome = 'done' THEN
      done[posting.first] := true; any_done := true;
      IF drawn > 0 THEN
        any_taken := true;
        r_taken[r_first[p]] := r_taken[r_first[p]] + drawn;
        r_by[r_first[p]] := coalesce(r_by[r_first[p]], posting.id);
        drawn := 0;
      END IF;
      CONTINUE;
    END IF;
    outcomes[p] := outcome;
    IF outcome <> 'repeated' THEN
      faults[p] := fault;
      fault := NULL;
      -- Refused: whatever its earlier steps did is taken back, in the reverse order.
      FOR k IN REVERSE CASE WHEN outcome = 'no-reservation' THEN reached ELSE reached - 1 END .. first_step LOOP
        undone := p_steps[k];
        CONTINUE WHEN undone.action = 'transfer';
        h := undone.hold; f := h_account[h];
        IF undone.action = 'repurpose' THEN
          amount := moved[k];
          h_purpose[h] := 'order'; margins[f] := margins[f] - amount; orders[f] := orders[f] + amount;
          CONTINUE;
        END IF;
        IF undone.action = 'hold' THEN
          amount := -undone.minor;
          h_left[h] := NULL; h_posting[h] := NULL;
        ELSE
          amount := moved[k];
          h_left[h] := h_left[h] + amount;
        END IF;
        helds[f] := helds[f] + amount;
        IF h_purpose[h] = 'margin' THEN
          margins[f] := margins[f] + amount;
        ELSIF h_purpose[h] = 'order' THEN
          orders[f] := orders[f] + amount;
        END IF;
      END LOOP;
      WHILE n > first_entry LOOP
        balances[e_debited[n]] := balances[e_debited[n]] + e_minor[n];
        balances[e_credited[n]] := balances[e_credited[n]] - e_minor[n];
        n := n - 1;
      END LOOP;
    END IF;
  END LOOP;

  changed := '{}';
  IF NOT any_done THEN
    RETURN;
  END IF;
  INSERT INTO ledger_postings (id, reference, created_at)
    SELECT u.id, u.reference, p_at FROM unnest(p_postings, outcomes) u (id, reference, first, outcome)
     WHERE u.outcome = 'done';
  IF n > 0 THEN
    INSERT INTO ledger_entries (posting, kind, debited, credited, asset, minor, debited_after, credited_after,
                                customer, reference, created_at)
      SELECT (p_postings[(p_steps[u.step]).posting]).id,
             CASE WHEN u.debited = (p_steps[u.step]).account THEN (p_steps[u.step]).kind ELSE protection END,
             p_accounts[u.debited], p_accounts[u.credited], assets[u.debited], u.minor,
             u.debited_after, u.credited_after,
             CASE WHEN classes[u.debited] = 'customer' THEN p_accounts[u.debited]
                  WHEN classes[u.credited] = 'customer' THEN p_accounts[u.credited] END,
             (p_postings[(p_steps[u.step]).posting]).reference, p_at
        FROM unnest(e_step[1:n], e_debited[1:n], e_credited[1:n], e_minor[1:n], e_debited_after[1:n], e_credited_after[1:n])
          u (step, debited, credited, minor, debited_after, credited_after);
  END IF;
  WITH updated AS (
    UPDATE ledger_accounts a
       SET balance = u.balance, held = u.held, held_margin = u.margin, held_order = u.orders, version = a.version + 1
      FROM unnest(p_accounts, balances, helds, margins, orders) u (id, balance, held, margin, orders)
     WHERE a.id = u.id AND (a.balance, a.held, a.held_margin, a.held_order)
           IS DISTINCT FROM (u.balance, u.held, u.margin, u.orders)
    RETURNING a.id, a.class)
  SELECT coalesce(array_agg(u.id) FILTER (WHERE u.class = 'customer'), '{}') INTO changed FROM updated u;
  IF cardinality(p_holds) > 0 THEN
    INSERT INTO ledger_holds (id, account, posting, minor, remaining, purpose, created_at, closed_at)
      SELECT u.id, p_accounts[u.account], u.posting, u.minor, u.remaining, u.purpose, p_at,
             CASE WHEN u.remaining = 0 THEN p_at END
        FROM unnest(p_holds, h_account, h_posting, h_minor, h_left, h_purpose)
          u (id, account, posting, minor, remaining, purpose)
       WHERE u.posting IS NOT NULL;
    UPDATE ledger_holds l
       SET remaining = u.remaining, purpose = u.purpose, closed_at = CASE WHEN u.remaining = 0 THEN p_at END
      FROM unnest(p_holds, h_before, h_left, h_purpose_before, h_purpose) u (id, before, remaining, purpose_before, purpose)
     WHERE l.id = u.id AND u.before IS NOT NULL
       AND (u.before <> u.remaining OR u.purpose_before <> u.purpose);
  END IF;
  IF any_taken THEN
    INSERT INTO ledger_reservations_used (fence, number, account, minor, posting, at)
      SELECT leads, u.number, u.account, u.minor, u.taker, p_at
        FROM unnest(r_number, r_account, r_minor, r_by) u (number, account, minor, taker)
       WHERE u.taker IS NOT NULL;
  END IF;
END
$$;
COMMENT ON FUNCTION ledger_post_steps IS
  'Posts many postings at once: reads and locks what they name, decides one after the other in memory, writes every '
  'table once. A trigger or a foreign key per row would cost more than the transfer itself. A call''s reservations are '
  'read and checked once for all of its postings (ADR-187).';
REVOKE ALL ON FUNCTION ledger_post_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_steps TO candor_app;
