-- The ledger: accounts, postings, entries and holds. Amounts are whole minor units of the asset. See
-- apps/server/src/ledger/README.md.

CREATE TABLE ledger_classes (
  class text PRIMARY KEY CHECK (class <> '')
);
COMMENT ON TABLE ledger_classes IS
  'Chart of accounts. Rows and not a CHECK, so that a capability adds its own class without repeating the others.';
-- `world` is everything outside these books, the only class that may go below zero.
INSERT INTO ledger_classes (class) VALUES
  ('world'), ('customer'), ('trading-capital'), ('negative-balance'), ('fee-revenue'), ('swap-revenue'),
  ('plan-principal'), ('yield-reserve'), ('savings-principal'), ('savings-reserve'), ('loan-capital'), ('loan-interest'),
  ('conversion'), ('charity');
GRANT SELECT ON ledger_classes TO candor_app;

CREATE TABLE ledger_accounts (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  class       text   NOT NULL CONSTRAINT ledger_accounts_class_known REFERENCES ledger_classes (class),
  owner       text   NOT NULL CHECK (owner <> ''),
  asset       text   NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ETH', 'DEMO')),
  balance     bigint NOT NULL DEFAULT 0,
  held        bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  held_margin bigint NOT NULL DEFAULT 0 CHECK (held_margin >= 0),
  held_order  bigint NOT NULL DEFAULT 0 CHECK (held_order >= 0),
  version     bigint NOT NULL DEFAULT 0,
  UNIQUE (owner, class, asset),
  CONSTRAINT ledger_accounts_house_owns CHECK ((class = 'customer') = (owner <> 'house')),
  -- No account but the world goes below zero, and no switch changes that (trust T8).
  CONSTRAINT ledger_accounts_never_negative CHECK (balance >= 0 OR class = 'world'),
  CONSTRAINT ledger_accounts_purposes CHECK (held_margin + held_order <= held)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_accounts IS
  'Balances. The application may open empty accounts; only ledger_post_steps changes one. Demo money is the asset '
  'DEMO, so nothing can cross into real money (ADR-002).';
GRANT SELECT, INSERT (class, owner, asset) ON ledger_accounts TO candor_app;

CREATE FUNCTION ledger_keep_set_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.balance - (NEW.held - NEW.held_margin - NEW.held_order)
                       >= OLD.balance - (OLD.held - OLD.held_margin - OLD.held_order) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'ledger: what is set aside of account % would be spent', NEW.id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledger_accounts_set_aside_is_there';
END
$$;
COMMENT ON FUNCTION ledger_keep_set_aside IS
  'No loss spends what was set aside for a withdrawal, a bid or a stake. A trigger and not a CHECK: an account that '
  'was already short may become less short without stopping the engine.';
CREATE TRIGGER ledger_accounts_set_aside_is_there BEFORE INSERT OR UPDATE ON ledger_accounts FOR EACH ROW
  WHEN (NEW.class = 'customer' AND NEW.balance >= 0 AND NEW.balance < NEW.held - NEW.held_margin - NEW.held_order)
  EXECUTE FUNCTION ledger_keep_set_aside();

CREATE TABLE ledger_permitted (
  kind           text    NOT NULL,
  debited_class  text    NOT NULL,
  credited_class text    NOT NULL,
  money          text    NOT NULL CHECK (money IN ('any', 'demo', 'real')),
  -- True for kinds that are a decision and not the result of a position. They take no more than is free, which
  -- the engine judges by a reservation.
  bounded        boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, debited_class, credited_class)
);
COMMENT ON TABLE ledger_permitted IS
  'Every way in which money may move (trust T1): kind, debited class, credited class. The database refuses any '
  'other, whoever inserts.';
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money, bounded) VALUES
  -- Demo money is granted and taken back; it never meets real money.
  ('demo-grant', 'world', 'customer', 'demo', false),
  ('demo-reset', 'customer', 'world', 'demo', true),
  -- Deposits and withdrawals: real money enters by `deposit` alone, which names its transaction and is credited once.
  ('deposit', 'world', 'customer', 'real', false),
  ('deposit-reversal', 'customer', 'world', 'real', true),
  ('withdrawal', 'customer', 'world', 'real', true),
  ('withdrawal-fee', 'customer', 'fee-revenue', 'real', true),
  -- Conversions: the operator's account of a coin never goes below zero, so nothing is converted that is not there.
  ('conversion-sold', 'customer', 'conversion', 'real', true),
  ('conversion-bought', 'conversion', 'customer', 'real', false),
  ('conversion-fee', 'customer', 'fee-revenue', 'real', true),
  -- Positions.
  ('contract-profit', 'trading-capital', 'customer', 'any', false),
  ('contract-loss', 'customer', 'trading-capital', 'any', false),
  ('contract-commission', 'customer', 'fee-revenue', 'any', false),
  ('contract-swap', 'customer', 'swap-revenue', 'any', false),
  ('contract-swap-credit', 'swap-revenue', 'customer', 'any', false),
  ('contract-swap-credit', 'trading-capital', 'customer', 'any', false),
  ('contract-dividend', 'trading-capital', 'customer', 'any', false),
  ('contract-dividend', 'customer', 'trading-capital', 'any', false),
  ('contract-cash-in-lieu', 'trading-capital', 'customer', 'any', false),
  ('contract-cash-in-lieu', 'customer', 'trading-capital', 'any', false),
  ('contract-owed', 'customer', 'negative-balance', 'any', false),
  -- The operator bears what a loss took beyond the balance, and what a sent withdrawal lacks (ADR-003).
  ('negative-balance-protection', 'negative-balance', 'trading-capital', 'any', false),
  ('negative-balance-protection', 'negative-balance', 'fee-revenue', 'any', false),
  ('negative-balance-protection', 'negative-balance', 'swap-revenue', 'any', false),
  ('negative-balance-protection', 'negative-balance', 'customer', 'real', false),
  -- Options.
  ('option-profit', 'trading-capital', 'customer', 'any', false),
  ('option-loss', 'customer', 'trading-capital', 'any', false),
  -- Smart plans: principal returns to a customer, or as a penalty to the reserve that paid the yield (trust T2).
  ('plan-purchase', 'customer', 'plan-principal', 'real', true),
  ('plan-yield', 'yield-reserve', 'customer', 'real', false),
  ('plan-return', 'plan-principal', 'customer', 'real', false),
  ('plan-penalty', 'plan-principal', 'yield-reserve', 'real', false),
  -- Savings: principal goes nowhere but back to a customer; interest comes from the reserve alone.
  ('savings-entry', 'customer', 'savings-principal', 'real', true),
  ('savings-exit', 'savings-principal', 'customer', 'real', false),
  ('savings-interest', 'savings-reserve', 'customer', 'real', false),
  -- Loans: interest is kept apart from the capital that is lent.
  ('loan-payout', 'loan-capital', 'customer', 'real', false),
  ('loan-principal', 'customer', 'loan-capital', 'real', true),
  ('loan-interest', 'customer', 'loan-interest', 'real', true),
  ('loan-overdue', 'customer', 'loan-interest', 'real', true),
  -- Artworks: the charity's money leaves only towards the charity (trust T19).
  ('nft-sale', 'customer', 'charity', 'real', true),
  ('nft-fee', 'customer', 'fee-revenue', 'real', true),
  ('charity-transfer', 'charity', 'world', 'real', false),
  -- Part of the fees given back or shared.
  ('fee-rebate', 'fee-revenue', 'customer', 'real', false),
  ('invite-commission', 'fee-revenue', 'customer', 'real', false),
  -- Corrections by two people (trust T9).
  ('adjustment', 'trading-capital', 'customer', 'real', false),
  ('adjustment-reversal', 'customer', 'trading-capital', 'real', true),
  -- The operator's own money.
  ('operator-funding', 'world', 'trading-capital', 'any', false),
  ('operator-funding', 'world', 'negative-balance', 'any', false),
  ('operator-funding', 'world', 'yield-reserve', 'any', false),
  ('operator-funding', 'world', 'loan-capital', 'any', false),
  ('operator-funding', 'world', 'conversion', 'real', false),
  ('operator-funding', 'world', 'savings-reserve', 'real', false),
  ('hedge-gain', 'world', 'trading-capital', 'real', false),
  ('hedge-loss', 'trading-capital', 'world', 'real', false);
