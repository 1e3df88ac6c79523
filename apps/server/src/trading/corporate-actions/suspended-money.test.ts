import { price } from '@candor/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resumeMarket } from '../../market-data/market-events/halts.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { refuseEvents } from '../../testing/commits/refuse-events.ts'
import { noon } from '../../testing/module-fixture.ts'
import { type FundedMarket, openFundedMarket } from '../../testing/test-market.ts'
import { followEventsOf, requestInTime } from '../../testing/test-market-events.ts'
import { freeOf } from '../risk/funds/account-funds.ts'

let fixture: FundedMarket['fixture']
let market: FundedMarket['market']
let dispose: FundedMarket['dispose']
beforeAll(async () => {
  ;({ fixture, market, dispose } = await openFundedMarket(['trading-capital', 'negative-balance']))
})
afterAll(() => dispose())

let day = 0
const nextDay = () => fixture.clock.set(noon + ++day * 7 * 86_400_000)
const minute = 60_000
const byOwner = (statement: string) => withClient(fixture.db.owner, (client) => client.query(statement))
const resume = (code: string) => resumeMarket(fixture.db.query, fixture.clock, { code, by: 'olga' })
const free = (userId: string) => {
  const { book, valuation } = market.runtime()
  return freeOf(book.account(userId, 'demo'), valuation)
}

/** The database takes no such action until the returned function is called. */
async function putOff(code: string, kind: 'split' | 'dividend', value: string) {
  const at = fixture.clock.now()
  const allow = await refuseEvents(byOwner, kind)
  expect(
    await requestInTime(fixture.db.query, fixture.clock, { code, kind, value, at, by: 'olga' }),
  ).toBeNull()
  await market.pass()
  await expect.poll(() => fixture.board.haltedFor(code)).toBe('corporateAction')
  return allow
}

it('I11.1: money lost in a market whose dividend is put off is not free', async () => {
  nextDay()
  market.warm('KO', '300', '300')
  const anna = await fixture.customer(10_000n)
  await market.buy(anna, { code: 'KO', lots: '80' })
  fixture.clock.advance(1_000)
  const allow = await putOff('KO', 'dividend', '0.01')
  // At once: half of the margin of 4 800 counts as lost.
  expect(free(anna)).toEqual({ minor: 2_776_000_000n, stale: true })
  fixture.clock.advance(2 * minute)
  market.warm('KO', '230', '230')
  await market.pass()
  // What its quotes say is worse: 80 x 70 are lost.
  expect(free(anna)).toEqual({ minor: 0n, stale: true })
  await allow()
  fixture.clock.advance(minute)
  await market.pass()
})

it('I11.1: money lost in a market that is halted within its hours is not free; outside them its last price counts', async () => {
  nextDay()
  market.warm('XOM', '300', '300')
  const anna = await fixture.customer(10_000n)
  await market.buy(anna, { code: 'XOM', lots: '80' })
  const before = free(anna)
  expect(before).toEqual({ minor: 5_176_000_000n, stale: false })
  fixture.board.halt('XOM', 'news')
  fixture.clock.advance(2 * minute)
  expect(free(anna)).toEqual({ minor: 2_776_000_000n, stale: true })
  market.warm('XOM', '250', '250')
  await market.pass()
  expect(free(anna)).toEqual({ minor: 1_176_000_000n, stale: true })
  fixture.clock.advance(11 * 60 * minute)
  expect(free(anna)).toEqual({ ...before, stale: false })
  fixture.board.halt('XOM', null)
})

it('I11.X: a clock that is set back lifts no suspension, here and after a start; the action is tried again in time', async () => {
  nextDay()
  market.warm('IBM', '300', '300.02')
  const anna = await fixture.customer(10_000n)
  const { id } = await market.buy(anna, { code: 'IBM', lots: '150' })
  fixture.clock.advance(1_000)
  const allow = await putOff('IBM', 'split', '4:1')
  fixture.clock.advance(-10 * minute)
  const events = followEventsOf(fixture, () => fixture.board)
  for (const restart of [false, true]) {
    if (restart) await market.restart()
    for (const { run } of events.jobs) await run()
    expect(await resume('IBM')).toBe('action-due')
    // As it comes to a process that has not heard of the halt.
    fixture.board.halt('IBM', null)
    market.warm('IBM', '75', '75.02')
    await market.pass()
    expect(fixture.board.latestTradable('IBM', 'demo')?.bid).not.toBe(price('75'))
    expect(market.runtime().processed.isSuspended('IBM')).toBe(true)
    expect(await market.order(anna, id)).toMatchObject({ status: 'open', lots: '150' })
  }
  await allow()
  fixture.clock.advance(minute + 1_000)
  await market.pass()
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', lots: '600' })
})
