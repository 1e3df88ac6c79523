import { expect, it } from 'vitest'
import { withClient } from '../../../platform/database/database-server.ts'
import { recomputeOption } from '../../../proofs/receipts/recomputation/recompute-option.ts'
import { refuseEvents } from '../../../testing/commits/refuse-events.ts'
import { requestInTime } from '../../../testing/test-market-events.ts'
import { as, buy, documentOf, fixture, market, show, useTradedOptions, warm } from '../test-traded-options.ts'

useTradedOptions()

const byOwner = (statement: string) => withClient(fixture.db.owner, (client) => client.query(statement))
const findingsOf = async (id: string) => recomputeOption(await documentOf(id)).findings

/** Two options of a market whose 4:1 split the database does not take; `allow` lets it. */
async function runningOverPutOffSplit(code: string) {
  warm(code, '300')
  await market.buy(as, { code, lots: '1' })
  const options = { up: await buy(code, 'up', 180), down: await buy(code, 'down', 180) }
  const allow = await refuseEvents(byOwner, 'split')
  fixture.clock.advance(30_000)
  const split = { code, kind: 'split', value: '4:1', at: fixture.clock.now(), by: 'olga' } as const
  expect(await requestInTime(fixture.db.query, fixture.clock, split)).toBeNull()
  await market.pass()
  await expect.poll(() => fixture.board.haltedFor(code)).toBe('corporateAction')
  warm(code, '75.3')
  return { ...options, allow }
}

it('I11.14: an option that ends while a split is put off is given back: no price of the other scale decides it', async () => {
  const { up, down, allow } = await runningOverPutOffSplit('AAPL')
  fixture.clock.advance(150_000)
  warm('AAPL', '75.3')
  for (const id of [up, down]) expect(await show(id)).toMatchObject({ status: 'open' })
  fixture.clock.advance(60_000)
  await fixture.settler.refundOverdue()
  for (const id of [up, down]) {
    expect(await show(id)).toMatchObject({ result: 'refunded', refundReason: 'noQuote', profit: '0.000000' })
    expect(await findingsOf(id)).toEqual([])
  }
  await allow()
})

it('I11.14: an option that ends after a split that was put off is settled in the shares it was bought in', async () => {
  const { up, down, allow } = await runningOverPutOffSplit('MSFT')
  await allow()
  fixture.clock.advance(61_000)
  await market.pass()
  fixture.clock.advance(89_000)
  fixture.quote('MSFT', '75.3')
  expect(await show(up)).toMatchObject({ result: 'won', split: '4:1' })
  expect(await show(down)).toMatchObject({ result: 'lost', split: '4:1' })
  for (const id of [up, down]) expect(await findingsOf(id)).toEqual([])
})