-- The treasury fills the accounts that pay, and empties or moves what any account of the operator has (ADR-150).
WITH pays (class) AS (
  VALUES ('trading-capital'), ('negative-balance'), ('loan-capital'), ('yield-reserve'), ('savings-reserve'), ('conversion')
), has (class) AS (
  SELECT class FROM pays UNION ALL VALUES ('fee-revenue'), ('swap-revenue'), ('loan-interest')
)
INSERT INTO ledger_permitted (kind, debited_class, credited_class, money)
  SELECT 'treasury-in', 'world', class, 'real' FROM pays
  UNION ALL SELECT 'treasury-out', class, 'world', 'real' FROM has
  UNION ALL SELECT 'treasury-move', has.class, pays.class, 'real' FROM has, pays WHERE has.class <> pays.class;
GRANT SELECT ON ledger_permitted TO candor_app;

CREATE TABLE ledger_retired (LIKE ledger_permitted INCLUDING ALL);
COMMENT ON TABLE ledger_retired IS
  'Triples that were permitted once. Old entries stay valid for reconcile; no new one is accepted.';
INSERT INTO ledger_retired (kind, debited_class, credited_class, money) VALUES
  ('reserve-funding', 'swap-revenue', 'yield-reserve', 'real'),
  ('reserve-funding', 'loan-interest', 'yield-reserve', 'real'),
  ('reserve-return', 'yield-reserve', 'trading-capital', 'real');
