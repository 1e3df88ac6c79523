import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import type { AccountRef, Ledger } from '../ledger.ts'
import { createLedger } from '../postgres-ledger.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { customer, hold, houseClasses, ofHouse, posting, transfer } from '../test-accounts.ts'
import { contractResults } from './contract-results.ts'
import { customerBalances, customerDaySums } from './customer-balances.ts'
import { balancesOfCustomers, heldForCustomers, holdsRealMoney } from './customer-money.ts'
import { houseBalance, houseFree, readHouseBalances } from './house-balances.ts'
import { measureLedger } from './measure-ledger.ts'
import { countByAsset, houseSums, movedOn, sumsByClass } from './money-report.ts'
import { type PaidFeesRequest, paidTradingFees, tradingFeesByOwner, tradingFeesSince } from './paid-fees.ts'

/** Days of January 2026: midnight UTC, epoch ms. */
const day = (n: number) => Date.UTC(2026, 0, n)
const noon = (n: number) => day(n) + 43_200_000
const clock = new ManualClock(noon(5))
const [ann, ben, cleo, dora] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()].sort() as [
  string,
  string,
  string,
  string,
]
const usdt = (owner: string) => customer(owner, 'USDT')
const real = (name: (typeof houseClasses)[number]) => ofHouse(name, 'USDT')
let db: TestDatabase
let ledger: Ledger
let newestBefore = ''
let moved = 0

async function move(kind: string, from: AccountRef, to: AccountRef, minor: bigint, reference?: string) {
  const cover = from.class === 'customer' ? { ...real('negative-balance'), asset: from.asset } : undefined
  const step = transfer(kind, from, to, minor, cover)
  moved += 1
  const outcome = await ledger.post({ id: `moved-${moved}`, reference: reference ?? null, steps: [step] })
  if (!outcome.ok) throw new Error(`${kind}: ${outcome.why}`)
}

function metricsOfLedger(): Registry {
  const registry = new Registry()
  measureLedger(registry, { db, clock })
  return registry
}
const newestEntry = () => metricsOfLedger().getSingleMetricAsString('candor_ledger_newest_entry')

beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  ledger = createLedger(db, clock)
  newestBefore = await newestEntry()
  const people = [ann, ben, cleo, dora].flatMap((owner) => [customer(owner), usdt(owner)])
  await ledger.open([
    ...houseClasses.flatMap((name) => [ofHouse(name), real(name)]),
    ...people,
    customer(ann, 'BTC'),
    ofHouse('world', 'BTC'),
  ])
  for (const asset of ['USDT', 'DEMO'] as const)
    for (const name of ['trading-capital', 'negative-balance'] as const)
      await move('operator-funding', ofHouse('world', asset), ofHouse(name, asset), 10_000n)
  await move('deposit', real('world'), usdt(ann), 1_000n)
  await move('deposit', real('world'), usdt(ben), 50n)
  await move('deposit', real('world'), usdt(dora), 100n)
  await move('deposit', ofHouse('world', 'BTC'), customer(ann, 'BTC'), 5n)
  await move('demo-grant', ofHouse('world'), customer(cleo), 700n)
  await move('contract-loss', usdt(ann), real('trading-capital'), 100n)
  await move('contract-commission', usdt(ann), real('fee-revenue'), 7n)
  await ledger.post(posting('dora’s margin', hold('dora', usdt(dora), 40n)))
  await ledger.post(posting('a reserve', hold('reserve', real('trading-capital'), 2_000n, 'other')))
  clock.set(noon(6))
  await move('contract-profit', real('trading-capital'), usdt(ann), 30n)
  await move('contract-commission', usdt(ann), real('fee-revenue'), 5n)
  // Ben has 50: the operator bears 10 of the loss and the whole fee.
  await move('contract-loss', usdt(ben), real('trading-capital'), 60n)
  await move('contract-commission', usdt(ben), real('fee-revenue'), 4n)
  await move('contract-commission', customer(cleo), ofHouse('fee-revenue'), 2n)
  await move('contract-loss', usdt(dora), real('trading-capital'), 100n)
  clock.set(noon(7))
  await move('fee-rebate', real('fee-revenue'), usdt(ann), 3n, '2026-01-06')
})
afterAll(async () => {
  expect(await reconcile(db)).toEqual([])
  await db.dispose()
})

const results = (from: number, to: number | null) =>
  sql<{ owner: string; net: bigint; results: bigint }>`
    SELECT a.owner, r.net::bigint AS net, r.results FROM (${contractResults(new Date(from), to === null ? null : new Date(to))}) r
      JOIN ledger_accounts a ON a.id = r.account ORDER BY a.owner`
    .execute(db.query)
    .then(({ rows }) => rows)

test('results of contracts are those of real money within the period, fees included', async () => {
  expect(await results(day(5), day(6))).toEqual([{ owner: ann, net: -107n, results: 1n }])
  expect(await results(day(6), null)).toEqual([
    { owner: ann, net: 25n, results: 1n },
    { owner: ben, net: -50n, results: 1n },
    { owner: dora, net: -100n, results: 1n },
  ])
  expect(await results(noon(6), noon(6))).toEqual([])
})

