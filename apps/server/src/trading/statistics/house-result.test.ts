import { randomUUID } from 'node:crypto'
import { type AssetCode, assetScale, parseScaled } from '@candor/money'
import { houseLineOf } from '@candor/rules/treasury/house-lines.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeResult } from '../../back-office/reports/house-result.ts'
import type { AccountClass } from '../../ledger/account-class.ts'
import { trialBalance } from '../../ledger/books/book-balances.ts'
import type { AccountRef, Ledger, Step } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { customer, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { houseResult } from './house-result.ts'

const day = (n: number) => Date.UTC(2026, 0, n)
const clock = new ManualClock(day(4))
const [position, option, hedge] = [randomUUID(), randomUUID(), randomUUID()]
let db: TestDatabase
let ledger: Ledger

const classes: readonly AccountClass[] = [
  'world',
  'trading-capital',
  'fee-revenue',
  'swap-revenue',
  'negative-balance',
  'yield-reserve',
  'savings-reserve',
  'loan-capital',
  'loan-interest',
  'hedge-capital',
  'conversion',
  'charity',
  'plan-principal',
  'savings-principal',
]
const usdt = (of: AccountClass) => ofHouse(of, 'USDT')
const [ann, ben] = [customer('ann', 'USDT'), customer('ben', 'USDT')]

async function post(reference: string | null, ...steps: Step[]): Promise<void> {
  const outcome = await ledger.post({ id: randomUUID(), reference, steps })
  expect([steps, outcome]).toMatchObject([steps, { ok: true }])
}
const refOf = (of: string, asset: AssetCode): AccountRef =>
  of === 'customer' ? customer('ann', asset) : ofHouse(of as AccountClass, asset)

interface Triple {
  readonly kind: string
  readonly debited_class: string
  readonly credited_class: string
}
let triples: readonly Triple[] = []

/** One entry of every kind and pair of accounts that real money may have, in bitcoin, each of another amount. */
async function postEveryTriple(): Promise<void> {
  const fund = async (kind: string, from: string, to: string) =>
    post(null, transfer(kind, refOf(from, 'BTC'), refOf(to, 'BTC'), 1_000_000n))
  for (const [kind, from, to] of [
    ['deposit', 'world', 'customer'],
    ['deposit', 'world', 'customer'],
    ['plan-purchase', 'customer', 'plan-principal'],
    ['contract-commission', 'customer', 'fee-revenue'],
    ['deposit', 'world', 'customer'],
    ['savings-entry', 'customer', 'savings-principal'],
    ['deposit', 'world', 'customer'],
    ['contract-swap', 'customer', 'swap-revenue'],
    ['deposit', 'world', 'customer'],
    ['nft-sale', 'customer', 'charity'],
    ['deposit', 'world', 'customer'],
    ['loan-interest', 'customer', 'loan-interest'],
    ['deposit', 'world', 'customer'],
  ] as const)
    await fund(kind, from, to)
  for (const to of [
    'trading-capital',
    'negative-balance',
    'yield-reserve',
    'loan-capital',
    'savings-reserve',
    'conversion',
    'hedge-capital',
  ])
    await fund('operator-funding', 'world', to)
  clock.set(day(5))
  let minor = 1n
  for (const { kind, debited_class, credited_class } of triples) {
    minor += 7n
    await post(null, transfer(kind, refOf(debited_class, 'BTC'), refOf(credited_class, 'BTC'), minor))
  }
}

const placeOrders = `
  INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage, open_price, margin, fee, swap, swapped_through,
         status, events, terms, created_at, opened_at)
  VALUES ('${position}', 1, 'C1', gen_random_uuid(), gen_random_uuid(), 'real', 'EURUSD', 'buy', 'market', 1, 10, 1, 1000000, 0, 0, 0, 'open', 1, '{}', 1, 1);
  INSERT INTO options_orders (id, order_no, public_id, user_id, mode, code, direction, period_seconds, stake, payout_rate, settle_within_ms, source, open_seq, open_price,
         status, opened_at, expires_at)
  VALUES ('${option}', 'O1', gen_random_uuid(), gen_random_uuid(), 'real', 'BTCUSDT', 'up', 60, 1000000, 0, 0, 'live', 1, 1, 'open', 1, 60001);
  INSERT INTO hedging_orders (client_id, venue, code, symbol, side, lots, quantity, fence, created_at, sent_at)
  VALUES ('${hedge}', 'a venue', 'EURUSD', 'EUR/USD', 'buy', 1, 1, 0, 1, 1)`

beforeAll(async () => {
  db = await freshDatabase()
  ledger = createLedger(db, clock)
  await withClient(db.owner, async (client) => {
    await client.query(placeOrders)
    const { rows } = await client.query<Triple>(
      `SELECT kind, debited_class, credited_class FROM ledger_permitted WHERE money IN ('any', 'real') ORDER BY 1, 2, 3`,
    )
    triples = rows
  })
  await ledger.open([
    ...classes.flatMap((of) => [ofHouse(of, 'USDT'), ofHouse(of, 'BTC')]),
    ...[ann, ben, customer('ann', 'BTC'), customer('ann', 'DEMO')],
    ...(['world', 'trading-capital'] as const).map((of) => ofHouse(of)),
  ])
  await postEveryTriple()
  const capital = usdt('trading-capital')
  for (const to of [capital, usdt('negative-balance'), usdt('hedge-capital')])
    await post(null, transfer('operator-funding', usdt('world'), to, 10_000n))
  await post(null, transfer('deposit', usdt('world'), ann, 1_000n))
  await post(null, transfer('deposit', usdt('world'), ben, 50n))
  clock.set(day(6))
  await post(position, transfer('contract-loss', ann, capital, 100n))
  await post(position, transfer('contract-commission', ann, usdt('fee-revenue'), 7n))
  await post(position, transfer('contract-swap', ann, usdt('swap-revenue'), 3n))
  await post(position, transfer('contract-dividend', capital, ann, 2n))
  // Ben has 50: the operator bears ten of the loss itself.
  await post(position, transfer('contract-loss', ben, capital, 60n, usdt('negative-balance')))
  await post(option, transfer('option-profit', capital, ann, 30n))
  await post(hedge, transfer('hedge-fill-loss', usdt('hedge-capital'), usdt('world'), 5n))
  await post(hedge, transfer('hedge-fee', usdt('hedge-capital'), usdt('world'), 1n))
  await post(randomUUID(), transfer('contract-profit', capital, ann, 4n))
  await post('no order', transfer('contract-profit', capital, ann, 1n))
  await post('2026-01-05', transfer('fee-rebate', usdt('fee-revenue'), ann, 2n))
  await post(null, transfer('operator-funding', ofHouse('world'), ofHouse('trading-capital'), 500n))
  await post(position, transfer('contract-profit', ofHouse('trading-capital'), customer('ann', 'DEMO'), 99n))
  clock.set(day(7))
  await post(position, transfer('contract-profit', capital, ann, 1_000n))
})
afterAll(() => db.dispose())

const figures = {
  typeOf: (code: string) => (code === 'EURUSD' ? 1 : 2),
  valueInUsdt: (_asset: AssetCode, minor: bigint) => minor * 2n,
  at: day(8),
}
const resultOf = async (from: number, to: number) =>
  arrangeResult(await houseResult(db.query, { from: new Date(day(from)), to: new Date(day(to)) }), figures)

/** Returns what equity and income of the books gained from the end of one day to that of another, read off two trial balances. */
async function gained(before: string, after: string, asset: AssetCode): Promise<bigint> {
  const own = async (end: string) =>
    (await trialBalance(db, end))
      .filter((row) => row.asset === asset && /^(?:Equity|Income)/.test(row.account))
      .reduce((sum, { debit, credit }) => sum + minorOf(credit, asset) - minorOf(debit, asset), 0n)
  return (await own(after)) - (await own(before))
}
const minorOf = (text: string, asset: AssetCode) => parseScaled(text, assetScale[asset]) ?? 0n

test('I16.9d: the result names the market of each entry by its order, option or hedge order, without demo money', async () => {
  const { markets, classes: byClass, products } = await resultOf(6, 7)
  const zero = '0.000000'
  const eurusd = {
    ...{ asset: 'USDT', options: zero, commissions: '0.000007', swaps: '0.000003' },
    ...{ results: '0.000148', hedging: '-0.000006', total: '0.000152' },
  }
  expect(markets).toEqual([
    { code: 'EURUSD', type: 1, ...eurusd },
    expect.objectContaining({ code: 'BTCUSDT', type: 2, options: '-0.000030', total: '-0.000030' }),
    expect.objectContaining({ code: null, type: null, results: '-0.000005', total: '-0.000005' }),
  ])
  expect(byClass.map(({ type, total }) => [type, total])).toEqual([
    [1, '0.000152'],
    [2, '-0.000030'],
    [null, '-0.000005'],
  ])
  expect(products.map(({ line, count, amount }) => [line, count, amount])).toEqual([
    ['results', 5, '0.000143'],
    ['options', 1, '-0.000030'],
    ['commissions', 1, '0.000007'],
    ['swaps', 1, '0.000003'],
    ['hedging', 2, '-0.000006'],
    ['rebates', 1, '-0.000002'],
  ])
})

test('I16.9d: the lines of a range add up to what the trial balance gained, to the last unit', async () => {
  for (const [from, to, before, after] of [
    [5, 6, '2026-01-04', '2026-01-05'],
    [6, 7, '2026-01-05', '2026-01-06'],
    [4, 8, '2026-01-03', '2026-01-07'],
  ] as const) {
    const { totals, products, ownMoney } = await resultOf(from, to)
    for (const { asset, change, result } of totals) {
      const sum = (rows: readonly { readonly asset: string; readonly amount: string }[]) =>
        rows
          .filter((row) => row.asset === asset)
          .reduce((all, { amount }) => all + minorOf(amount, asset), 0n)
      expect([from, asset, minorOf(change, asset)]).toEqual([from, asset, await gained(before, after, asset)])
      expect(minorOf(result, asset)).toBe(sum(products))
      expect(minorOf(change, asset)).toBe(sum(products) + sum(ownMoney))
    }
  }
})

test('I16.9d: every entry that real money may have is in a line of its own name, counted once', async () => {
  const { products, ownMoney } = await resultOf(5, 6)
  expect(products.map(({ line }) => line)).not.toContain('other')
  // A straight line through the entries of that day, by nothing but the names of their accounts.
  const own = (of: string) =>
    !['customer', 'world', 'charity', 'plan-principal', 'savings-principal'].includes(of)
  const expected = new Map<string, bigint>()
  let minor = 1n
  for (const { kind, debited_class, credited_class } of triples) {
    minor += 7n
    if (own(debited_class) === own(credited_class)) continue
    const line = houseLineOf(kind)
    expected.set(line, (expected.get(line) ?? 0n) + (own(credited_class) ? minor : -minor))
  }
  expect(
    Object.fromEntries(
      [...products, ...ownMoney]
        .filter(({ asset }) => asset === 'BTC')
        .map(({ line, amount }) => [line, minorOf(amount, 'BTC')]),
    ),
  ).toEqual(Object.fromEntries(expected))
})

test('I16.9d: coins together are valued at the prices of now, and not at all while one has none', async () => {
  const { totals, valued } = await resultOf(4, 8)
  const of = (asset: AssetCode) => minorOf(totals.find((one) => one.asset === asset)?.result ?? '', asset)
  expect(minorOf(valued?.amount ?? '', 'USDT')).toBe(of('USDT') + 2n * of('BTC'))
  expect(valued?.at).toBe(new Date(day(8)).toISOString())
  const sums = await houseResult(db.query, { from: new Date(day(4)), to: new Date(day(8)) })
  expect(arrangeResult(sums, { ...figures, valueInUsdt: () => null }).valued).toBeNull()
  expect((await resultOf(9, 10)).totals).toEqual([])
})
