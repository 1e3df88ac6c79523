/** Size of the database to make; the real size is 100 000 customers and 1 M orders, which leave 3 M ledger entries. */
export interface AgedSize {
  readonly customers: number
  readonly orders: number
}

/** A connection as the owner of the tables. */
interface Owner {
  query(text: string): Promise<unknown>
}

const yearMs = 365 * 86_400_000

/** One step of the fill, with its name for the progress line. `$NOW`, `$YEAR`, `$CUSTOMERS` and `$ORDERS` are numbers. */
type Step = readonly [name: string, text: string]

/** Customers who signed up over HTTP come first: the benchmark acts as the first of them, who is the busiest. */
const customers: readonly Step[] = [
  [
    'customers',
    `INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, country, kyc, invite_code, created_at)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'aged_' || n, 'aged_' || n, 'aged_' || n || '@example.com',
            'aged_' || n || '@example.com', 'none', 'en', 'DE', 'approved', 'AGED' || n, to_timestamp(($NOW - $YEAR) / 1000)
       FROM generate_series(1, $CUSTOMERS) n;
     CREATE UNLOGGED TABLE aged_customers AS
       SELECT row_number() OVER (ORDER BY password_hash = 'none', id)::int AS place, id AS user_id FROM accounts_users;
     ALTER TABLE aged_customers ADD PRIMARY KEY (place);
     INSERT INTO accounts_sessions (id, user_id, token_hash, device, address, created_at, last_seen_at, expires_at)
     SELECT gen_random_uuid(), user_id, sha256(user_id::text::bytea), 'a browser', '192.0.2.1', to_timestamp($NOW / 1000),
            to_timestamp($NOW / 1000), to_timestamp($NOW / 1000 + 86400) FROM aged_customers;
     INSERT INTO ledger_accounts (class, owner, asset)
     SELECT 'customer', user_id::text, asset FROM aged_customers, unnest(ARRAY['USDT', 'DEMO', 'BTC', 'ETH']) asset
     ON CONFLICT DO NOTHING;
     CREATE UNLOGGED TABLE aged_accounts AS
       SELECT c.place, c.user_id, a.asset, a.id AS account FROM aged_customers c JOIN ledger_accounts a ON a.owner = c.user_id::text AND a.class = 'customer';
     ALTER TABLE aged_accounts ADD PRIMARY KEY (place, asset);
     ANALYZE aged_customers, aged_accounts, accounts_users, ledger_accounts`,
  ],
]

/**
 * Orders spread evenly over the last year: half of them belong to a thousand busy customers, one in two hundred to the first. Every
 * seventh is an option, every other one is real. The newest are still open; wins and losses of one customer alternate.
 */