test('balances and daily sums of customers are those of the assets and days asked for', async () => {
  const balances = await customerBalances(db.query, [ann, cleo, 'nobody'], ['DEMO', 'USDT'])
  expect(balances.toSorted((a, b) => Number(b.balance - a.balance))).toEqual([
    { owner: ann, asset: 'USDT', balance: 921n },
    { owner: cleo, asset: 'DEMO', balance: 698n },
    { owner: ann, asset: 'DEMO', balance: 0n },
    { owner: cleo, asset: 'USDT', balance: 0n },
  ])
  expect(await customerBalances(db.query, [ann], ['BTC'])).toEqual([
    { owner: ann, asset: 'BTC', balance: 5n },
  ])
  const sums = await customerDaySums(db.query, ann, ['USDT'], day(7))
  const fifth = day(5) / 86_400_000
  const line = (at: number, kind: string, minor: bigint) => ({
    day: at,
    asset: 'USDT',
    kind,
    minor,
    count: 1,
  })
  expect(sums.map((sum) => sum.day)).toEqual([fifth, fifth, fifth, fifth + 1, fifth + 1])
  expect(sums.toSorted((a, b) => a.day - b.day || Number(b.minor - a.minor))).toEqual([
    line(fifth, 'deposit', 1_000n),
    line(fifth, 'contract-commission', -7n),
    line(fifth, 'contract-loss', -100n),
    line(fifth + 1, 'contract-profit', 30n),
    line(fifth + 1, 'contract-commission', -5n),
  ])
})

test('a customer holds real money as long as any of it is free or set aside', async () => {
  const holds = (owner: string) => db.transaction((tx) => holdsRealMoney(tx, owner))
  expect(await Promise.all([holds(ann), holds(dora)])).toEqual([true, true])
  expect(await Promise.all([holds(ben), holds(cleo)])).toEqual([false, false])
})

test('T5: liabilities are what customers have in real money', async () => {
  expect((await db.pool.query(`${balancesOfCustomers} ORDER BY asset`)).rows).toEqual([
    { user_id: ann, asset: 'BTC', minor: 5n, in_plans: 0n },
    { user_id: ann, asset: 'USDT', minor: 921n, in_plans: 0n },
  ])
  expect((await db.pool.query(`${heldForCustomers} ORDER BY asset`)).rows).toEqual([
    { asset: 'BTC', minor: 5n },
    { asset: 'USDT', minor: 921n },
  ])
})

test('balances of the operator are read by class and asset; an account that was never opened has nothing', async () => {
  expect(await readHouseBalances(db.query, ['fee-revenue', 'charity'])).toEqual(
    expect.arrayContaining([
      { class: 'fee-revenue', asset: 'USDT', balance: 13n, held: 0n },
      { class: 'fee-revenue', asset: 'DEMO', balance: 2n, held: 0n },
    ]),
  )
  expect(await readHouseBalances(db.query, ['charity'])).toEqual([])
  const capital = 10_000n + 100n - 30n + 60n + 100n
  expect(await houseBalance(db.query, 'trading-capital', 'USDT')).toEqual({ balance: capital, held: 2_000n })
  expect(await houseFree(db.query, 'trading-capital', 'USDT')).toBe(capital - 2_000n)
  expect(await houseBalance(db.query, 'charity', 'USDT')).toEqual({ balance: 0n, held: 0n })
})

test('the number of the newest entry is a metric, 0 before the first', async () => {
  expect(newestBefore).toMatch(/^candor_ledger_newest_entry 0$/m)
  const { rows } = await db.pool.query<{ newest: bigint }>('SELECT max(seq) AS newest FROM ledger_entries')
  const metric = await newestEntry()
  expect(metric).toContain(`candor_ledger_newest_entry ${rows[0]?.newest}`)
  expect(metric).toContain('# HELP candor_ledger_newest_entry Number of the newest ledger entry')
})

test('the operator’s balances are metrics, by account and asset', async () => {
  const metric = await metricsOfLedger().getSingleMetricAsString('candor_house_balance')
  expect(metric).toMatch(/^candor_house_balance\{account="trading-capital",asset="USDT"\} 0\.01023$/m)
  expect(metric).toMatch(/^candor_house_balance\{account="fee-revenue",asset="DEMO"\} 0\.000002$/m)
})

test('sums of classes have the customers together, and each asset in its own unit', async () => {
  const all = await sumsByClass(db.pool)
  expect(all).toContainEqual({
    ...{ class: 'customer', asset: 'USDT', accounts: 4 },
    ...{ balance: '0.000921', held: '0.000040' },
  })
  expect(all).toContainEqual({
    ...{ class: 'customer', asset: 'BTC', accounts: 1 },
    ...{ balance: '0.00000005', held: '0.00000000' },
  })
  expect([all[0]?.asset, all.at(-1)?.asset]).toEqual(['USDT', 'BTC'])
  const ours = await houseSums(db)
  expect(ours.filter(({ class: name }) => name === 'customer')).toEqual([])
  expect(ours).toContainEqual({
    ...{ class: 'trading-capital', asset: 'USDT', accounts: 1 },
    ...{ balance: '0.010230', held: '0.002000' },
  })
})