GRANT SELECT ON ledger_retired TO candor_app;

CREATE TABLE ledger_postings (
  id         text        PRIMARY KEY CHECK (id <> ''),
  reference  text,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE ledger_postings IS 'Postings made, by their once-only name. Append-only.';
GRANT SELECT ON ledger_postings TO candor_app;

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END
$$;
COMMENT ON FUNCTION ledger_refuse_change IS 'Refuses to change or remove rows of an append-only table.';
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_entries (
  seq            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  posting        text        NOT NULL,
  kind           text        NOT NULL,
  debited        bigint      NOT NULL,
  credited       bigint      NOT NULL,
  asset          text        NOT NULL,
  minor          bigint      NOT NULL CHECK (minor > 0),
  debited_after  bigint      NOT NULL,
  credited_after bigint      NOT NULL,
  -- The customer's side, for statements. No permitted triple has a customer on both sides.
  customer       bigint,
  reference      text,
  created_at     timestamptz NOT NULL
);
COMMENT ON TABLE ledger_entries IS 'Entries of the double-entry ledger. Append-only, for the owner too.';
CREATE INDEX ledger_entries_statement ON ledger_entries (customer, seq) WHERE customer IS NOT NULL;
-- The charity's public ledger reads only these entries.
CREATE INDEX ledger_entries_charity ON ledger_entries (seq) WHERE kind IN ('nft-sale', 'charity-transfer');
-- Block ranges find a stretch of time at hardly any cost to writes, since rows arrive in order of time.
CREATE INDEX ledger_entries_when ON ledger_entries USING brin (created_at)
  WITH (pages_per_range = 32, autosummarize = on);
GRANT SELECT ON ledger_entries TO candor_app;

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
COMMENT ON FUNCTION ledger_check_entries IS
  'Refuses a triple that is not listed, another asset and a wrong customer side, even for the owner. It runs once '
  'per statement and not per row, so that it costs nearly nothing.';
CREATE TRIGGER ledger_entries_permitted AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_entries();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_holds (
  id         text        PRIMARY KEY CHECK (id <> ''),
  account    bigint      NOT NULL REFERENCES ledger_accounts (id),
  posting    text        NOT NULL,
  purpose    text        NOT NULL CHECK (purpose IN ('margin', 'order', 'other')),
  minor      bigint      NOT NULL CHECK (minor > 0),
  remaining  bigint      NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at  timestamptz,
  CONSTRAINT ledger_holds_check CHECK (remaining BETWEEN 0 AND minor),
  CONSTRAINT ledger_holds_check1 CHECK ((remaining = 0) = (closed_at IS NOT NULL))
);
COMMENT ON TABLE ledger_holds IS
  'Money set aside on an account, by purpose. What is neither margin nor a waiting order may not be spent by a '
  'loss.';
CREATE INDEX ledger_holds_open ON ledger_holds (account) WHERE remaining > 0;
GRANT SELECT ON ledger_holds TO candor_app;

CREATE TABLE ledger_reservations_used (
  fence   bigint      NOT NULL,
  number  bigint      NOT NULL,
  account bigint      NOT NULL REFERENCES ledger_accounts (id),
  minor   bigint      NOT NULL CHECK (minor > 0),
  posting text,
  at      timestamptz NOT NULL,
  PRIMARY KEY (fence, number)
);
COMMENT ON TABLE ledger_reservations_used IS
  'Reservations that were used, or that the engine took back unused (posting is then null). Each counts once.';
CREATE INDEX ledger_reservations_used_age ON ledger_reservations_used (at);
GRANT SELECT, DELETE ON ledger_reservations_used TO candor_app;
CREATE TRIGGER ledger_reservations_used_fixed BEFORE UPDATE ON ledger_reservations_used
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_reconciliations (
  id          uuid    PRIMARY KEY,
  asked_by    uuid    NOT NULL REFERENCES operators_people (id),
  asked_at    bigint  NOT NULL,
  started_at  bigint,
  -- Steps done, of the steps in all.
  done        integer NOT NULL DEFAULT 0,
  steps       integer NOT NULL CHECK (steps > 0),
  finished_at bigint,
  -- What does not add up, in words, and the total of every class of accounts in the same snapshot.
  findings    jsonb,
  accounts    jsonb,
  CONSTRAINT ledger_reconciliations_check CHECK (done BETWEEN 0 AND steps),
  CONSTRAINT ledger_reconciliations_check1 CHECK (finished_at IS NULL OR (started_at IS NOT NULL AND done = steps)),
  CONSTRAINT ledger_reconciliations_check2
    CHECK ((finished_at IS NULL) = (findings IS NULL) AND (finished_at IS NULL) = (accounts IS NULL))
);
COMMENT ON TABLE ledger_reconciliations IS
  'Reconciliations that operators asked for. One runs at a time, in whichever process has the jobs; it starts again '
  'after a crash. Times in epoch ms.';
CREATE UNIQUE INDEX ledger_reconciliations_running ON ledger_reconciliations ((true)) WHERE finished_at IS NULL;
CREATE INDEX ledger_reconciliations_newest ON ledger_reconciliations (finished_at DESC) WHERE finished_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (started_at, done, finished_at, findings, accounts)
  ON ledger_reconciliations TO candor_app;

CREATE FUNCTION ledger_reconciliations_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.finished_at IS NOT NULL OR (OLD.id, OLD.asked_by, OLD.asked_at, OLD.steps) IS DISTINCT FROM (NEW.id, NEW.asked_by, NEW.asked_at, NEW.steps) THEN
    RAISE EXCEPTION 'ledger: a reconciliation is never changed once it is finished, and never removed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION ledger_reconciliations_stay IS 'A finished reconciliation is never changed.';
CREATE TRIGGER ledger_reconciliations_stay BEFORE UPDATE OR DELETE ON ledger_reconciliations
  FOR EACH ROW EXECUTE FUNCTION ledger_reconciliations_stay();

CREATE FUNCTION ledger_post_steps(
  p_at timestamptz,
  p_postings text[],
  p_references text[],
  p_same int[],        -- place of the first posting here with the same id: normally its own
  p_accounts bigint[],
  p_holds text[],
  p_kinds text[],
  s_posting int[],     -- ascending
  s_do int[],          -- 1 transfer, 2 hold, 3 release, 4 change the purpose of a hold
  s_kind int[],
  s_from int[],        -- also the account of a hold; 0: there is no such account
  s_to int[],
  s_cover int[],       -- -1: none
  s_minor bigint[],    -- -1 in a release: all that is left
  s_hold int[],
  p_reservations jsonb, -- null, or [{posting, fence, number, account, minor, until}]: what the engine promised a posting
  OUT outcomes int[],  -- a posting: 0 done, 1 repeated, 2 insufficient, 3 forbidden, 4 no account, 5 no hold, 6 no reservation
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
  balances bigint[]; helds bigint[]; classes text[]; assets text[]; margins bigint[]; orders bigint[];
  -- holds, by place
  h_account int[] := '{}'; h_before bigint[]; h_left bigint[]; h_minor bigint[] := '{}'; h_posting text[] := '{}';
  h_purpose text[] := '{}'; h_purpose_before text[];
  found_accounts bigint[];
  -- entries to write
  n int := 0;
  e_posting text[] := '{}'; e_kind text[] := '{}'; e_debited int[] := '{}'; e_credited int[] := '{}';
  e_minor bigint[] := '{}'; e_debited_after bigint[] := '{}'; e_credited_after bigint[] := '{}'; e_reference text[] := '{}';
  s int := 1; first_step int; first_entry int; reached int;
  f int; t int; c int; h int; place int;
  amount bigint; covered bigint; drawn bigint; outcome int; fault bigint; any_done bool := false; kind text; money text;
  bounded text[];
  -- Customers' bounded money, by account: the last posting that moved any, what of it leaves or is set aside, and what was free again.
  -- The accounts of the posting at hand.
  b_posting int[]; b_out bigint[]; b_freed bigint[]; b_touched int[] := '{}'; b_count int; b int;
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
         array_agg(l.held_margin ORDER BY l.ix), array_agg(l.held_order ORDER BY l.ix)
    INTO balances, helds, classes, assets, margins, orders
    FROM (SELECT u.ix, a.balance, a.held, a.class, a.asset, a.held_margin, a.held_order
            FROM unnest(p_accounts) WITH ORDINALITY u (id, ix) JOIN ledger_accounts a ON a.id = u.id
           ORDER BY a.id FOR NO KEY UPDATE OF a) l;
  IF coalesce(cardinality(balances), 0) <> cardinality(p_accounts) THEN
    RAISE EXCEPTION 'ledger: an account id is unknown or named twice';
  END IF;

  -- Under those locks: what has been posted before, and what is left of each hold.
  SELECT array_agg(l.id IS NOT NULL ORDER BY u.ix) INTO known
    FROM unnest(p_postings) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_postings l ON l.id = u.id;
  IF cardinality(p_holds) > 0 THEN
    SELECT array_agg(l.remaining ORDER BY u.ix), array_agg(l.purpose ORDER BY u.ix) INTO h_left, h_purpose
      FROM unnest(p_holds) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_holds l ON l.id = u.id;
    h_before := h_left; h_purpose_before := h_purpose;
  END IF;
  SELECT array_agg(l.kind || '|' || l.debited_class || '|' || l.credited_class || '|' || m.money) INTO permitted
    FROM ledger_permitted l, (VALUES ('demo'), ('real')) m (money)
   WHERE l.kind = ANY (p_kinds || protection) AND l.money IN ('any', m.money);
  SELECT array_agg(DISTINCT l.kind) INTO bounded FROM ledger_permitted l WHERE l.kind = ANY (p_kinds) AND l.bounded;
  b_posting := array_fill(0, ARRAY[cardinality(p_accounts)]);
  b_out := array_fill(0::bigint, ARRAY[cardinality(p_accounts)]);
  b_freed := b_out;
  IF p_reservations IS NOT NULL THEN
    -- Shared, so that an engine that takes over waits for this transaction and then counts what it did.
    SELECT l.fence INTO leads FROM orders_lease l FOR SHARE;
    -- Those that the engine that leads now gave, and that are neither expired nor used: none becomes so while their accounts are locked.
    SELECT array_agg(g.account ORDER BY u.n), array_agg(g.number ORDER BY u.n), array_agg(g.minor ORDER BY u.n),
           array_agg(g.first ORDER BY u.n)
      INTO r_account, r_number, r_minor, r_first
      FROM generate_series(1, cardinality(p_postings)) u (n)
      LEFT JOIN (
        SELECT DISTINCT ON (o.posting) o.posting, o.account, o.number, o.minor, min(o.posting) OVER (PARTITION BY o.number) AS first
          FROM jsonb_to_recordset(p_reservations)
            o (posting int, fence bigint, number bigint, account bigint, minor bigint, until bigint)
         WHERE o.fence = leads AND p_at < to_timestamp(o.until / 1000.0)
           AND (SELECT true FROM ledger_reservations_used d WHERE d.fence = o.fence AND d.number = o.number) IS NULL
      ) g ON g.posting = u.n;
    r_taken := array_fill(0::bigint, ARRAY[cardinality(p_postings)]);
    r_by := array_fill(NULL::text, ARRAY[cardinality(p_postings)]);
  END IF;

  outcomes := '{}'; faults := '{}';
  FOR p IN 1 .. cardinality(p_postings) LOOP
    outcome := CASE WHEN known[p] OR coalesce(done[p_same[p]], false) THEN 1
                    WHEN s > steps OR s_posting[s] <> p THEN 3 ELSE 0 END;
    fault := NULL; first_step := s; first_entry := n; reached := s;
    b_count := 0; drawn := 0;
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
                -- A settled loss takes what is set aside for orders and margin too, and nothing that was set aside for
                -- another purpose (a withdrawal, a bid, a stake); the rest is the operator's.
                covered := greatest(amount - greatest(balances[f] - (helds[f] - margins[f] - orders[f]), 0), 0);
                amount := amount - covered;
                IF classes[f] <> 'customer' OR classes[c] <> 'negative-balance' OR assets[c] <> assets[f]
                   OR NOT ((protection || '|' || classes[c] || '|' || classes[t] || money) = ANY (permitted)) THEN
                  outcome := 3;
                ELSIF covered > balances[c] - helds[c] THEN
                  outcome := 2; fault := p_accounts[c];
                END IF;
              ELSIF kind = 'contract-owed' THEN
                -- Takes what there is; what is missing stays with the operator, who paid it before.
                amount := least(amount, greatest(balances[f] - (helds[f] - margins[f] - orders[f]), 0));
              ELSIF classes[f] = 'world' THEN
                IF balances[f] < -most THEN outcome := 3; END IF;
              ELSE
                -- What this posting took out of a hold may leave, whatever other positions have lost since.
                IF amount > balances[f] - helds[f]
                   AND amount > (CASE WHEN b_posting[f] = p THEN b_freed[f] - b_out[f] ELSE 0 END) THEN
                  outcome := 2; fault := p_accounts[f];
                ELSIF kind = ANY (bounded) AND classes[f] = 'customer' THEN
                  IF b_posting[f] <> p THEN
                    b_posting[f] := p; b_freed[f] := 0; b_out[f] := amount;
                    b_count := b_count + 1; b_touched[b_count] := f;
                  ELSE
                    b_out[f] := b_out[f] + amount;
                  END IF;
                END IF;
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
          ELSIF amount <= 0 OR amount > most OR h_left[h] IS NOT NULL OR classes[f] = 'world'
                OR NOT p_kinds[s_kind[s]] IN ('margin', 'order', 'other') THEN
            outcome := 3;
          ELSE
            IF amount > balances[f] - helds[f]
               AND amount > (CASE WHEN b_posting[f] = p THEN b_freed[f] - b_out[f] ELSE 0 END) THEN
              outcome := 2; fault := p_accounts[f];
            ELSE
              helds[f] := helds[f] + amount;
              h_account[h] := f; h_left[h] := amount; h_minor[h] := amount; h_posting[h] := p_postings[p];
              h_purpose[h] := p_kinds[s_kind[s]];
              IF h_purpose[h] = 'margin' THEN
                margins[f] := margins[f] + amount;
              ELSIF h_purpose[h] = 'order' THEN
                orders[f] := orders[f] + amount;
              ELSIF classes[f] = 'customer' THEN
                IF b_posting[f] <> p THEN
                  b_posting[f] := p; b_freed[f] := 0; b_out[f] := amount;
                  b_count := b_count + 1; b_touched[b_count] := f;
                ELSE
                  b_out[f] := b_out[f] + amount;
                END IF;
              END IF;
            END IF;
          END IF;
        ELSIF s_do[s] = 4 THEN
          h := s_hold[s];
          IF coalesce(h_left[h], 0) = 0 THEN
            outcome := 5;
          ELSIF h_purpose[h] <> 'order' OR p_kinds[s_kind[s]] <> 'margin' THEN
            -- An order that fills turns what it has set aside into margin; nothing else changes its purpose.
            outcome := 3;
          ELSE
            f := h_account[h];
            s_minor[s] := h_left[h];
            orders[f] := orders[f] - h_left[h]; margins[f] := margins[f] + h_left[h];
            h_purpose[h] := 'margin';
          END IF;
        ELSE
          h := s_hold[s];
          IF amount = -1 THEN amount := h_left[h]; s_minor[s] := amount; END IF;
          IF coalesce(h_left[h], 0) = 0 OR amount > h_left[h] THEN
            outcome := 5;
          ELSIF amount <= 0 THEN
            outcome := 3;
          ELSE
            f := h_account[h];
            helds[f] := helds[f] - amount;
            h_left[h] := h_left[h] - amount;
            IF h_purpose[h] = 'margin' THEN
              margins[f] := margins[f] - amount;
            ELSIF h_purpose[h] = 'order' THEN
              orders[f] := orders[f] - amount;
            ELSIF classes[f] = 'customer' THEN
              IF b_posting[f] <> p THEN
                b_posting[f] := p; b_freed[f] := amount; b_out[f] := 0;
                b_count := b_count + 1; b_touched[b_count] := f;
              ELSE
                b_freed[f] := b_freed[f] + amount;
              END IF;
            END IF;
          END IF;
        END IF;
      END IF;
      s := s + 1;
    END LOOP;

    -- More than was free again may leave the margin's currency, or be promised, only as far as the engine said that it is free.
    IF outcome = 0 THEN
      FOR k IN 1 .. b_count LOOP
        b := b_touched[k];
        CONTINUE WHEN b_out[b] <= b_freed[b] OR assets[b] NOT IN ('USDT', 'DEMO');
        -- One reservation may serve several postings of one call, as far as it reaches. It lies on one account.
        IF r_account[p] = p_accounts[b] AND r_minor[p] - r_taken[r_first[p]] >= b_out[b] - b_freed[b] THEN
          drawn := b_out[b] - b_freed[b];
        ELSE
          outcome := 6; fault := p_accounts[b];
        END IF;
      END LOOP;
    END IF;
    IF outcome = 0 THEN
      done[p_same[p]] := true; any_done := true;
      IF drawn > 0 THEN
        any_taken := true;
        r_taken[r_first[p]] := r_taken[r_first[p]] + drawn;
        r_by[r_first[p]] := coalesce(r_by[r_first[p]], p_postings[p]);
      END IF;
    ELSIF outcome > 1 THEN
      -- Refused: whatever its earlier steps did is taken back, in the reverse order.
      FOR k IN REVERSE CASE outcome WHEN 6 THEN reached ELSE reached - 1 END .. first_step LOOP
        h := s_hold[k];
        IF s_do[k] = 1 THEN CONTINUE; END IF;
        f := h_account[h]; amount := s_minor[k];
        IF s_do[k] = 4 THEN
          h_purpose[h] := 'order'; margins[f] := margins[f] - amount; orders[f] := orders[f] + amount;
          CONTINUE;
        END IF;
        IF s_do[k] = 2 THEN
          amount := -amount;
          h_left[h] := NULL; h_posting[h] := NULL;
        ELSE
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
  'table once. A trigger or a foreign key per row would cost more than the transfer itself. A step names accounts, '
  'holds and kinds by their place in p_accounts, p_holds and p_kinds, from 1; the purpose of a hold is a place in '
  'p_kinds too. A call''s reservations are read and checked once for all of its postings (ADR-187).';
REVOKE ALL ON FUNCTION ledger_post_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_steps TO candor_app;

CREATE FUNCTION ledger_lock_accounts(p_accounts bigint[]) RETURNS bigint[] LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  balances bigint[];
BEGIN
  PERFORM FROM ledger_accounts WHERE id = ANY (p_accounts) ORDER BY id FOR NO KEY UPDATE;
  SELECT array_agg(a.balance ORDER BY u.ix) INTO balances
    FROM unnest(p_accounts) WITH ORDINALITY u (id, ix) LEFT JOIN ledger_accounts a ON a.id = u.id;
  RETURN balances;
END
$$;
COMMENT ON FUNCTION ledger_lock_accounts IS
  'Locks accounts in the order in which every posting locks them. Returns their balances in the order in which they '
  'were named.';
REVOKE ALL ON FUNCTION ledger_lock_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_lock_accounts TO candor_app;

CREATE FUNCTION ledger_take_back(p_at timestamptz, p_fence bigint, p_numbers bigint[], p_account bigint, p_minors bigint[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Behind a posting under way that uses one of them.
  PERFORM FROM ledger_accounts WHERE id = p_account FOR NO KEY UPDATE;
  INSERT INTO ledger_reservations_used (fence, number, account, minor, posting, at)
    SELECT p_fence, u.number, p_account, u.minor, NULL, p_at FROM unnest(p_numbers, p_minors) u (number, minor)
  ON CONFLICT DO NOTHING;
END
$$;
COMMENT ON FUNCTION ledger_take_back IS
  'Takes reservations back: none of them can be used afterwards. Those already used stay as they are.';
REVOKE ALL ON FUNCTION ledger_take_back FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_take_back TO candor_app;
