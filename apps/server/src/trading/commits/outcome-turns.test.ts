import { beforeEach, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { holdCommits } from '../../testing/commits/held-commits.ts'
import {
  believed,
  buy,
  closeAll,
  customer,
  edit,
  fixture,
  open,
  order,
  plain,
  quote,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { followEventsOf, requestInTime } from '../../testing/test-market-events.ts'

// One commit has the outcomes of many accounts, and in each many stops were reached meanwhile.

useContractsFixture()

const holders = 4
const each = 3
const codes = ['AAPL', 'MSFT', 'IBM', 'KO', 'DIS']
let code: string
/** Accounts that are only judged, and keep what they have: each takes a turn in which nothing is written. */
const judgedOnly = 12

interface Owner {
  readonly who: Caller
  readonly ids: readonly string[]
}
let judged: Owner[]
let owners: Owner[]

beforeEach(async () => {
  await fixture.runtime.close()
  code = codes.shift() ?? ''
  fixture.runtime = await open({
    actions: followEventsOf(fixture, () => fixture.board).actions,
    unitsPerTurn: 1,
  })
  // New York is open at 15:00 UTC.
  fixture.clock.advance(3 * 3_600_000)
  for (let n = 0; n < 8; n++) quote(code, '200', '200')
  // At 198 a margin of 9 800 is more than what is left of 10 000, and no stop-out follows.
  judged = []
  for (let n = 0; n < judgedOnly; n++) judged.push(await holder(1, { lots: '245' }))
  owners = []
  for (let n = 0; n < holders; n++) owners.push(await holder(each, { lots: '1', stopLoss: '199' }))
  fixture.clock.advance(1_000)
})

async function holder(count: number, fields: Readonly<Record<string, unknown>>): Promise<Owner> {
  const who = await customer()
  const ids = []
  for (let n = 0; n < count; n++) ids.push((await buy(who, { ...plain, code, leverage: 5, ...fields })).id)
  return { who, ids }
}

const positionsHere = () => fixture.runtime.book.orders.of(code)
const openNow = () => positionsHere().length
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** In each account an edit is under way while a quote reaches all its stops; the returned function lets the edits be written. */
async function reachAllInDoubt(): Promise<() => Promise<void>> {
  const { runtime } = fixture
  const commit = holdCommits()
  const edits = [...judged, ...owners].map(({ who, ids: [id = ''] }) => edit(who, { id, takeProfit: '300' }))
  await expect
    .poll(() => positionsHere().filter(({ inDoubt }) => inDoubt > 0).length)
    .toBe(judgedOnly + holders)
  quote(code, '198', '198')
  runtime.engine.finish()
  expect(openNow()).toBe(judgedOnly + holders * each)
  return async () => {
    commit()
    await Promise.all(edits)
  }
}

async function expectAllStopped(): Promise<void> {
  for (const { who, ids } of owners)
    for (const id of ids) {
      expect(await order(who, id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '198.00', lots: '1' })
      await verified(who, id)
    }
  expect(await reconcile(fixture.db)).toEqual([])
}

/** Numbers of positions that close in one turn of the event loop, until nothing is left to write. */
async function closedInATurn(open: () => number, commit: () => Promise<unknown>): Promise<Set<number>> {
  const seen = new Set<number>()
  let isDone = false
  const settled = commit()
    .then(() => fixture.runtime.engine.settled())
    .finally(() => {
      isDone = true
    })
  for (let before = open(); !isDone; before = open()) {
    await nextTurn()
    seen.add(before - open())
  }
  await settled
  return seen
}

it('I11.11: what waited for one commit is done in turns of the event loop, of one account too', async () => {
  const commit = await reachAllInDoubt()
  expect(await closedInATurn(openNow, commit)).toEqual(new Set([0, 1]))
  await expectAllStopped()
})

it('I11.11: so is the stop-out of an account that was in doubt', async () => {
  const { engine, book } = fixture.runtime
  steady('BTCUSD', '8000', '8000')
  const anna = await customer()
  const ids: string[] = []
  for (let n = 0; n < 20; n++)
    ids.push((await buy(anna, { ...plain, code: 'BTCUSD', lots: '0.09', leverage: 2 })).id)
  const [id = ''] = ids
  const commit = holdCommits()
  const edited = edit(anna, { id, takeProfit: '20000' })
  await expect.poll(() => book.positions.get(id)?.inDoubt).toBe(1)
  believed('BTCUSD', '3000')
  engine.finish()
  const left = () => ids.filter((each) => book.positions.has(each)).length
  expect(left()).toBe(ids.length)
  const seen = await closedInATurn(left, () => {
    commit()
    return edited
  })
  expect(seen).toEqual(new Set([0, 1]))
  // 985.6 of equity carry the margin of five: half of it, 900, is less.
  expect(left()).toBe(5)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.11: so is closing all of an account', async () => {
  steady('EURUSD', '1.15', '1.1501')
  const anna = await customer()
  for (let n = 0; n < 120; n++) await buy(anna, { ...plain, lots: '0.01' })
  const { positions } = fixture.runtime.book.account(anna.userId, 'demo')
  const seen = await closedInATurn(
    () => positions.size,
    () => closeAll(anna),
  )
  expect(positions.size).toBe(0)
  expect(Math.max(...seen)).toBeLessThanOrEqual(50)
})

it('I11.11: an action of the market begins when all that waited for a commit is done', async () => {
  const { runtime } = fixture
  const commit = await reachAllInDoubt()
  const split = { code, kind: 'split', value: '4:1', at: fixture.clock.now(), by: 'olga' } as const
  expect(await requestInTime(fixture.db.query, fixture.clock, split)).toBeNull()
  await runtime.readActions()
  runtime.engine.passTime()
  expect(runtime.engine.actions.underWay).toBe(true)
  await commit()
  await runtime.engine.actions.still()
  await runtime.queue.settled()
  await expectAllStopped()
})

it('I11.11: an engine that is closed does all that waited for a commit first', async () => {
  const commit = await reachAllInDoubt()
  const closing = fixture.runtime.close()
  await commit()
  await closing
  const { rows } = await fixture.db.pool.query(
    "SELECT FROM orders_contracts WHERE id = ANY ($1) AND status <> 'closed'",
    [owners.flatMap(({ ids }) => ids)],
  )
  expect(rows).toEqual([])
})