test('accounts and entries are counted by asset', async () => {
  expect(await countByAsset(db)).toEqual([
    { asset: 'BTC', accounts: 2n, entries: 1n },
    { asset: 'DEMO', accounts: 11n, entries: 4n },
    { asset: 'USDT', accounts: 11n, entries: 14n },
  ])
})

test('the money report of a day has its movements by kind and class, and no other day’s', async () => {
  expect(await movedOn(db, '2026-01-07', '2026-01-07')).toEqual([
    {
      ...{ kind: 'fee-rebate', asset: 'USDT', from: 'fee-revenue', to: 'customer' },
      ...{ count: 1, amount: '0.000003' },
    },
  ])
  const sixth = await movedOn(db, '2026-01-06', '2026-01-06')
  expect(sixth.map((one) => [one.kind, one.asset, one.from, one.to, one.count, one.amount])).toEqual([
    ['contract-commission', 'USDT', 'customer', 'fee-revenue', 1, '0.000005'],
    ['contract-loss', 'USDT', 'customer', 'trading-capital', 2, '0.000150'],
    ['contract-profit', 'USDT', 'trading-capital', 'customer', 1, '0.000030'],
    ['negative-balance-protection', 'USDT', 'negative-balance', 'fee-revenue', 1, '0.000004'],
    ['negative-balance-protection', 'USDT', 'negative-balance', 'trading-capital', 1, '0.000010'],
    ['contract-commission', 'DEMO', 'customer', 'fee-revenue', 1, '0.000002'],
  ])
  expect(await movedOn(db, '2026-01-08', '2026-01-08')).toEqual([])
})

const paid = async (changes: Partial<PaidFeesRequest> = {}, cutoffMs = day(8)) => {
  const request = { owner: ann, afterEntry: 0n, afterRebate: 0n, fromMs: BigInt(day(5)) }
  const [fees] = await paidTradingFees(
    db.query,
    [{ ...request, untilMs: BigInt(day(7)), ...changes }],
    cutoffMs,
  )
  return fees
}

test('trading fees are those a customer in fact paid, less the rebates of whole days', async () => {
  const all = await paid()
  expect(all).toMatchObject({ minor: 9n, rebates: 3n })
  const { throughEntry, throughRebate } = all ?? {}
  expect(throughEntry).toBe(throughRebate)
  expect(await paid({ untilMs: BigInt(day(6)) })).toMatchObject({ minor: 7n, rebates: 0n })
  expect(await paid({ fromMs: BigInt(day(6)) })).toMatchObject({ minor: 2n, rebates: 3n })
  expect(await paid({ fromMs: BigInt(noon(6)) })).toMatchObject({ minor: 5n, rebates: 0n })
  expect(await paid({}, noon(6))).toMatchObject({ minor: 7n, rebates: 0n, throughRebate: null })
  expect(await paid({ afterEntry: throughEntry ?? 0n, afterRebate: throughRebate ?? 0n })).toEqual({
    ...{ minor: 0n, rebates: 0n, throughEntry: null, throughRebate: null },
  })
  expect(await paid({ owner: ben })).toMatchObject({ minor: 0n })
  expect(await paid({ owner: 'nobody' })).toEqual({
    ...{ minor: 0n, rebates: 0n, throughEntry: null, throughRebate: null },
  })
  expect(await paidTradingFees(db.query, [], day(8))).toEqual([])
})

test('fees of a period are summed by account, without demo money and what the operator bore', async () => {
  const feesOf = async (from: number, until: number) =>
    (await tradingFeesByOwner(from, until).execute(db.query)).rows
  expect(await feesOf(day(5), day(7))).toEqual([{ owner: ann, fees: 12n }])
  expect(await feesOf(noon(5), noon(6))).toEqual([{ owner: ann, fees: 7n }])
  const since = (ms: number) => tradingFeesSince(db.query, sql<Date>`${new Date(ms)}::timestamptz`)
  expect(await Promise.all([since(day(5)), since(noon(6)), since(noon(6) + 1)])).toEqual([12n, 5n, 0n])
})

test('calls.md statement: totals of a period are the opening balance, what came, what went, and the closing balance', async () => {
  const totals = (from?: number, to?: number) =>
    ledger.statementTotals({
      ...{ owner: ann, assets: ['USDT', 'BTC'] as const },
      ...(from === undefined ? {} : { from: new Date(from) }),
      ...(to === undefined ? {} : { to: new Date(to) }),
    })
  const btc = { asset: 'BTC', openingMinor: 0n, inMinor: 5n, outMinor: 0n, closingMinor: 5n }
  expect(await totals()).toEqual([
    { asset: 'USDT', openingMinor: 0n, inMinor: 1_033n, outMinor: 112n, closingMinor: 921n },
    btc,
  ])
  expect((await totals(noon(6), noon(7)))[0]).toEqual({
    ...{ asset: 'USDT', openingMinor: 893n, inMinor: 30n, outMinor: 5n, closingMinor: 918n },
  })
})
