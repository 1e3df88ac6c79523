import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFrozen } from '../accounts/freezes/freezes.ts'
import { trialBalance } from '../ledger/books/book-balances.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { houseSums, movedOn } from '../ledger/reports/money-report.ts'
import { capitalOf } from '../loans/offers/offer-store.ts'
import { ManualClock } from '../platform/clock.ts'
import { withClient } from '../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import { readResults } from '../proofs/own-limits/limits-store.ts'
import { measureLosing } from '../proofs/status/measure-losing.ts'
import { reserves } from '../savings/savings-store.ts'
import { reserveLeftMinor } from '../smart/smart-store.ts'
import { openContractsOf } from '../trading/engine/open-contracts.ts'
import { equityAt } from '../trading/equity/past-equity.ts'
import { thinEquity } from '../trading/equity/thin-equity.ts'
import { countRealFills } from '../trading/execution/real-fills.ts'
import { payFeeRebates } from '../trading/fees/fee-rebates.ts'
import { ownerOfOrder } from '../trading/orders/list/owner-of-order.ts'
import { recordResults, resultsOfDay } from '../trading/risk/desk/results-store.ts'
import { exposureByMarket } from '../trading/risk/exposure.ts'
import { tradedVolume } from '../trading/statistics/traded-volume.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const clock = new ManualClock(now)
const dayMs = 86_400_000
const userOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const customers = 5_000
const orders = 80_000
const options = 20_000

/** A year of 5 000 customers: large enough that reading all of a table is never the cheapest way to a part of it. */
const fill = `
  INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, invite_code, created_at)
  SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'u' || n, 'u' || n, 'u' || n, 'u' || n, '-', 'en', 'I' || n, now() FROM generate_series(1, ${customers}) n;
  INSERT INTO ledger_accounts (class, owner, asset, balance)
  SELECT 'customer', id::text, asset, 1000000000 FROM accounts_users, unnest(ARRAY['USDT', 'DEMO']) asset;
  INSERT INTO ledger_accounts (class, owner, asset, balance)
  SELECT class, 'house', 'USDT', 1000000000 FROM unnest(ARRAY['trading-capital', 'fee-revenue']) class;
  INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage, open_price, margin, fee, swap, swapped_through,
         close_price, profit, status, close_reason, events, terms, created_at, opened_at, closed_at)
  SELECT gen_random_uuid(), n, 'C' || n, gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((n % ${customers} + 1)::text, 12, '0'))::uuid, 'real', 'EURUSD', 'buy', 'market',
         1, 10, 1, 1000000, 0, 0, 0, CASE WHEN open THEN NULL ELSE 1 END, CASE WHEN open THEN NULL ELSE 1 END, CASE WHEN open THEN 'open' ELSE 'closed' END,
         CASE WHEN open THEN NULL ELSE 'user' END, 1, '{}', at, at, CASE WHEN open THEN NULL ELSE at + 60000 END
    FROM (SELECT n, n > ${orders} - 50 AS open, ${now - 365 * dayMs} + (${365 * dayMs}::float8 * n / ${orders})::bigint AS at FROM generate_series(1, ${orders}) n) one;
  INSERT INTO options_orders (id, order_no, public_id, user_id, mode, code, direction, period_seconds, stake, payout_rate, settle_within_ms, source, open_seq, open_price,
         status, result, refund_reason, profit, opened_at, expires_at, closed_at)
  SELECT gen_random_uuid(), 'O' || n, gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((n % ${customers} + 1)::text, 12, '0'))::uuid, 'real', 'EURUSD', 'up', 60,
         1000000, 0, 0, 'live', 1, 1, 'closed', 'refunded', 'noQuote', 0, at, at + 60000, at + 60000
    FROM (SELECT n, ${now - 365 * dayMs} + (${365 * dayMs}::float8 * n / ${options})::bigint AS at FROM generate_series(1, ${options}) n) one;
  INSERT INTO ledger_entries (posting, kind, debited, credited, asset, minor, debited_after, credited_after, customer, created_at)
  SELECT 'p' || o.sequence, k.kind, CASE k.kind WHEN 'contract-commission' THEN a.id ELSE h.id END, CASE k.kind WHEN 'contract-commission' THEN h.id ELSE a.id END,
         'USDT', 1000, 1, 1, a.id, to_timestamp(o.opened_at / 1000.0)
    FROM orders_contracts o JOIN ledger_accounts a ON a.owner = o.user_id::text AND a.asset = 'USDT'
    CROSS JOIN (VALUES ('contract-commission', 'fee-revenue'), ('contract-profit', 'trading-capital')) k (kind, class)
    JOIN ledger_accounts h ON h.owner = 'house' AND h.class = k.class ORDER BY o.sequence;
  INSERT INTO orders_equity (user_id, mode, at, equity)
  SELECT id, 'real', ${now} / 300000 * 300000 - n * 300000::bigint, 1 FROM (SELECT id FROM accounts_users LIMIT 100) u, generate_series(1, 400) n;
  INSERT INTO orders_fee_rebate_days SELECT to_timestamp(${now} / 1000)::date - n, 0 FROM generate_series(2, 40) n;
  INSERT INTO orders_risk_done SELECT to_timestamp(${now} / 1000)::date - n FROM generate_series(2, 40) n;
  INSERT INTO parameters_values VALUES ('vip.tiers', 1, '[{"volume":"1","rebate":"0.1"}]', 'a test', 'one', 'two', to_timestamp(${now - 9 * dayMs} / 1000.0))`

