import { randomUUID } from 'node:crypto'
import type { ListedOrder, OrderTotals, TradeStatistics } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallResponse, startTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let ada: { token: string; id: string }
let bob: { token: string; id: string }

/** A row this file wrote, kept apart from the database: the sums below are made from it. */
interface Written {
  readonly id: string
  readonly orderNo: string
  readonly type: 'contracts' | 'futures' | 'options' | 'smart'
  readonly mode: 'demo' | 'real'
  readonly name: string
  readonly status: string
  readonly createdAt: number
  readonly closedAt: number | null
  readonly profit: bigint
  readonly fee: bigint
  readonly swap: bigint
  readonly dividends: bigint
  readonly splitCash: bigint
}
/** Actions of markets pay nothing to options and plans. */
const noActions = { dividends: 0n, splitCash: 0n }
const written: Written[] = []

// A fixed stream, so that a failure can be looked at again.
let state = 20261121
const below = (bound: number) => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0
  return (state >>> 8) % bound
}
const start = Date.UTC(2026, 0, 5)
const hour = 3_600_000

async function addContract(n: number, owner: string, mode: 'demo' | 'real', status: string) {
  const row = contractOf(n, mode, status)
  const price = status === 'closed' ? 10_000_000_000n : null
  await app.db.pool.query(
    `INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage, open_price,
       margin, fee, swap, swapped_through, close_price, profit, status, close_reason, events, terms, created_at, opened_at, closed_at, price)
     VALUES ($1, $2, $3, gen_random_uuid(), $4, $5, $6, 'buy', 'limit', 100000000, 10, $7, 1000000, $8, $9, 0, $7, $10, $11, $12, 1,
       '{"commissionRate":"0.001","swapLong":"0","swapShort":"0"}', $13, $14, $15, 10000000000)`,
    [
      row.id,
      1_000_000 + n,
      row.orderNo,
      owner,
      mode,
      row.name,
      price,
      row.fee,
      row.swap,
      price === null ? null : row.profit,
      status,
      price === null ? null : 'user',
      row.createdAt,
      price === null ? null : row.createdAt,
      row.closedAt,
    ],
  )
  await addActions(row)
  if (owner === ada.id) written.push(row)
}

/** Events of what a contract received. A split that leaves no lots pays the profit itself, which counts once. */
async function addActions({ id, dividends, splitCash }: Written): Promise<void> {
  const events = [
    ['dividend', { dividend: text(dividends) }],
    ['split', { cash: text(splitCash), lots: '3' }],
    ['split', { cash: '123.000000', lots: '0' }],
  ] as const
  for (const [number, [kind, values]] of events.entries())
    await app.db.pool.query(
      'INSERT INTO orders_events (order_id, number, kind, at, facts) VALUES ($1, $2, $3, 0, $4)',
      [...[id, number + 1, kind, values]],
    )
}

function contractOf(n: number, mode: 'demo' | 'real', status: string): Written {
  const name = ['BTCUSDT', 'EURUSD', 'AAPL', 'ES'][below(4)] ?? 'ES'
  const createdAt = start + below(4_000) * hour
  const opened = status === 'closed' ? 1n : 0n
  return {
    id: randomUUID(),
    orderNo: `C-${n}`,
    type: name === 'ES' ? 'futures' : 'contracts',
    mode,
    name,
    status,
    createdAt,
    closedAt: createdAt + (1 + below(500)) * hour,
    profit: opened * BigInt(below(2_000_001) - 1_000_000),
    fee: opened * BigInt(below(5_000)),
    swap: opened * BigInt(below(2_001) - 1_000),
    dividends: opened * BigInt(below(2_001) - 1_000),
    splitCash: opened * BigInt(below(2_001) - 1_000),
  }
}

async function addOption(n: number, owner: string, mode: 'demo' | 'real') {
  const won = below(2) === 1
  const createdAt = start + below(4_000) * hour
  const stake = BigInt(1 + below(900_000))
  const profit = won ? (stake * 4n) / 5n : -stake
  const row: Written = {
    id: randomUUID(),
    orderNo: `O-${n}`,
    type: 'options',
    mode,
    name: 'ETHUSDT',
    status: 'closed',
    createdAt,
    closedAt: createdAt + 60_000,
    profit,
    fee: 0n,
    swap: 0n,
    ...noActions,
  }
  await app.db.pool.query(
    `INSERT INTO options_orders (id, order_no, public_id, user_id, mode, code, direction, period_seconds, stake, payout_rate,
       settle_within_ms, source, open_seq, open_price, close_seq, close_price, status, result, profit, opened_at, expires_at, closed_at)
     VALUES ($1, $2, gen_random_uuid(), $3, $4, 'ETHUSDT', 'up', 60, $5, 800000000000, 30000, 'simulated', 1, 200, 2, $6, 'closed', $7, $8,
       $9, $10, $10)`,
    [
      row.id,
      row.orderNo,
      owner,
      mode,
      stake,
      won ? 300 : 100,
      won ? 'won' : 'lost',
      profit,
      createdAt,
      row.closedAt,
    ],
  )
  if (owner === ada.id) written.push(row)
}

