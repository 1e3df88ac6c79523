import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { resumeMarket } from '../../market-data/market-events/halts.ts'
import { fixture, market, nextWeek, putOff, useFundedMarket } from '../../testing/test-market.ts'
import { followEventsOf } from '../../testing/test-market-events.ts'
import { freeOf } from '../risk/funds/account-funds.ts'

useFundedMarket(['trading-capital', 'negative-balance'])

const minute = 60_000
const resume = (code: string) => resumeMarket(fixture.db.query, fixture.clock, { code, by: 'olga' })
const free = (userId: string) => {
  const { book, valuation } = market.runtime()
  return freeOf(book.account(userId, 'demo'), valuation)
}

it('I11.1: money lost in a market whose dividend is put off is not free', async () => {
  nextWeek()
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
})

it('I11.1: money lost in a market that is halted within its hours is not free; outside them its last price counts', async () => {
  nextWeek()
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
  nextWeek()
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
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', lots: '600' })
})
