import type { ListedContract, OrderTotals, ParsedInputOf } from '@candor/contract'
import { type Calls, calls } from '@candor/contract'
import { usdt, writeUsdt } from '@candor/money'
import { expect, test } from 'vitest'
import type { Caller } from '../../platform/http/caller.ts'
import { fixture, market, nextWeek, useFundedMarket } from '../../testing/test-market.ts'
import { requestInTime } from '../../testing/test-market-events.ts'
import { orderListHandlers } from '../orders/list/list-all-orders.ts'
import { tradeStatistics } from './trade-statistics.ts'

useFundedMarket()

const callerOf = (userId: string): Caller => ({
  ...{ userId, sessionId: userId, mode: 'demo', language: 'en', address: '127.0.0.1' },
})
const action = async (kind: 'split' | 'dividend', value: string) => {
  const requested = { code: 'JPM', kind, value, at: fixture.clock.now(), by: 'olga' }
  expect(await requestInTime(fixture.db.query, fixture.clock, requested)).toBeNull()
  await market.pass()
}

interface Stated {
  readonly order: { readonly profit: string; readonly fee: string; readonly swap: string }
  readonly events: readonly Readonly<Record<string, unknown>>[]
}

/** Adds up what an order's page states: its own figures, and what its events received. */
async function statedNet(userId: string, id: string): Promise<bigint> {
  const { order, events } = (await market.receipt(userId, id)) as unknown as Stated
  const paid = events.reduce((sum, { dividend, cash, lots }) => {
    const amounts = [dividend, Number(lots) === 0 ? undefined : cash]
    return amounts.reduce<bigint>((all, one) => (typeof one === 'string' ? all + usdt(one).minor : all), sum)
  }, 0n)
  return usdt(order.profit).minor - usdt(order.fee).minor + usdt(order.swap).minor + paid
}

const listInput = (fields: object): ParsedInputOf<Calls['listAllOrders']> =>
  calls.listAllOrders.input.parse(fields)
const handlers = () =>
  orderListHandlers({
    ...{ db: fixture.db, runtime: market.runtime() },
    options: async () => [],
    plans: async () => [],
  })
const listed = async (userId: string, fields: object) =>
  (await handlers().listAllOrders(listInput(fields), callerOf(userId))) as {
    items: ListedContract[]
    totals: OrderTotals
  }

test('I15.10e: statistics and totals say what the orders’ pages say, dividends and cash of splits included', async () => {
  nextWeek()
  market.warm('JPM', '300', '300.02')
  const anna = await fixture.customer(100_000n)
  const long = await market.buy(anna, { code: 'JPM', lots: '35' })
  const short = await market.buy(anna, { code: 'JPM', lots: '25', direction: 'sell' })
  const ending = await market.buy(anna, { code: 'JPM', lots: '5' })
  const midnight = Math.floor(fixture.clock.now() / 86_400_000) * 86_400_000
  fixture.clock.advance(1_000)
  await action('dividend', '1.265')
  market.warm('JPM', '298', '298.02')
  // A part that closes after the dividend has none of it: the order that received it has all.
  const parted = await partOf(anna, long.id, '10')
  await action('split', '1:10')
  market.warm('JPM', '2990', '2990.20')
  for (const id of [long.id, short.id]) await market.close(anna, id)
  const ids = [long.id, short.id, ending.id, parted]
  const nets = await Promise.all(ids.map((id) => statedNet(anna, id)))
  const net = writeUsdt(nets.reduce((sum, one) => sum + one, 0n))

  const statistics = await tradeStatistics(fixture.db, calls.tradeStatistics.input.parse({}), callerOf(anna))
  // 1.265 × (35 + 5 − 25), on the whole orders alone.
  expect(statistics).toMatchObject({ count: 4, net, dividends: '18.975000' })
  expect(statistics.splitCash).not.toBe('0.000000')
  expect(statistics.byMarket).toMatchObject([{ code: 'JPM', net }])
  expect(statistics.gains).toBe(nets.filter((one) => one > 0n).length)

  const { items, totals } = await listed(anna, {})
  expect(totals).toMatchObject({ net, dividends: '18.975000', splitCash: statistics.splitCash })
  const sumOf = (field: 'dividends' | 'splitCash') =>
    writeUsdt(items.reduce((sum, one) => sum + usdt(one[field]).minor, 0n))
  expect([sumOf('dividends'), sumOf('splitCash')]).toEqual(['18.975000', statistics.splitCash])
  expect(await market.runtime().store.earnedSince(anna, 'demo', midnight)).toBe(usdt(net).minor)
  // The postings say the same: what the account has is what it began with and the net results.
  const [balance] = await fixture.ledger.balancesOf(anna)
  expect(balance?.balanceMinor).toBe(usdt('100000').minor + usdt(net).minor)
})

async function partOf(userId: string, id: string, lots: string): Promise<string> {
  await market.closePart(userId, id, lots)
  const { items } = await listed(userId, { status: ['closed'] })
  const part = items.find(({ partOf }) => partOf === id)
  if (part === undefined) throw new Error('a closed part was expected')
  expect(part.dividends).toBe('0.000000')
  return part.id
}