async function addPlan(n: number, days: number, left: boolean) {
  const createdAt = start + below(4_000) * hour
  const { rows } = await app.db.pool.query<{ id: string }>(
    'SELECT id FROM smart_products ORDER BY position LIMIT 1',
  )
  const row: Written = {
    id: randomUUID(),
    orderNo: `P-${n}`,
    type: 'smart',
    mode: 'real',
    name: '=Steady',
    status: 'closed',
    createdAt,
    closedAt: createdAt + days * 24 * hour,
    profit: BigInt(days) * 700n - (left ? 500n : 0n),
    fee: 0n,
    swap: 0n,
    ...noActions,
  }
  await app.db.pool.query(
    `INSERT INTO smart_plans (id, order_no, public_id, user_id, product_id, product_name, amount, days, daily_yield, day_minor, penalty_share,
       started_at, paid_days, penalty, status, closed_at)
     VALUES ($1, $2, gen_random_uuid(), $3, $4, '=Steady', 1000000, $5, 700000000, 700, 0, $6, $7, $8, $9, $10)`,
    [
      row.id,
      row.orderNo,
      ada.id,
      rows[0]?.id,
      left ? days + 5 : days,
      createdAt,
      days,
      left ? 500 : null,
      left ? 'exited' : 'completed',
      row.closedAt,
    ],
  )
  written.push(row)
}

beforeAll(async () => {
  app = await startTestApp()
  ada = await app.signUp('ada')
  bob = await app.signUp('bob')
  const statuses = ['closed', 'closed', 'closed', 'cancelled', 'expired']
  for (const [n, status] of Array.from({ length: 18 }, () => statuses)
    .flat()
    .entries())
    await addContract(n, n % 10 === 9 ? bob.id : ada.id, n % 7 === 0 ? 'demo' : 'real', status)
  for (let n = 0; n < 45; n++)
    await addOption(n, n % 5 === 4 ? bob.id : ada.id, n % 4 === 0 ? 'demo' : 'real')
  await addPlan(1, 3, true)
  await addPlan(2, 7, false)
})
afterAll(() => app.dispose())

interface Page {
  readonly items: readonly ListedOrder[]
  readonly nextCursor: string | null
  readonly totals: OrderTotals | null
}
type Filter = Readonly<Record<string, string>>
const list = async (filter: Filter = {}, who = ada, mode: 'demo' | 'real' = 'real'): Promise<Page> => {
  const response: Omit<CallResponse, 'result'> & { result: unknown } = await app.call(
    'listAllOrders',
    filter,
    {
      token: who.token,
      mode,
    },
  )
  expect(response.code).toBe(200)
  return response.result as Page
}
const newestFirst = (rows: readonly Written[]) =>
  [...rows].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
