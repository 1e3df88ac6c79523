import { price } from '@candor/money'
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import type { ActionRequest } from '../../market-data/market-events/actions.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  balance,
  buy,
  customer,
  fixture,
  open,
  order,
  plain,
  quote,
  refusal,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { followEventsOf, requestInTime } from '../../testing/test-market-events.ts'
import { accountFigures } from '../equity/account-figures.ts'
import { ordersPerTurn } from './action-batches.ts'

// More positions of one market than one turn of the event loop plans, one statement writes, or one turn takes over.

useContractsFixture()

const each = 70
const holders = 3
const warnings: string[] = []
let code: string
const codes = ['AAPL', 'MSFT', 'IBM', 'KO', 'DIS']
let owners: Caller[]
let ids: string[]

beforeEach(async () => {
  await fixture.runtime.close()
  code = codes.shift() ?? ''
  const { clock } = fixture
  warnings.length = 0
  const { actions } = followEventsOf(fixture, () => fixture.board, warnings)
  fixture.runtime = await open({ actions, ordersPerStatement: 60 })
  // New York is open at 15:00 UTC.
  clock.advance(3 * 3_600_000)
  for (let n = 0; n < 8; n++) quote(code, '200', '200')
  steady('BTCUSD', '8000', '8000')
  owners = [await customer(), await customer(), await customer()]
  ids = []
  for (const [place, who] of owners.entries())
    for (let n = 0; n < each; n++) {
      const direction = place === holders - 1 ? 'sell' : 'buy'
      ids.push((await buy(who, { ...plain, code, direction, lots: '1', leverage: 5 })).id)
    }
  clock.advance(1_000)
  expect(ids.length).toBeGreaterThan(2 * ordersPerTurn)
})

const call = (kind: ActionRequest['kind'], value: string) =>
  requestInTime(fixture.db.query, fixture.clock, { code, kind, value, at: fixture.clock.now(), by: 'olga' })

/** Begins what is due and calls `look` in every turn of the event loop until it is over. */
async function carryOut(look: (turn: number) => void = () => undefined): Promise<void> {
  const { engine, queue } = fixture.runtime
  await fixture.runtime.readActions()
  engine.passTime()
  expect(engine.actions.underWay).toBe(true)
  for (let turn = 0; engine.actions.underWay; turn++) {
    look(turn)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await queue.settled()
}

/** Sizes of the positions in memory, and how many there are of each. */
function sizes(): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const id of ids) {
    const size = String((fixture.runtime.book.positions.get(id)?.lots ?? 0n) / 10n ** 8n)
    counted[size] = (counted[size] ?? 0) + 1
  }
  return counted
}

const figures = (who: Caller) => accountFigures(fixture.runtime, who.userId, who.mode, fixture.runtime.now())

/** Checks that memory has what is in the database: balances, sizes and numbers of events. */
async function expectMemoryAsWritten(): Promise<void> {
  for (const who of owners)
    expect(fixture.runtime.book.account(who.userId, who.mode)).toMatchObject({
      balanceMinor: (await balance(who))?.balanceMinor,
      writing: 0,
    })
  const { rows } = await fixture.db.pool.query<{ id: string; lots: bigint; events: number }>(
    'SELECT id, lots, events FROM orders_contracts WHERE id = ANY ($1)',
    [ids],
  )
  for (const { id, lots, events } of rows)
    expect(fixture.runtime.book.positions.get(id)).toMatchObject({ lots, events })
  expect(await reconcile(fixture.db)).toEqual([])
}

it('I11.11: a split of many positions goes in turns, and nobody who looks, quotes or calls meets half of it', async () => {
  const [anna, , last] = owners as [Caller, Caller, Caller]
  const [other, stranger] = [await customer(), await customer()]
  const coin = await buy(other, { ...plain, code: 'BTCUSD', lots: '0.1', leverage: 2, stopLoss: '7900' })
  const worth = (await figures(last)).equity
  const seen = new Set<string>()
  const shown: Promise<unknown>[] = []
  const requests: Promise<unknown>[] = []
  let found: () => void = () => undefined
  const lookedUp = new Promise<[]>((resolve) => {
    found = () => resolve([])
  })
  expect(await call('split', '4:1')).toBeNull()
  const { engine, valuation } = fixture.runtime
  await carryOut((turn) => {
    seen.add(Object.keys(sizes()).join(' and '))
    if (engine.actions.halfApplied !== null) shown.push(...owners.map(figures))
    if (turn > 0) {
      expect(valuation.of('demo').mid('BTCUSD')).toBe(price('8000'))
      return
    }
    // Of the old scale: it decides nothing. The other market's is taken when its turn comes.
    quote(code, '201', '201')
    quote('BTCUSD', '7890', '7890')
    quote('BTCUSD', '8010', '8010')
    // Quotes that never came are looked up meanwhile, and the action is on no calendar, as a roll.
    engine.actions.schedule([])
    engine.lookUp(['EURUSD'], lookedUp)
    for (const [who, of] of [
      [anna, code],
      [stranger, 'LTCUSD'],
    ] as const)
      requests.push(engine.inTurn(who, of, sizes))
  })
  expect([...seen]).toContain('1 and 4')
  expect(shown.length).toBeGreaterThan(holders)
  for (const one of await Promise.all(shown)) expect(one).toMatchObject({ equity: worth })
  expect(sizes()).toEqual({ 4: holders * each })
  found()
  await engine.caughtUp()
  await fixture.runtime.queue.settled()
  expect(await Promise.all(requests)).toEqual(Array(2).fill({ 4: holders * each }))
  await expectMemoryAsWritten()
  expect(await order(other, coin.id)).toMatchObject({ status: 'closed', closePrice: '7890.00' })
  const [first = ''] = ids
  expect((await verified(anna, first)).events).toMatchObject([
    { kind: 'open' },
    { kind: 'split', price: '200' },
  ])
})

