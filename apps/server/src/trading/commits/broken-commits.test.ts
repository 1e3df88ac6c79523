import { expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import {
  buy,
  close,
  customer,
  fixture,
  open,
  order,
  plain,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { followEventsOf, requestInTime } from '../../testing/test-market-events.ts'
import type { MarketActionsPort } from '../engine/runtime-options.ts'

// An error after a commit, while memory follows it: a defect. The database has the truth, so the engine ends and the next one reads it.

useContractsFixture()

const codes = ['AAPL', 'MSFT', 'IBM']
const defect = (): never => {
  throw new Error('a defect')
}

const marketActions = () => followEventsOf(fixture, () => fixture.board).actions

/** The engine has ended with the defect, and another one leads. */
async function takeOver(): Promise<void> {
  await expect.poll(() => fixture.stopped.splice(0)).toEqual([new Error('a defect')])
  await expect(fixture.runtime.close()).rejects.toThrow('a defect')
  fixture.runtime = await open({ actions: marketActions() })
}

/** Follows an action outside orders. */
const following: { done: MarketActionsPort['onDone'] } = { done: () => undefined }

const faults: Readonly<Record<string, () => void>> = {
  'its announcement': () => void Object.assign(fixture.runtime.unpaid, { observe: defect }),
  'an order’s change in memory': () => void Object.assign(fixture.runtime.book, { remove: defect }),
  'the rest of the platform': () => {
    following.done = defect
  },
}

const places = Object.keys(faults)

it.each(places)('I11.11: a split that is written survives an error in %s', async (fault) => {
  await fixture.runtime.close()
  fixture.runtime = await open({ actions: { ...marketActions(), onDone: (one) => following.done(one) } })
  const code = codes.shift() ?? ''
  const anna = await customer()
  fixture.clock.advance(3 * 3_600_000)
  steady(code, '200', '200')
  steady('BTCUSD', '8000', '8000')
  const held = await buy(anna, { ...plain, code, lots: '10', leverage: 5 })
  fixture.clock.advance(1_000)
  const request = { code, kind: 'split' as const, value: '4:1', at: fixture.clock.now(), by: 'olga' }
  expect(await requestInTime(fixture.db.query, fixture.clock, request)).toBeNull()
  faults[fault]?.()
  await fixture.runtime.readActions()
  fixture.runtime.engine.passTime()
  await fixture.runtime.engine.actions.ended()
  // Nothing is decided on half an action.
  const coin = { ...plain, code: 'BTCUSD', lots: '0.1', leverage: 2 }
  await expect(buy(anna, coin)).rejects.toThrow('a defect')
  await takeOver()
  expect(await order(anna, held.id)).toMatchObject({ status: 'open', lots: '40' })
  steady('BTCUSD', '8000', '8000')
  expect(await buy(anna, coin)).toMatchObject({ status: 'open' })
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.11: so does an order', async () => {
  const anna = await customer()
  const held = await buy(anna)
  Object.assign(fixture.runtime.unpaid, { observe: defect })
  await expect(close(anna, { id: held.id })).rejects.toThrow('a defect')
  await takeOver()
  expect(await order(anna, held.id)).toMatchObject({ status: 'closed' })
  expect(await reconcile(fixture.db)).toEqual([])
})