const text = (minor: bigint) => {
  const digits = String(minor < 0n ? -minor : minor).padStart(7, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
const sum = (rows: readonly Written[], of: (row: Written) => bigint) =>
  rows.reduce((all, row) => all + of(row), 0n)
const net = ({ profit, fee, swap, dividends, splitCash }: Written) =>
  profit - fee + swap + dividends + splitCash
const real = () => written.filter(({ mode }) => mode === 'real')

describe('all orders in one list', () => {
  test('contracts, futures, options and plans come newest first, page after page, each once', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await list({ limit: '17', ...(cursor === null ? {} : { cursor }) })
      expect(page.totals === null).toBe(cursor !== null)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(newestFirst(real()))
    const types = new Set((await list({ limit: '100' })).items.map(({ type }) => type))
    expect(types).toEqual(new Set(['contracts', 'futures', 'options', 'smart']))
  })

  test.each<[string, Filter, (row: Written) => boolean]>([
    ['type', { type: 'futures' }, ({ type }) => type === 'futures'],
    ['status', { status: 'expired' }, ({ status }) => status === 'expired'],
    ['market', { q: 'eurusd' }, ({ name }) => name === 'EURUSD'],
    ['order number', { q: 'c-4' }, ({ orderNo }) => orderNo.startsWith('C-4')],
    ['product name', { q: 'steady' }, ({ type }) => type === 'smart'],
    [
      'period',
      {
        from: new Date(start + 1_000 * hour).toISOString(),
        to: new Date(start + 2_000 * hour).toISOString(),
      },
      ({ closedAt }) =>
        closedAt !== null && closedAt >= start + 1_000 * hour && closedAt <= start + 2_000 * hour,
    ],
  ])('the filter by %s leaves what fits, and the totals are of all of it', async (_name, filter, fits) => {
    const wanted = real().filter(fits)
    expect(wanted.length).toBeGreaterThan(0)
    const page = await list({ ...filter, limit: '100' })
    expect(page.items.map(({ id }) => id)).toEqual(newestFirst(wanted))
    expect((await list({ ...filter, limit: '1' })).totals).toEqual({
      count: wanted.length,
      profit: text(sum(wanted, ({ profit }) => profit)),
      fee: text(sum(wanted, ({ fee }) => fee)),
      swap: text(sum(wanted, ({ swap }) => swap)),
      dividends: text(sum(wanted, ({ dividends }) => dividends)),
      splitCash: text(sum(wanted, ({ splitCash }) => splitCash)),
      net: text(sum(wanted, net)),
    })
  })

  test('several types and states are given by repeating their keys', async () => {
    const response = await app.request(
      'GET',
      '/swx/customer/order/listAllOrders?type=futures&type=smart&status=closed&status=cancelled&limit=100',
      null,
      { authorization: ada.token, virtually: 'YES' },
    )
    const wanted = real().filter(
      ({ type, status }) =>
        (type === 'futures' || type === 'smart') && ['closed', 'cancelled'].includes(status),
    )
    expect(response.result.items.map(({ id }) => id)).toEqual(newestFirst(wanted))
  })

  test('nobody sees another’s orders, nor those of the other account', async () => {
    const mine = new Set(written.map(({ id }) => id))
    expect((await list({}, bob)).items.some(({ id }) => mine.has(id))).toBe(false)
    const demo = await list({ limit: '100' }, ada, 'demo')
    expect(demo.items.map(({ id }) => id)).toEqual(newestFirst(written.filter(({ mode }) => mode === 'demo')))
  })

  test('the file has every order that fits, with texts no spreadsheet runs', async () => {
    const response = await app.call('listAllOrders', { format: 'csv' }, { token: ada.token, mode: 'real' })
    expect(response.headers.get('content-disposition')).toContain('orders-real.csv')
    const lines = response.text.trimEnd().split('\r\n')
    expect(lines.length).toBe(real().length + 1)
    expect(lines[0]).toContain('id,orderNo,type,code,direction,kind,lots,leverage,margin,price,openPrice')
    expect(response.text).toContain(",'=Steady,")
    const one = await app.call(
      'listAllOrders',
      { format: 'csv', q: 'C-41' },
      { token: ada.token, mode: 'real' },
    )
    expect(one.text.trimEnd().split('\r\n').length).toBe(2)
  })

  test('a cursor that is none of ours and an unknown type are input errors', async () => {
    for (const wrong of [{ cursor: '12' }, { cursor: '12_x' }, { type: 'loans' }, { from: 'yesterday' }])
      expect((await app.call('listAllOrders', wrong, { token: ada.token })).code).toBe(11001)
    expect((await app.call('listAllOrders', {}, { token: null })).code).toBe(401)
  })
})

describe('trade statistics', () => {
  const statistics = async (request: Filter = {}): Promise<TradeStatistics> => {
    const response: { code: number; result: unknown } = await app.call('tradeStatistics', request, {
      token: ada.token,
      mode: 'real',
    })
    expect(response.code).toBe(200)
    return response.result as TradeStatistics
  }
  const closed = () => real().filter(({ type, status }) => type !== 'smart' && status === 'closed')
  const figures = (rows: readonly Written[]) => ({
    count: rows.length,
    profit: text(sum(rows, ({ profit }) => profit)),
    fee: text(sum(rows, ({ fee }) => fee)),
    swap: text(sum(rows, ({ swap }) => swap)),
    dividends: text(sum(rows, ({ dividends }) => dividends)),
    splitCash: text(sum(rows, ({ splitCash }) => splitCash)),
    net: text(sum(rows, net)),
    gains: rows.filter((row) => net(row) > 0n).length,
    losses: rows.filter((row) => net(row) < 0n).length,
    even: rows.filter((row) => net(row) === 0n).length,
  })

  test('equal an independent sum over everything closed, by market and by month', async () => {
    const { byMarket, byPeriod, ...all } = await statistics()
    expect(all).toEqual(figures(closed()))
    const codes = [...new Set(closed().map(({ name }) => name))]
    expect(new Map(byMarket.map(({ code, ...rest }) => [code, rest]))).toEqual(
      new Map(codes.map((code) => [code, figures(closed().filter(({ name }) => name === code))])),
    )
    const monthOf = (row: Written) =>
      `${new Date(row.closedAt ?? 0).toISOString().slice(0, 7)}-01T00:00:00.000Z`
    const months = [...new Set(closed().map(monthOf))].sort()
    expect(byPeriod).toEqual(
      months.map((from) => ({ from, ...figures(closed().filter((row) => monthOf(row) === from)) })),
    )
  })

  test('of a period are of the orders that were closed in it', async () => {
    const from = start + 900 * hour
    const within = closed().filter(({ closedAt }) => closedAt !== null && closedAt >= from)
    expect(await statistics({ from: new Date(from).toISOString(), per: 'day' })).toMatchObject(
      figures(within),
    )
  })
})