const orders: readonly Step[] = [
  [
    'orders',
    `CREATE UNLOGGED TABLE aged_orders AS
     SELECT n, gen_random_uuid() AS id, c.user_id, c.place, CASE n / 2 % 2 WHEN 0 THEN 'real' ELSE 'demo' END AS mode,
            CASE n / 2 % 2 WHEN 0 THEN 'USDT' ELSE 'DEMO' END AS asset,
            CASE WHEN n > $ORDERS - $ORDERS / 400 THEN 'open' ELSE 'closed' END AS status, n % 7 = 0 AND n <= $ORDERS - $ORDERS / 400 AS is_option,
            (ARRAY['EURUSD', 'GBPUSD', 'BTCUSDT', 'ETHUSDT', 'AAPL', 'CL'])[n % 6 + 1] AS code,
            5000000 + n % 1000 * 1000 AS profit, CASE n / 4 % 2 WHEN 0 THEN 1 ELSE -1 END AS sign,
            ($NOW - $YEAR + 86400000 + ($YEAR - 2 * 86400000)::float8 * n / $ORDERS)::bigint AS opened_at
       FROM (SELECT n, CASE WHEN n % 200 < 2 THEN 1 WHEN n % 2 = 0 THEN 2 + (n::bigint * 7919 % least(1000, $CUSTOMERS - 2))::int
                            ELSE 1 + (n::bigint * 104729 % $CUSTOMERS)::int END AS who FROM generate_series(1, $ORDERS) n) one
       JOIN aged_customers c ON c.place = one.who;
     INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage, open_price, margin, fee, swap,
            swapped_through, close_price, profit, status, close_reason, events, terms, created_at, opened_at, closed_at, price)
     SELECT id, n + (SELECT coalesce(max(sequence), 0) FROM orders_contracts), 'C' || n, gen_random_uuid(), user_id, mode, code,
            CASE n % 4 WHEN 0 THEN 'sell' ELSE 'buy' END, CASE WHEN waits THEN 'limit' ELSE 'market' END, 1000, 10,
            CASE WHEN NOT waits THEN 11000000000 END, 10000000, CASE WHEN waits THEN 0 WHEN status = 'open' THEN 50000 ELSE 100000 END,
            CASE WHEN status = 'closed' AND n % 5 = 0 THEN -10000 ELSE 0 END, $NOW, CASE status WHEN 'closed' THEN 11100000000 END,
            CASE status WHEN 'closed' THEN profit * sign END, CASE WHEN waits THEN 'pending' ELSE status END,
            CASE status WHEN 'closed' THEN 'user' END, CASE status WHEN 'closed' THEN 2 ELSE 1 END,
            '{"commissionRate":"0.001","swapLong":"0","swapShort":"0"}', opened_at, CASE WHEN NOT waits THEN opened_at END,
            CASE status WHEN 'closed' THEN opened_at + 3600000 END, CASE WHEN waits THEN 1000000 END
       FROM (SELECT *, status = 'open' AND n % 5 = 1 AS waits FROM aged_orders WHERE NOT is_option) one ORDER BY n;
     INSERT INTO options_orders (id, order_no, public_id, user_id, mode, code, direction, period_seconds, stake, payout_rate, settle_within_ms, source,
            open_seq, open_price, close_seq, close_price, status, result, profit, opened_at, expires_at, closed_at)
     SELECT id, 'O' || n, gen_random_uuid(), user_id, mode, code, 'up', 60, profit, 1000000000000, 5000, 'simulated', 1, 11000000000, 2,
            11000000000 + sign, 'closed', CASE sign WHEN 1 THEN 'won' ELSE 'lost' END, profit * sign, opened_at, opened_at + 60000, opened_at + 60500
       FROM aged_orders WHERE is_option ORDER BY n`,
  ],
]

const withdrawals: readonly Step[] = [
  [
    'deposits and withdrawals',
    `CREATE UNLOGGED TABLE aged_withdrawals AS
     SELECT place AS n, gen_random_uuid() AS id, user_id, ($NOW - $YEAR + 86400000 + ($YEAR - 2 * 86400000)::float8 * place / $CUSTOMERS)::bigint AS at
       FROM aged_customers WHERE place > 4 AND place % 3 = 0;
     INSERT INTO funding_withdrawals (id, user_id, method, coin, network, address, amount, fee, received, reviewers, confirmations_needed, deadline_at, status, hash, created_at)
     SELECT id, user_id, 'coin', 'USDT', 'TRC20', 'T' || n, 20000000, 1000000, 19000000, 1, 20, at + 86400000, 'completed', 'hash' || n, at FROM aged_withdrawals ORDER BY at;
     INSERT INTO funding_withdrawal_events (withdrawal_id, status, at, decided_by)
     SELECT id, e.status, at + later, NULL FROM aged_withdrawals, (VALUES ('pending', 0), ('approved', 600000), ('sent', 1200000), ('completed', 1800000)) e (status, later);
     INSERT INTO funding_deposits (id, user_id, coin, network, chain, address, own_address, amount, value, hash, hash_last6, confirmations_needed, status, credited, created_at)
     SELECT gen_random_uuid(), user_id, 'USDT', 'TRC20', 'tron', 'A' || place, true, 1000000000000, 1000000000000, lpad(place::text, 64, '0'),
            lpad(place::text, 6, '0'), 20, 'approved', 1000000000000, $NOW - $YEAR FROM aged_customers WHERE place % 2 = 0;
     INSERT INTO funding_deposit_events (deposit_id, status, at)
     SELECT id, e.status, created_at FROM funding_deposits, (VALUES ('pending'), ('approved')) e (status)`,
  ],
]