it('I11.10: a dividend whose acknowledgement is lost is recognised when it is sent again, and paid once', async () => {
  let lost = 0
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const result = Reflect.apply(send, this, args)
      if (args[0] !== 'COMMIT' || lost > 0 || !fixture.runtime.engine.actions.underWay) return result
      lost += 1
      return (result as Promise<unknown>).then(() => {
        throw new Error('Connection terminated unexpectedly')
      })
    },
  })
  expect(await call('dividend', '0.5')).toBeNull()
  await carryOut()
  Object.assign(pg.Client.prototype, { query: send })
  expect(lost).toBe(1)
  for (const who of owners.slice(0, -1)) {
    const paid = await fixture.db.pool.query<{ minor: bigint }>(
      `SELECT minor FROM ledger_entries JOIN ledger_accounts a ON a.id = credited
        WHERE kind = 'contract-dividend' AND a.owner = $1`,
      [who.userId],
    )
    expect(paid.rows).toEqual(Array(each).fill({ minor: 500_000n }))
  }
  expect(fixture.stopped).toEqual([])
  await expectMemoryAsWritten()
})

it('I11.11: a night before an action that a missed quote begins is charged in turns', async () => {
  await fixture.runtime.close()
  const { actions } = followEventsOf(fixture, () => fixture.board, warnings)
  fixture.runtime = await open({ actions, unitsPerTurn: 200 })
  const { runtime, board, clock } = fixture
  const newest = board.latestTradable(code, 'demo')
  if (newest === null) throw new Error('no quote')
  const opened = clock.now()
  const charged = () =>
    ids.filter((id) => (runtime.book.positions.get(id)?.swappedThrough ?? 0) > opened).length
  clock.advance(86_400_000)
  const missed = { ...newest, seq: newest.seq + 1, receivedAt: clock.now() }
  const found = async () => {
    expect(await call('dividend', '0.5')).toBeNull()
    await runtime.readActions()
    return [{ quote: missed, recent: [missed], levelsOnly: false }]
  }
  runtime.engine.lookUp([code], found())
  const seen = new Set<number>()
  while (runtime.engine.isWalking || runtime.engine.actions.underWay) {
    seen.add(charged())
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(charged()).toBe(holders * each)
  expect([...seen].filter((count) => count > 0 && count < holders * each)).not.toEqual([])
  await runtime.queue.settled()
  await expectMemoryAsWritten()
})

it('I11.11: an engine that is closed in the middle of an action ends it first', async () => {
  expect(await call('split', '2:1')).toBeNull()
  await fixture.runtime.readActions()
  fixture.runtime.engine.passTime()
  await fixture.runtime.close()
  expect(fixture.runtime.engine.actions.underWay).toBe(false)
  expect(sizes()).toEqual({ 2: holders * each })
  await expectMemoryAsWritten()
})

it('I11.11: a dividend that the capital can pay for some positions only is paid for none', async () => {
  const before = await Promise.all(owners.map(balance))
  // The capital of 1 000 000 is short in the middle; what the last part takes of those who sold would be there.
  expect(await call('dividend', '8000')).toBeNull()
  await carryOut()
  expect(warnings).toEqual([expect.stringContaining('could not be carried out')])
  expect(await Promise.all(owners.map(balance))).toEqual(before)
  const { rows } = await fixture.db.pool.query(
    "SELECT FROM orders_events WHERE kind = 'dividend' AND order_id = ANY ($1)",
    [ids],
  )
  expect(rows).toEqual([])
  await expectMemoryAsWritten()
  // The engine goes on; nobody leaves the market before the dividend.
  steady('EURUSD', '1.15', '1.1501')
  expect(await buy(await customer(), plain)).toMatchObject({ status: 'open' })
  const fields = { ...plain, code, lots: '1', leverage: 5 }
  expect(await refusal(buy(await customer(), fields))).toBe('10015 halted')
})
