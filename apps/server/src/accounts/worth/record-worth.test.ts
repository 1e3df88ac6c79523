import { randomUUID } from 'node:crypto'
import { usdt } from '@candor/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ofHouse, customer as ownAccount, transfer } from '../../ledger/test-accounts.ts'
import { owedOnLoans } from '../../loans/loans-store.ts'
import { heldInSavings } from '../../savings/savings-store.ts'
import { plansWorth } from '../../smart/plan-worth.ts'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import { openTradedMarket } from '../../testing/test-market.ts'
import { openResults } from '../../trading/equity/open-results.ts'
import { OrdersStore } from '../../trading/orders/orders-store.ts'
import { tradeResults } from '../../trading/statistics/trade-results.ts'
import type { WorthContext } from './read-worth.ts'
import { recordWorth, worthRecorder } from './record-worth.ts'
import { eraseWorth, thinWorth } from './worth-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let fixture: ModuleFixture
let market: Awaited<ReturnType<typeof openTradedMarket>>
let context: WorthContext
beforeAll(async () => {
  fixture = await openModuleFixture()
  await fixture.fund('trading-capital', 'house', 'DEMO', 10n ** 12n)
  market = await openTradedMarket(fixture)
  const orders = new OrdersStore(fixture.db)
  context = {
    ...fixture,
    prices: { board: fixture.board, midAt: async () => null },
    trading: {
      openResults: async (mode, userIds) => {
        const found = await openResults(market.runtime(), mode, userIds)
        return new Map(
          found.map(({ userId, balanceMinor, unrealisedMinor, ...rest }) => [
            userId,
            { ...rest, balanceMinor: BigInt(balanceMinor), unrealisedMinor: BigInt(unrealisedMinor) },
          ]),
        )
      },
      openStretches: (userId, mode) => orders.openStretches(userId, mode),
      tradeResults: (request) => tradeResults(fixture.db, fixture.board.markets, request),
    },
    products: { plansWorth, heldInSavings, owedOnLoans },
  }
})
afterAll(async () => {
  await market.dispose()
  await fixture.dispose()
})

async function newCustomer(): Promise<string> {
  const id = randomUUID()
  await fixture.addUser(id)
  return id
}

/** Posts a movement of demo money between the world and a customer. */
async function move(
  userId: string,
  kind: string,
  minor: bigint,
  other: 'world' | 'trading-capital' = 'world',
) {
  const [own, away] = [ownAccount(userId, 'DEMO'), ofHouse(other, 'DEMO')]
  await fixture.ledger.open([own, away])
  const step = minor > 0n ? transfer(kind, away, own, minor) : transfer(kind, own, away, -minor)
  expect(await fixture.ledger.post({ id: randomUUID(), reference: null, steps: [step] })).toMatchObject({
    ok: true,
  })
}

/** An account's points: their hour, worth and money put in, both in whole USDT. */
async function pointsOf(userId: string) {
  const { rows } = await fixture.db.pool.query<{ hour: number; worth: bigint; flow: bigint }>(
    'SELECT hour, worth, flow FROM accounts_worth WHERE user_id = $1 ORDER BY hour',
    [userId],
  )
  return rows.map(({ hour, worth, flow }) => [hour, Number(worth) / 1e6, Number(flow) / 1e6])
}
const hourNow = () => Math.floor(fixture.clock.now() / hourMs)
const nextHour = () => fixture.clock.set((hourNow() + 1) * hourMs + 5)

test('I15.10g: an account has one point an hour, and none that says the same again', async () => {
  const anna = await newCustomer()
  await move(anna, 'demo-grant', usdt('1000').minor)
  nextHour()
  await recordWorth(context)
  await recordWorth(context)
  const first = hourNow()
  expect((await pointsOf(anna)).at(-1)).toEqual([first, 1000, 1000])
  nextHour()
  await recordWorth(context)
  expect((await pointsOf(anna)).at(-1)?.[0]).toBe(first)
  await move(anna, 'contract-loss', -usdt('40').minor, 'trading-capital')
  // Of this hour there is a reading, but no point: this is the first.
  await recordWorth(context)
  expect((await pointsOf(anna)).at(-1)).toEqual([first + 1, 960, 1000])
})

