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
-- Money put in and taken out, of a customer: few of their entries.
CREATE INDEX ledger_entries_flows ON ledger_entries (customer, seq)
  WHERE kind IN ('deposit', 'deposit-reversal', 'withdrawal', 'nft-sale', 'nft-fee', 'demo-grant', 'demo-reset');
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

CREATE VIEW ledger_customer_entries AS
SELECT a.owner, a.asset, e.seq, e.kind, e.created_at,
       CASE WHEN e.debited = a.id THEN -e.minor ELSE e.minor END AS signed_minor,
       CASE WHEN e.debited = a.id THEN e.debited_after ELSE e.credited_after END AS balance_after
  FROM ledger_accounts a
  JOIN ledger_entries e ON e.customer = a.id
 WHERE a.class = 'customer';
COMMENT ON VIEW ledger_customer_entries IS
  'Entries of customers'' accounts, as they changed the balance. A view, so that sums and the newest row before a '
  'moment stay one statement with the reader''s own tables; the account is found by its owner and its entries by '
  'ledger_entries_statement.';
GRANT SELECT ON ledger_customer_entries TO candor_app;

CREATE VIEW ledger_charity_entries AS
SELECT seq, kind, minor, reference, created_at FROM ledger_entries WHERE kind IN ('nft-sale', 'charity-transfer');
COMMENT ON VIEW ledger_charity_entries IS
  'Entries of the charity''s public ledger. A view, so that a page is joined with the works and transfers it names; '
  'ledger_entries_charity serves it.';
GRANT SELECT ON ledger_charity_entries TO candor_app;

CREATE VIEW ledger_charity AS
SELECT coalesce(account.balance, 0)::bigint AS balance, coalesce(account.held, 0)::bigint AS held,
       moved.credited, moved.transfers, moved.transferred
  FROM (SELECT) one
  LEFT JOIN (SELECT id, balance, held FROM ledger_accounts
              WHERE class = 'charity' AND owner = 'house' AND asset = 'USDT') account ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(minor) FILTER (WHERE credited = account.id), 0)::bigint AS credited,
           count(*) FILTER (WHERE debited = account.id) AS transfers,
           coalesce(sum(minor) FILTER (WHERE debited = account.id), 0)::bigint AS transferred
      FROM ledger_entries WHERE kind IN ('nft-sale', 'charity-transfer')) moved ON true;
COMMENT ON VIEW ledger_charity IS
  'One row: the balance of the charity''s account and the sums of its entries. A view, so that both are of the same '
  'snapshot as the works they are compared with (trust T19).';
GRANT SELECT ON ledger_charity TO candor_app;

-- A changed expression of a line changes every root that is computed from then on.
CREATE VIEW ledger_lines AS
SELECT seq AS number,
       concat_ws('|', seq, posting, kind, debited, credited, asset, minor, debited_after, credited_after,
                 coalesce(customer::text, ''), coalesce(reference, ''), extract(epoch FROM created_at)) AS line
  FROM ledger_entries;
COMMENT ON VIEW ledger_lines IS 'Entries as the lines of text that signed heads cover, by number (trust T14).';
GRANT SELECT ON ledger_lines TO candor_app;

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

CREATE FUNCTION ledger_balances(p_accounts bigint[]) RETURNS jsonb LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_agg(jsonb_build_object('class', a.class, 'owner', a.owner, 'asset', a.asset, 'balance', a.balance::text,
      'held', a.held::text, 'other', (a.held - a.held_margin - a.held_order)::text, 'version', a.version::text))
    FROM ledger_accounts a WHERE a.id = ANY (p_accounts)
$$;
COMMENT ON FUNCTION ledger_balances IS
  'Accounts as the engine keeps them; `other` is what is set aside for neither margin nor a waiting order.';
REVOKE ALL ON FUNCTION ledger_balances FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_balances TO candor_app;

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
