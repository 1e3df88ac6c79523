-- The ledger: accounts, the postings made, their entries, and what is set aside. Amounts are whole minor units.

CREATE TABLE ledger_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  class text NOT NULL CHECK (class IN ('customer', 'trading-capital', 'fee-revenue', 'swap-revenue',
    'negative-balance', 'yield-reserve', 'loan-capital', 'charity', 'world')),
  owner text NOT NULL CHECK (owner <> ''),
  asset text NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH', 'DEMO')),
  balance bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  version bigint NOT NULL DEFAULT 0,
  UNIQUE (owner, class, asset),
  -- No account but the world goes below zero, and no switch says otherwise (T8).
  CONSTRAINT ledger_accounts_never_negative CHECK (balance >= 0 OR class = 'world'),
  CONSTRAINT ledger_accounts_house_owns CHECK ((class = 'customer') = (owner <> 'house'))
) WITH (fillfactor = 50);

-- T1: the only ways in which money moves at all.
CREATE TABLE ledger_permitted (
  kind text NOT NULL,
  debited_class text NOT NULL,
  credited_class text NOT NULL,
  money text NOT NULL CHECK (money IN ('any', 'demo', 'real')),
  PRIMARY KEY (kind, debited_class, credited_class)
);

INSERT INTO ledger_permitted (kind, debited_class, credited_class, money) VALUES
  ('demo-grant', 'world', 'customer', 'demo'),
  ('demo-reset', 'customer', 'world', 'demo'),
  ('operator-funding', 'world', 'trading-capital', 'any'),
  ('operator-funding', 'world', 'negative-balance', 'any'),
  ('operator-funding', 'world', 'yield-reserve', 'any'),
  ('operator-funding', 'world', 'loan-capital', 'any'),
  ('contract-profit', 'trading-capital', 'customer', 'any'),
  ('contract-loss', 'customer', 'trading-capital', 'any'),
  ('contract-commission', 'customer', 'fee-revenue', 'any'),
  ('contract-swap', 'customer', 'swap-revenue', 'any'),
  ('contract-swap-credit', 'swap-revenue', 'customer', 'any'),
  ('contract-swap-credit', 'trading-capital', 'customer', 'any'),
  ('negative-balance-protection', 'negative-balance', 'trading-capital', 'any'),
  ('negative-balance-protection', 'negative-balance', 'fee-revenue', 'any'),
  ('negative-balance-protection', 'negative-balance', 'swap-revenue', 'any');

CREATE TABLE ledger_postings (
  id text PRIMARY KEY CHECK (id <> ''),
  reference text,
  created_at timestamptz NOT NULL
);

CREATE TABLE ledger_entries (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  posting text NOT NULL,
  kind text NOT NULL,
  debited bigint NOT NULL,
  credited bigint NOT NULL,
  asset text NOT NULL,
  minor bigint NOT NULL CHECK (minor > 0),
  debited_after bigint NOT NULL,
  credited_after bigint NOT NULL,
  -- The side that is a customer's, for the statement; no triple has one on both sides.
  customer bigint,
  reference text,
  created_at timestamptz NOT NULL
);
CREATE INDEX ledger_entries_statement ON ledger_entries (customer, seq) WHERE customer IS NOT NULL;

CREATE TABLE ledger_holds (
  id text PRIMARY KEY CHECK (id <> ''),
  account bigint NOT NULL REFERENCES ledger_accounts (id),
  posting text NOT NULL,
  minor bigint NOT NULL CHECK (minor > 0),
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND minor),
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK ((remaining = 0) = (closed_at IS NOT NULL))
);
CREATE INDEX ledger_holds_open ON ledger_holds (account) WHERE remaining > 0;