const large = [
  'accounts_users',
  'ledger_accounts',
  'ledger_entries',
  'orders_contracts',
  'orders_equity',
  'options_orders',
]

let db: TestDatabase
beforeAll(async () => {
  // One connection: what it has read is counted when it says so.
  db = await freshDatabase({ max: 1 })
  await withClient(db.owner, async (client) => {
    for (const doing of ['DISABLE', 'ENABLE']) {
      for (const table of [...large, 'parameters_values'])
        await client.query(`ALTER TABLE ${table} ${doing} TRIGGER USER`)
      if (doing === 'DISABLE') await client.query(fill)
    }
    await client.query('VACUUM ANALYZE')
  })
})
afterAll(() => db.dispose())

/** Rows that were found by reading a whole table. */
async function rowsScanned(): Promise<ReadonlyMap<string, bigint>> {
  await db.pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await db.pool.query<{ relname: string; seq_tup_read: bigint }>(
    'SELECT relname, seq_tup_read FROM pg_stat_user_tables WHERE relname = ANY ($1)',
    [large],
  )
  return new Map(rows.map((row) => [row.relname, row.seq_tup_read]))
}

async function scannedBy(work: () => Promise<unknown>): Promise<Readonly<Record<string, bigint>>> {
  const before = await rowsScanned()
  await work()
  const after = await rowsScanned()
  const read = large.map((table) => [table, (after.get(table) ?? 0n) - (before.get(table) ?? 0n)] as const)
  return Object.fromEntries(read.filter(([, rows]) => rows > 0n))
}

const parameters = {
  value: async () => [{ volume: '1', rebate: '0.1' }],
  valueAt: async () => [{ volume: '1', rebate: '0.1' }],
}

/**
 * The ledger looks up two hundred customers' accounts at once: of no more than 10 000 that is cheapest in one go. A trial balance adds
 * every account up.
 */
const readsAccounts = ['the rebates of a day', 'the trial balance of yesterday']
const yesterday = new Date(now - dayMs).toISOString().slice(0, 10)

const named: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['the money report of a day', () => movedOn(db, yesterday, yesterday)],
  ['the trial balance of yesterday', () => trialBalance(db, yesterday)],
  ['what stands on the operator’s accounts', () => houseSums(db)],
  ['the loan capital', () => capitalOf(db.query)],
  ['the yield reserve', () => reserveLeftMinor(db.query)],
  ['the savings reserves', () => reserves(db.query)],
  ['the traded volume of 24 hours', () => tradedVolume(db, clock)()],
  ['the customers who may take no new risk', () => isFrozen(db, userOf(1))],
  ['a customer’s results of a month', () => readResults(db, userOf(7), 'real', now)],
  ['what is open in each market', () => exposureByMarket(db)],
  ['the operator’s results of the day', () => resultsOfDay(db.query, now)],
  ['the fills of yesterday', () => countRealFills(db.query, [yesterday])],
  ['recording the results of past days', () => recordResults({ db, clock })],
  ['a customer’s open contracts', () => openContractsOf(db, userOf(7), async () => [])],
  ['a customer by the number of a contract', () => ownerOfOrder(db, 'C00070000')],
  ['a customer by the number of an option', () => ownerOfOrder(db, 'O0123456789AB')],
  ['equity at a past moment', () => equityAt(db, userOf(7), 'real', now - 3 * dayMs)],
  ['thinning equity', () => thinEquity(db, now)],
  [
    'the rebates of a day',
    () => payFeeRebates({ db, clock, ledger: createLedger(db, clock), parameters, newId }),
  ],
]

test('I11.11: reports, rebates, volumes, results and frozen customers read no whole table', async () => {
  for (const [name, work] of named) {
    const scanned = await scannedBy(work)
    const counted = Object.keys(scanned).filter(
      (table) => table !== 'ledger_accounts' || !readsAccounts.includes(name),
    )
    expect([name, counted]).toEqual([name, []])
  }
})

test('I11.11: the rebates of a day reach everybody who paid fees, though they are paid 200 at a time', async () => {
  const { rows } = await db.pool.query<{ due: bigint; paid: bigint }>(
    `SELECT (SELECT count(DISTINCT customer) FROM ledger_entries WHERE kind = 'contract-commission' AND created_at >= $1 AND created_at < $2) AS due,
            (SELECT count(*) FROM orders_fee_rebates) AS paid`,
    [new Date('2026-11-19T00:00:00Z'), new Date('2026-11-20T00:00:00Z')],
  )
  const [{ due, paid } = { due: 0n, paid: 0n }] = rows
  expect(due > 200n).toBe(true)
  expect(paid).toBe(due)
})

test('I11.11: the share of losing accounts reads the year once, then only what came and what went', async () => {
  expect((await measureLosing(db, clock)()).accounts).toBe(customers)
  const recount = async (at: number) => {
    const { rows } = await db.pool.query<{ accounts: bigint }>(
      `SELECT count(DISTINCT customer) AS accounts FROM ledger_entries WHERE kind = 'contract-profit' AND created_at >= $1`,
      [new Date(at - 365 * dayMs)],
    )
    return Number(rows[0]?.accounts)
  }
  for (const days of [1, 30, 335, 400]) {
    clock.set(now + days * dayMs)
    const later = clock.now()
    let counted = -1
    const read = await scannedBy(async () => {
      counted = (await measureLosing(db, clock)()).accounts
    })
    expect(counted).toBe(await recount(later))
    if (days === 1) expect(read).toEqual({})
  }
  clock.set(now)
})
