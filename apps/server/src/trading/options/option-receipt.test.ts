import { afterAll, beforeAll, expect, it } from 'vitest'
import { recomputeOption } from '../../proofs/receipts/recomputation/recompute-option.ts'
import { noon } from '../../testing/module-fixture.ts'
import { ownOptionReceipt } from './option-receipt.ts'
import { type OptionsFixture, openOptionsFixture } from './options-fixture.ts'

let fixture: OptionsFixture
beforeAll(async () => {
  fixture = await openOptionsFixture()
})
afterAll(() => fixture.dispose())

interface Shown {
  readonly quote: { readonly seq: number }
  readonly after: { readonly seq: number; readonly bid: string } | null
}

it('I15.11d: an option’s receipt shows the quote after each one that decided something, once it came', async () => {
  const as = await fixture.customer()
  fixture.clock.set(noon)
  fixture.warm('BTCUSDT', '94000')
  const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
  const id = String((await fixture.call('buyOptions', request, { as })).result.id)
  const read = async () => {
    const receipt = await ownOptionReceipt(fixture.db, id, { userId: as, mode: 'demo' }, fixture.proofs)
    const document = JSON.parse(JSON.stringify(receipt?.document)) as { events: Shown[] }
    expect(recomputeOption(document).findings).toEqual([])
    return { document, shown: document.events.map(({ quote, after }) => after && after.seq - quote.seq) }
  }
  expect((await read()).shown).toEqual([null])
  fixture.clock.advance(60_000)
  fixture.quote('BTCUSDT', '94010')
  await fixture.settler.written()
  await expect.poll(async () => (await read()).shown).toEqual([1, null])
  fixture.clock.advance(1_000)
  fixture.quote('BTCUSDT', '93990')
  await expect.poll(async () => (await read()).shown).toEqual([1, 1])
  const { document } = await read()
  expect(document.events[1]?.after?.bid).toBe('93989.99')
  // One of another market beside the quote is found.
  const [open, close] = document.events
  const foreign = { ...close, after: { ...close?.after, code: 'ETHUSDT' } }
  expect(recomputeOption({ ...document, events: [open, foreign] }).findings).toEqual([
    'the close names a quote of another market',
  ])
})