-- Whoever inserts, the owner included: an unlisted triple, another asset or a made-up side is refused.
-- Once a statement and not once a row, so that it costs nearly nothing.
CREATE FUNCTION ledger_check_entries() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added e
    LEFT JOIN ledger_accounts d ON d.id = e.debited
    LEFT JOIN ledger_accounts c ON c.id = e.credited
    LEFT JOIN ledger_permitted p
      ON p.kind = e.kind AND p.debited_class = d.class AND p.credited_class = c.class
      AND p.money IN ('any', CASE e.asset WHEN 'DEMO' THEN 'demo' ELSE 'real' END)
    WHERE p.kind IS NULL OR e.asset <> d.asset OR e.asset <> c.asset
      OR e.customer IS DISTINCT FROM
        CASE WHEN d.class = 'customer' THEN d.id WHEN c.class = 'customer' THEN c.id END
  ) THEN
    RAISE EXCEPTION 'ledger: this kind of entry between these accounts is not permitted'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledger_permitted';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER ledger_entries_permitted AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_entries();

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- Posts many at once: reads and locks what they name, decides one after the other in memory, writes once.
-- A step names accounts, holds and kinds by their place in p_accounts, p_holds and p_kinds (from 1). See ledger/README.md.
CREATE FUNCTION ledger_post_steps(
  p_at timestamptz,
  p_postings text[],
  p_references text[],
  p_same int[],        -- place of the first posting here with the same id: normally its own
  p_accounts bigint[],
  p_holds text[],
  p_kinds text[],
  s_posting int[],     -- ascending
  s_do int[],          -- 1 transfer, 2 hold, 3 release
  s_kind int[],
  s_from int[],        -- also the account of a hold; 0: there is no such account
  s_to int[],
  s_cover int[],       -- -1: none
  s_minor bigint[],    -- -1 in a release: all that is left
  s_hold int[],
  OUT outcomes int[],  -- a posting: 0 done, 1 repeated, 2 insufficient, 3 forbidden, 4 no account, 5 no hold
  OUT faults bigint[], -- a posting: the account that lacks, or null
  OUT changed bigint[] -- the customer accounts whose balance or held amount changed
) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  most CONSTANT bigint := 4000000000000000000;
  protection CONSTANT text := 'negative-balance-protection';
  steps CONSTANT int := cardinality(s_posting);
  permitted text[];
  known bool[];
  done bool[] := '{}';
  -- accounts, by place
  balances bigint[]; helds bigint[]; classes text[]; assets text[];
  -- holds, by place
  h_account int[] := '{}'; h_before bigint[]; h_left bigint[]; h_minor bigint[] := '{}'; h_posting text[] := '{}';
  found_accounts bigint[];
  -- entries to write
  n int := 0;
  e_posting text[] := '{}'; e_kind text[] := '{}'; e_debited int[] := '{}'; e_credited int[] := '{}';
  e_minor bigint[] := '{}'; e_debited_after bigint[] := '{}'; e_credited_after bigint[] := '{}'; e_reference text[] := '{}';
  s int := 1; first_step int; first_entry int; reached int;
  f int; t int; c int; h int; place int;
  amount bigint; covered bigint; outcome int; fault bigint; any_done bool := false; kind text; money text;
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
         array_agg(l.class ORDER BY l.ix), array_agg(l.asset ORDER BY l.ix)
    INTO balances, helds, classes, assets
    FROM (SELECT u.ix, a.balance, a.held, a.class, a.asset
            FROM unnest(p_accounts) WITH ORDINALITY u (id, ix) JOIN ledger_accounts a ON a.id = u.id
           ORDER BY a.id FOR NO KEY UPDATE OF a) l;
  IF coalesce(cardinality(balances), 0) <> cardinality(p_accounts) THEN
    RAISE EXCEPTION 'ledger: an account id is unknown or named twice';
  END IF;

  -- Under those locks: what has been posted before, and what is left of each hold.
  SELECT array_agg(l.id IS NOT NULL ORDER BY u.ix) INTO known
    FROM unnest(p_postings) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_postings l ON l.id = u.id;
  IF cardinality(p_holds) > 0 THEN
    SELECT array_agg(l.remaining ORDER BY u.ix) INTO h_left
      FROM unnest(p_holds) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_holds l ON l.id = u.id;
    h_before := h_left;
  END IF;
  SELECT array_agg(l.kind || '|' || l.debited_class || '|' || l.credited_class || '|' || m.money) INTO permitted
    FROM ledger_permitted l, (VALUES ('demo'), ('real')) m (money)
   WHERE l.kind = ANY (p_kinds || protection) AND l.money IN ('any', m.money);

  outcomes := '{}'; faults := '{}';
  FOR p IN 1 .. cardinality(p_postings) LOOP
    outcome := CASE WHEN known[p] OR coalesce(done[p_same[p]], false) THEN 1
                    WHEN s > steps OR s_posting[s] <> p THEN 3 ELSE 0 END;
    fault := NULL; first_step := s; first_entry := n; reached := s;
    WHILE s <= steps AND s_posting[s] = p LOOP
      IF outcome = 0 THEN
        reached := s;
        f := s_from[s]; amount := s_minor[s];
        IF s_do[s] = 1 THEN
          t := s_to[s]; c := s_cover[s]; covered := 0; kind := p_kinds[s_kind[s]];
          IF f = 0 OR t = 0 OR c = 0 THEN
            outcome := 4;
          ELSIF amount <= 0 OR amount > most OR f = t OR assets[f] <> assets[t] OR abs(balances[t]) > most THEN
            outcome := 3;
          ELSE
            money := CASE assets[f] WHEN 'DEMO' THEN '|demo' ELSE '|real' END;
            IF (kind || '|' || classes[f] || '|' || classes[t] || money) = ANY (permitted) THEN
              IF c > 0 THEN
                -- A settled loss may take the whole balance, what other positions hold included; the rest is the operator's.
                covered := greatest(amount - balances[f], 0);
                amount := amount - covered;
                IF classes[f] <> 'customer' OR classes[c] <> 'negative-balance' OR assets[c] <> assets[f]
                   OR NOT ((protection || '|' || classes[c] || '|' || classes[t] || money) = ANY (permitted)) THEN
                  outcome := 3;
                ELSIF covered > balances[c] - helds[c] THEN
                  outcome := 2; fault := p_accounts[c];
                END IF;
              ELSIF classes[f] = 'world' THEN
                IF balances[f] < -most THEN outcome := 3; END IF;
              ELSIF amount > balances[f] - helds[f] THEN
                outcome := 2; fault := p_accounts[f];
              END IF;
            ELSE
              outcome := 3;
            END IF;
            IF outcome = 0 AND amount > 0 THEN
              n := n + 1;
              balances[f] := balances[f] - amount; balances[t] := balances[t] + amount;
              e_posting[n] := p_postings[p]; e_reference[n] := p_references[p]; e_kind[n] := kind;
              e_debited[n] := f; e_credited[n] := t; e_minor[n] := amount;
              e_debited_after[n] := balances[f]; e_credited_after[n] := balances[t];
            END IF;
            IF outcome = 0 AND covered > 0 THEN
              n := n + 1;
              balances[c] := balances[c] - covered; balances[t] := balances[t] + covered;
              e_posting[n] := p_postings[p]; e_reference[n] := p_references[p]; e_kind[n] := protection;
              e_debited[n] := c; e_credited[n] := t; e_minor[n] := covered;
              e_debited_after[n] := balances[c]; e_credited_after[n] := balances[t];
            END IF;
          END IF;
        ELSIF s_do[s] = 2 THEN
          h := s_hold[s];
          IF f = 0 THEN
            outcome := 4;
          ELSIF amount <= 0 OR amount > most OR h_left[h] IS NOT NULL OR classes[f] = 'world' THEN
            outcome := 3;
          ELSIF amount > balances[f] - helds[f] THEN
            outcome := 2; fault := p_accounts[f];
          ELSE
            helds[f] := helds[f] + amount;
            h_account[h] := f; h_left[h] := amount; h_minor[h] := amount; h_posting[h] := p_postings[p];
          END IF;
        ELSE
          h := s_hold[s];
          IF amount = -1 THEN amount := h_left[h]; s_minor[s] := amount; END IF;
          IF coalesce(h_left[h], 0) = 0 OR amount > h_left[h] THEN
            outcome := 5;
          ELSIF amount <= 0 THEN
            outcome := 3;
          ELSE
            helds[h_account[h]] := helds[h_account[h]] - amount;
            h_left[h] := h_left[h] - amount;
          END IF;
        END IF;
      END IF;
      s := s + 1;
    END LOOP;

    IF outcome = 0 THEN
      done[p_same[p]] := true; any_done := true;
    ELSIF outcome > 1 THEN
      -- Refused: whatever its earlier steps did is taken back, in the reverse order.
      FOR k IN REVERSE reached - 1 .. first_step LOOP
        h := s_hold[k];
        IF s_do[k] = 2 THEN
          helds[s_from[k]] := helds[s_from[k]] - s_minor[k];
          h_left[h] := NULL; h_posting[h] := NULL;
        ELSIF s_do[k] = 3 THEN
          helds[h_account[h]] := helds[h_account[h]] + s_minor[k];
          h_left[h] := h_left[h] + s_minor[k];
        END IF;
      END LOOP;
      WHILE n > first_entry LOOP
        balances[e_debited[n]] := balances[e_debited[n]] + e_minor[n];
        balances[e_credited[n]] := balances[e_credited[n]] - e_minor[n];
        n := n - 1;
      END LOOP;
    END IF;
    outcomes[p] := outcome; faults[p] := fault;
  END LOOP;

  changed := '{}';
  IF NOT any_done THEN
    RETURN;
  END IF;
  INSERT INTO ledger_postings (id, reference, created_at)
    SELECT u.id, u.reference, p_at FROM unnest(p_postings, p_references, outcomes) u (id, reference, outcome)
     WHERE u.outcome = 0;
  IF n > 0 THEN
    INSERT INTO ledger_entries (posting, kind, debited, credited, asset, minor, debited_after, credited_after,
                                customer, reference, created_at)
      SELECT u.posting, u.kind, p_accounts[u.debited], p_accounts[u.credited], assets[u.debited], u.minor,
             u.debited_after, u.credited_after,
             CASE WHEN classes[u.debited] = 'customer' THEN p_accounts[u.debited]
                  WHEN classes[u.credited] = 'customer' THEN p_accounts[u.credited] END,
             u.reference, p_at
        FROM unnest(e_posting[1:n], e_kind[1:n], e_debited[1:n], e_credited[1:n], e_minor[1:n],
                    e_debited_after[1:n], e_credited_after[1:n], e_reference[1:n])
          u (posting, kind, debited, credited, minor, debited_after, credited_after, reference);
  END IF;
  WITH updated AS (
    UPDATE ledger_accounts a SET balance = u.balance, held = u.held, version = a.version + 1
      FROM unnest(p_accounts, balances, helds) u (id, balance, held)
     WHERE a.id = u.id AND (a.balance <> u.balance OR a.held <> u.held)
    RETURNING a.id, a.class)
  SELECT coalesce(array_agg(u.id) FILTER (WHERE u.class = 'customer'), '{}') INTO changed FROM updated u;
  IF cardinality(p_holds) > 0 THEN
    INSERT INTO ledger_holds (id, account, posting, minor, remaining, created_at, closed_at)
      SELECT u.id, p_accounts[u.account], u.posting, u.minor, u.remaining, p_at,
             CASE WHEN u.remaining = 0 THEN p_at END
        FROM unnest(p_holds, h_account, h_posting, h_minor, h_left) u (id, account, posting, minor, remaining)
       WHERE u.posting IS NOT NULL;
    UPDATE ledger_holds l SET remaining = u.remaining, closed_at = CASE WHEN u.remaining = 0 THEN p_at END
      FROM unnest(p_holds, h_before, h_left) u (id, before, remaining)
     WHERE l.id = u.id AND u.before IS NOT NULL AND u.before <> u.remaining;
  END IF;
END
$$;

GRANT SELECT ON ledger_accounts, ledger_permitted, ledger_postings, ledger_entries, ledger_holds TO candor_app;
GRANT INSERT (class, owner, asset) ON ledger_accounts TO candor_app;
REVOKE ALL ON FUNCTION ledger_post_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_steps TO candor_app;