test('I15.10g: a point has the unrealised result of open positions, and a deposit is no part of the result', async () => {
  const ben = await newCustomer()
  await move(ben, 'demo-grant', usdt('5000').minor)
  market.warm('BTCUSDT', '50000', '50000')
  const order = await market.buy(ben, { code: 'BTCUSDT', lots: '0.1', leverage: 2 })
  market.warm('BTCUSDT', '51000', '51000')
  await move(ben, 'demo-grant', usdt('200').minor)
  nextHour()
  market.warm('BTCUSDT', '51000', '51000')
  await recordWorth(context)
  const account = market.worth(ben)
  const point = (await pointsOf(ben)).at(-1)
  expect(point).toEqual([hourNow(), Number(account) / 1e6, 5200])
  expect(Number(order.fee)).toBeGreaterThan(0)
  await market.close(ben, order.id)
})

test('I15.10g: an account that could not be read whole gets its point later in the hour', async () => {
  const eli = await newCustomer()
  await move(eli, 'demo-grant', usdt('100').minor)
  const parts = { settled: true }
  const turn = worthRecorder({
    ...context,
    trading: {
      ...context.trading,
      openResults: async (mode, userIds) => {
        const found = new Map(await context.trading.openResults(mode, userIds))
        if (mode === 'demo' && userIds.includes(eli))
          found.set(eli, {
            balanceMinor: usdt('100').minor,
            unrealisedMinor: 0n,
            stale: !parts.settled,
            settled: true,
          })
        return found
      },
    },
  })
  nextHour()
  parts.settled = false
  await turn()
  expect(await pointsOf(eli)).toEqual([])
  parts.settled = true
  await turn()
  expect(await pointsOf(eli)).toEqual([])
  fixture.clock.advance(1_000)
  await turn()
  expect(await pointsOf(eli)).toEqual([[hourNow(), 100, 100]])
})

test('I15.10g: an account that fails gets no point, and those before and after it get theirs', async () => {
  const three = [await newCustomer(), await newCustomer(), await newCustomer()].sort()
  for (const id of three) await move(id, 'demo-grant', usdt('10').minor)
  const broken = three[1]
  nextHour()
  const { left } = await recordWorth({
    ...context,
    trading: {
      ...context.trading,
      openResults: (mode, userIds) => {
        if (userIds.some((id) => id === broken)) throw new Error('an account that cannot be read')
        return context.trading.openResults(mode, userIds)
      },
    },
  })
  expect(left).toEqual([broken])
  expect(await Promise.all(three.map(async (id) => (await pointsOf(id)).length))).toEqual([1, 0, 1])
})

test('I15.10g: the days before the first point are those that entries alone decide', async () => {
  const cleo = await newCustomer()
  const day = (n: number) => (Math.floor(fixture.clock.now() / dayMs) + n) * dayMs + 7 * hourMs
  fixture.clock.set(day(1))
  const start = Math.floor(fixture.clock.now() / dayMs)
  await move(cleo, 'demo-grant', usdt('100').minor)
  fixture.clock.set(day(2))
  await move(cleo, 'contract-profit', usdt('5').minor, 'trading-capital')
  fixture.clock.set(day(1))
  nextHour()
  await recordWorth(context)
  const hour = (n: number) => (start + n) * 24
  expect(await pointsOf(cleo)).toEqual([
    [hour(1), 100, 100],
    [hour(3), 105, 100],
  ])
})

test('I15.10g: points are thinned to the end of each day after eight days; the first of all stays', async () => {
  const dan = await newCustomer()
  const midnight = Math.ceil(fixture.clock.now() / dayMs) * 24
  const insert = (hour: number) =>
    fixture.db.pool.query(
      `INSERT INTO accounts_worth (user_id, mode, hour, at, worth, flow) VALUES ($1, 'demo', $2::int, $3, $2::int, 0)`,
      [dan, hour, hour * hourMs],
    )
  for (let hour = midnight + 5; hour <= midnight + 12 * 24; hour++) await insert(hour)
  const now = midnight + 12 * 24
  expect(await thinWorth(fixture.db, now)).toBeGreaterThan(0)
  expect(await thinWorth(fixture.db, now)).toBe(0)
  const left = (await pointsOf(dan)).map(([hour]) => hour ?? 0)
  const early = [midnight + 5, midnight + 24, midnight + 48, midnight + 72, midnight + 96]
  expect(left.filter((hour) => hour <= now - 8 * 24)).toEqual(early)
  expect(left.filter((hour) => hour > now - 8 * 24)).toHaveLength(8 * 24)
  await fixture.db.transaction((tx) => eraseWorth(tx, dan))
  expect(await pointsOf(dan)).toEqual([])
})
