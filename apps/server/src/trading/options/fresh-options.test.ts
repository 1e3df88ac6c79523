import { randomUUID } from 'node:crypto'
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

/** Makes a call, and resolves with its promise once it waits for the next quote. */
async function waiting<T>(act: () => Promise<T>): Promise<{ readonly called: Promise<T> }> {
  const nextOf = vi.spyOn(QuoteArrivals.prototype, 'nextOf')
  const called = act()
  await expect.poll(() => nextOf.mock.calls.length).toBeGreaterThan(0)
  nextOf.mockRestore()
  return { called }
}

it('I16.2: an option opens at a price younger than the limit, else at the next, and its receipt says which', async () => {
  const as = await fixture.customer()
  fixture.clock.set(noon)
  fixture.warm('BTCUSDT', '94000')
  const atOnce = await fixture.call('buyOptions', request, { as })
  expect(atOnce.result).toMatchObject({ openPrice: '94000.00' })
  fixture.clock.advance(500)
  const seen = fixture.board.latest('BTCUSDT')?.seq
  const buying = await waiting(() => fixture.call('buyOptions', request, { as }))
  fixture.quote('BTCUSDT', '94100')
  const waited = await buying.called
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

it('I16.2: who goes away while their purchase waits has it once, and its key returns it', async () => {
  const as = await fixture.customer()
  fixture.warm('BTCUSDT', '94100')
  fixture.clock.advance(500)
  const [key, connection] = [randomUUID(), new AbortController()]
  const { called } = await waiting(() =>
    fixture.call('buyOptions', request, { as, key, signal: connection.signal }).catch(() => 'gone'),
  )
  connection.abort()
  expect(await called).toBe('gone')
  fixture.quote('BTCUSDT', '94200')
  const again = await fixture.call('buyOptions', request, { as, key })
  expect(again.result).toMatchObject({ openPrice: '94200.00' })
  const { result } = await fixture.call('listOptionsOrder', { status: 'open' }, { as })
  expect(result.items).toHaveLength(1)
})