/** Movements from the customer's side; later turned into entries whose balances follow one another. */
const moves = `
  CREATE UNLOGGED TABLE aged_moves AS
  SELECT at, n, step, a.account AS customer, h.id AS house, kind, m.asset, delta, posting, reference
    FROM (
      SELECT $NOW - $YEAR AS at, place AS n, 0 AS step, user_id, 'DEMO' AS asset, 'demo-grant' AS kind, 'world' AS house, 1000000000000 AS delta,
             'demo-grant:aged:' || user_id AS posting, NULL AS reference FROM aged_customers
      UNION ALL
      SELECT $NOW - $YEAR, place, 1, user_id, 'USDT', 'deposit', 'world', 1000000000000, 'deposit:aged:' || user_id, user_id::text FROM aged_customers
      UNION ALL
      SELECT at + 1800000, n, 0, user_id, 'USDT', 'withdrawal', 'world', -19000000, 'withdrawal:' || id, id::text FROM aged_withdrawals
      UNION ALL
      SELECT at + 1800000, n, 1, user_id, 'USDT', 'withdrawal-fee', 'fee-revenue', -1000000, 'withdrawal:' || id, id::text FROM aged_withdrawals
      UNION ALL
      SELECT opened_at, n, 0, user_id, asset, 'contract-commission', 'fee-revenue', -50000, id || ':open', id::text
        FROM aged_orders WHERE NOT is_option AND NOT (status = 'open' AND n % 5 = 1)
      UNION ALL
      SELECT opened_at + 1800000, n, 0, user_id, asset, 'contract-swap', 'swap-revenue', -10000, id || ':swap:1', id::text
        FROM aged_orders WHERE NOT is_option AND status = 'closed' AND n % 5 = 0
      UNION ALL
      SELECT opened_at + 3600000, n, 0, user_id, asset, CASE sign WHEN 1 THEN 'contract-profit' ELSE 'contract-loss' END, 'trading-capital', profit * sign,
             id || ':close', id::text FROM aged_orders WHERE NOT is_option AND status = 'closed'
      UNION ALL
      SELECT opened_at + 3600000, n, 1, user_id, asset, 'contract-commission', 'fee-revenue', -50000, id || ':close', id::text
        FROM aged_orders WHERE NOT is_option AND status = 'closed'
      UNION ALL
      SELECT opened_at + 60500, n, 0, user_id, asset, CASE sign WHEN 1 THEN 'option-profit' ELSE 'option-loss' END, 'trading-capital', profit * sign,
             'option:' || id || ':settle', id::text FROM aged_orders WHERE is_option) m
    JOIN aged_customers c USING (user_id) JOIN aged_accounts a ON a.place = c.place AND a.asset = m.asset
    JOIN ledger_accounts h ON h.owner = 'house' AND h.class = m.house AND h.asset = m.asset`

