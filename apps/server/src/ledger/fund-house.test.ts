import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import { fundDemo } from './fund-demo.ts'
import { fundConversion, fundHouse, openHouseAccounts } from './fund-sandbox.ts'
import type { Ledger } from './ledger.ts'
import { createLedger } from './postgres-ledger.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import { customer, ofHouse, posting, transfer } from './test-accounts.ts'

const million = 1_000_000_000_000n
let db: TestDatabase
let ledger: Ledger
beforeEach(async () => {
  db = await freshDatabase({ max: 2 })
  ledger = createLedger(db, new ManualClock(Date.UTC(2026, 0, 5, 12)))
  await openHouseAccounts(ledger)
})
afterEach(async () => {
  expect(await reconcile(db)).toEqual([])
  await db.dispose()
})

/** The operator's balances, by asset and class; those of nothing left out. */
async function balances(asset: string): Promise<Record<string, bigint>> {
  const { rows } = await db.pool.query<{ class: string; balance: bigint }>(
    "SELECT class, balance FROM ledger_accounts WHERE owner = 'house' AND asset = $1 AND balance > 0",
    [asset],
  )
  return Object.fromEntries(rows.map((row) => [row.class, row.balance]))
}
const postings = async () =>
  (await db.pool.query<{ id: string }>('SELECT id FROM ledger_postings ORDER BY id')).rows.map(({ id }) => id)

test('an installation has eight accounts of the operator in real and in demo money, and one for hedges in real', async () => {
  const { rows } = await db.pool.query(
    'SELECT asset, count(*)::int FROM ledger_accounts GROUP BY 1 ORDER BY 1',
  )
  expect(rows).toEqual([
    { asset: 'DEMO', count: 8 },
    { asset: 'USDT', count: 9 },
  ])
})

const sample = {
  'trading-capital': 10n * million,
  'negative-balance': million,
  'yield-reserve': million,
  'loan-capital': million,
}

test('the operator of a sandbox begins with sample money, once; any other with demo money alone', async () => {
  await fundHouse(ledger, false)
  expect([await balances('DEMO'), await balances('USDT')]).toEqual([sample, {}])
  await fundHouse(ledger, true)
  await fundHouse(ledger, true)
  expect([await balances('DEMO'), await balances('USDT')]).toEqual([
    sample,
    { ...sample, 'hedge-capital': million },
  ])
})

test('a sandbox converts from a million USDT, 20 BTC and 400 ETH', async () => {
  const coins = ['USDT', 'BTC', 'ETH'] as const
  await expect(fundConversion(ledger)).rejects.toThrow(
    'the ledger refused to fund conversion in USDT: no-account',
  )
  await ledger.open(coins.flatMap((asset) => [ofHouse('conversion', asset), ofHouse('world', asset)]))
  await fundConversion(ledger)
  expect(await Promise.all(coins.map(balances))).toEqual([
    { conversion: million },
    { conversion: 2_000_000_000n },
    { conversion: 400_000_000_000n },
  ])
})

const trillion = 1_000_000n * million

test('ADR-233: demo accounts that pay customers are filled to a trillion once less than half of it is left', async () => {
  await fundDemo({ db, ledger })
  const full = { 'trading-capital': trillion, 'negative-balance': trillion }
  expect([await balances('DEMO'), await balances('USDT')]).toEqual([full, {}])
  const before = await postings()
  await fundDemo({ db, ledger })
  expect(await postings()).toEqual(before)
  await ledger.open([customer('ann')])
  const pay = (id: string, minor: bigint) =>
    ledger.post(posting(id, transfer('contract-profit', ofHouse('trading-capital'), customer('ann'), minor)))
  await pay('half', trillion / 2n)
  await fundDemo({ db, ledger })
  expect(await balances('DEMO')).toEqual({ ...full, 'trading-capital': trillion / 2n })
  await pay('more', 1n)
  await fundDemo({ db, ledger })
  expect(await balances('DEMO')).toEqual(full)
  expect((await postings()).filter((id) => id.startsWith('demo-funding:trading-capital:'))).toHaveLength(2)
})

/** The ledger, but for these of its functions. */
const changed = (changes: Partial<Ledger>): Ledger =>
  new Proxy(ledger, {
    get: (target, name: keyof Ledger) => {
      const part = changes[name] ?? target[name]
      return typeof part === 'function' ? part.bind(target) : part
    },
  })

test('ADR-233: with enough left no transaction begins, and another process may pay in first', async () => {
  const closed = changed({ transaction: () => Promise.reject(new Error('begun')) })
  await expect(fundDemo({ db, ledger: closed })).rejects.toThrow('begun')
  const late = changed({
    transaction: async (work) => {
      await fundDemo({ db, ledger })
      return ledger.transaction(work)
    },
  })
  await fundDemo({ db, ledger: late })
  expect(await balances('DEMO')).toEqual({ 'trading-capital': trillion, 'negative-balance': trillion })
  expect(await postings()).toHaveLength(2)
  await fundDemo({ db, ledger: closed })
})

test('ADR-233: demo money that the ledger refuses is an error, and nothing of it stays', async () => {
  const refusing = changed({
    postIn: async (tx, batch) => {
      const outcomes = await ledger.postIn(tx, batch)
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
      return [{ ok: false, why: 'no-account', account: null }, ...outcomes.slice(1)]
    },
  })
  await expect(fundDemo({ db, ledger: refusing })).rejects.toThrow(
    'the ledger refused demo money to the operator',
  )
  expect(await postings()).toEqual([])
})
