import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { noon } from '../../testing/module-fixture.ts'
import { QuoteArrivals } from '../quotes/quote-arrivals.ts'
import { type OptionsFixture, openOptionsFixture } from './options-fixture.ts'

let fixture: OptionsFixture
beforeAll(async () => {
  fixture = await openOptionsFixture(100_000n, { engine: true, fresh: true })
})
afterAll(() => fixture.dispose())

const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }

it('I16.2: an option opens at a price younger than the limit, else at the next, and its receipt says which', async () => {
  const as = await fixture.customer()
  fixture.clock.set(noon)
  fixture.warm('BTCUSDT', '94000')
  const atOnce = await fixture.call('buyOptions', request, { as })
  expect(atOnce.result).toMatchObject({ openPrice: '94000.00' })
  fixture.clock.advance(500)
  const seen = fixture.board.latest('BTCUSDT')?.seq
  const nextOf = vi.spyOn(QuoteArrivals.prototype, 'nextOf')
  const buying = fixture.call('buyOptions', request, { as })
  await expect.poll(() => nextOf.mock.calls.length).toBeGreaterThan(0)
  nextOf.mockRestore()
  fixture.quote('BTCUSDT', '94100')
  const waited = await buying
  expect(waited.result).toMatchObject({ openPrice: '94100.00' })
  const { rows } = await fixture.db.pool.query<{ fill: object }>(
    `SELECT facts -> 'fill' AS fill FROM options_events WHERE kind = 'open' ORDER BY at, order_id`,
  )
  const at = (moment: number) => ({ calledAt: moment, dueAt: moment })
  expect(rows.map(({ fill }) => fill)).toEqual([
    { freshMs: 500, ...at(noon), waitedFrom: null },
    { freshMs: 500, ...at(noon + 500), waitedFrom: seen },
  ])
})