const ledger: readonly Step[] = [
  ['what moved', `${moves}; ANALYZE aged_moves`],
  [
    'entries',
    `INSERT INTO ledger_entries (posting, kind, debited, credited, asset, minor, debited_after, credited_after, customer, reference, created_at)
     SELECT posting, kind, CASE WHEN delta < 0 THEN customer ELSE house END, CASE WHEN delta < 0 THEN house ELSE customer END, asset, abs(delta),
            CASE WHEN delta < 0 THEN own ELSE theirs END, CASE WHEN delta < 0 THEN theirs ELSE own END, customer, reference, to_timestamp(at / 1000.0)
       FROM (SELECT m.*, c.balance + sum(delta) OVER (PARTITION BY customer ORDER BY at, n, step) AS own,
                    h.balance - sum(delta) OVER (PARTITION BY house ORDER BY at, n, step) AS theirs
               FROM aged_moves m JOIN ledger_accounts c ON c.id = customer JOIN ledger_accounts h ON h.id = house) one
      ORDER BY at, n, step`,
  ],
  [
    'postings and holds',
    `INSERT INTO ledger_postings (id, reference, created_at)
     SELECT posting, min(reference), to_timestamp(min(at) / 1000.0) FROM aged_moves GROUP BY posting;
     INSERT INTO ledger_postings (id, reference, created_at)
     SELECT id || ':place', id, to_timestamp(created_at / 1000.0) FROM orders_contracts WHERE status = 'pending';
     INSERT INTO ledger_postings (id, reference, created_at) SELECT 'option:' || id || ':open', id, to_timestamp(opened_at / 1000.0) FROM options_orders;
     INSERT INTO ledger_holds (id, account, posting, minor, remaining, purpose, created_at, closed_at)
     SELECT o.id, a.account, o.id || CASE o.status WHEN 'pending' THEN ':place' ELSE ':open' END, o.margin, CASE WHEN o.closed_at IS NULL THEN o.margin ELSE 0 END, CASE o.status WHEN 'pending' THEN 'order' ELSE 'margin' END,
            to_timestamp(o.created_at / 1000.0), to_timestamp(o.closed_at / 1000.0)
       FROM orders_contracts o JOIN aged_customers c USING (user_id)
       JOIN aged_accounts a ON a.place = c.place AND a.asset = CASE o.mode WHEN 'real' THEN 'USDT' ELSE 'DEMO' END;
     INSERT INTO ledger_holds (id, account, posting, minor, remaining, purpose, created_at, closed_at)
     SELECT 'option:' || o.id || ':stake', a.account, 'option:' || o.id || ':open', o.stake, 0, 'other', to_timestamp(o.opened_at / 1000.0), to_timestamp(o.closed_at / 1000.0)
       FROM options_orders o JOIN aged_customers c USING (user_id)
       JOIN aged_accounts a ON a.place = c.place AND a.asset = CASE o.mode WHEN 'real' THEN 'USDT' ELSE 'DEMO' END`,
  ],
  [
    'balances',
    `UPDATE ledger_accounts a SET balance = a.balance + s.delta, version = a.version + s.moves
       FROM (SELECT account, sum(delta) AS delta, count(*) AS moves FROM (
               SELECT customer AS account, delta FROM aged_moves UNION ALL SELECT house, -delta FROM aged_moves) sides GROUP BY account) s WHERE s.account = a.id;
     UPDATE ledger_accounts a SET held = a.held + h.minor, held_margin = a.held_margin + h.margin, held_order = a.held_order + h.orders
       FROM (SELECT account, sum(remaining) AS minor, coalesce(sum(remaining) FILTER (WHERE purpose = 'margin'), 0) AS margin,
                    coalesce(sum(remaining) FILTER (WHERE purpose = 'order'), 0) AS orders FROM ledger_holds WHERE remaining > 0 GROUP BY account) h
      WHERE h.account = a.id AND a.owner <> 'house'`,
  ],
]

/** Data around the orders: recorded equity, invited friends, notices, the audit log, and rebate tiers. */
const around: readonly Step[] = [
  [
    'equity, friends, notices and the audit log',
    `INSERT INTO orders_equity (user_id, mode, at, equity)
     SELECT user_id, 'real', $NOW / 300000 * 300000 - n * 300000, 1000000000000 + n FROM aged_customers, generate_series(1, $ORDERS / 200) n WHERE place <= 200
     ON CONFLICT DO NOTHING;
     INSERT INTO invites_friends (id, user_id, inviter_id, fee_share, joined_at, until_at, looked_through, settled_through)
     SELECT gen_random_uuid(), f.user_id, i.user_id, 100000000000, $NOW - $YEAR, $NOW + $YEAR, ($NOW / 86400000 - 2) * 86400000,
            coalesce((SELECT max(e.seq) FROM ledger_entries e WHERE e.customer = a.account AND e.created_at < to_timestamp($NOW / 1000 - 2 * 86400)), 0)
       FROM aged_customers f JOIN aged_customers i ON i.place = f.place / 20 AND f.place >= 20 AND f.place % 5 = 0 JOIN aged_accounts a ON a.place = f.place AND a.asset = 'USDT';
     INSERT INTO notifications_notices (id, user_id, mode, kind, once, at, facts, read_at)
     SELECT gen_random_uuid(), user_id, 'real', 'depositCredited', 'aged:' || n, $NOW - n * 86400000, '{"amount":"1.000000","coin":"USDT"}',
            CASE n WHEN 1 THEN NULL ELSE $NOW END FROM aged_customers, generate_series(1, 3) n;
     SELECT count(trust_audit_write('{"action":"customers.note","actor":"system","after":null,"at":' || ($NOW - 86400000)::text
       || ',"before":null,"reason":null,"subject":"customer:' || n || '"}')) FROM generate_series(1, $CUSTOMERS / 5) n;
     INSERT INTO parameters_values (key, version, value, reason, changed_by, approved_by, changed_at)
     VALUES ('vip.tiers', 1, '[{"volume":"100","rebate":"0.1"}]', 'the bench', 'one', 'two', to_timestamp($NOW / 1000 - 3 * 86400)),
            ('quotes.freshCryptoMs', 1, '60000', 'the bench', 'one', 'two', to_timestamp($NOW / 1000 - 3 * 86400)),
            ('quotes.freshOthersMs', 1, '60000', 'the bench', 'one', 'two', to_timestamp($NOW / 1000 - 3 * 86400));
     INSERT INTO orders_fee_rebate_days (day, done_at)
     SELECT to_timestamp($NOW / 1000)::date - n, $NOW FROM generate_series(2, 40) n ON CONFLICT DO NOTHING`,
  ],
  [
    'statistics of the planner',
    `DROP TABLE aged_customers, aged_accounts, aged_orders, aged_withdrawals, aged_moves; VACUUM ANALYZE`,
  ],
]

const triggers = (doing: 'ENABLE' | 'DISABLE') => `DO $do$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('ALTER TABLE %I ${doing} TRIGGER USER', name);
  END LOOP;
END $do$`

/**
 * Makes a year's data inside PostgreSQL, as the product itself would have left it: the ledger adds up, every hold has its order.
 * Data that is only read by key is left out (events of orders, journalled quotes). Triggers are off meanwhile; `reconcile` checks
 * the result.
 */
export async function fillAged(
  client: Owner,
  { customers: people, orders: many }: AgedSize,
  say: (line: string) => void,
): Promise<void> {
  const now = Date.now()
  const values: Readonly<Record<string, number>> = { NOW: now, YEAR: yearMs, CUSTOMERS: people, ORDERS: many }
  await client.query(
    `SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '256MB'; SET TimeZone = 'UTC'`,
  )
  await client.query(triggers('DISABLE'))
  for (const [name, text] of [...customers, ...orders, ...withdrawals, ...ledger, ...around]) {
    const from = performance.now()
    // One statement a query, because VACUUM must run alone.
    for (const one of text
      .replaceAll(/\$([A-Z]+)/g, (_all, key: string) => `${values[key]}::bigint`)
      .split(';\n'))
      for (const part of one.split(/; (?=VACUUM|ANALYZE)/)) await client.query(part)
    say(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  await client.query(triggers('ENABLE'))
}
