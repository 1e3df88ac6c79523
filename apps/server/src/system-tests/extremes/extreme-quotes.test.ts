import { price } from '@candor/money'
import { expect, it } from 'vitest'
import {
  buy,
  customer,
  fixture,
  limit,
  order,
  plain,
  quote,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

/** As a feed may send them: prices and times beyond 64 bits. */
function offerAbsurd(): void {
  const { board, clock } = fixture
  const sent = { code: 'EURUSD', source: 'live', volume: 0, time: clock.now() } as const
  const dear = price('999999999999')
  board.offer({ ...sent, bid: price('1.15'), ask: dear })
  board.offer({ ...sent, bid: dear, ask: dear })
  board.offer({ ...sent, bid: price('-999999999999'), ask: price('1.15') })
  board.offer({ ...sent, bid: price('1.15'), ask: price('1.1501'), time: 1e300 })
  board.offer({ ...sent, bid: price('1.15'), ask: price('1.1501'), volume: Number.POSITIVE_INFINITY })
}

it('I11: an absurd quote is dropped and counted: what fills next has other neighbours, and the engine goes on', async () => {
  const dropped: string[] = []
  fixture.board.dropped.onDropped(({ code }) => dropped.push(code))
  const anna = await customer()
  const waits = await limit(anna)
  const newest = fixture.board.latest('EURUSD')?.seq
  offerAbsurd()
  expect(dropped).toEqual(Array(5).fill('EURUSD'))
  expect(fixture.board.latest('EURUSD')?.seq).toBe(newest)
  const opened = await buy(anna, plain)
  steady('EURUSD', '1.1398', '1.1399')
  offerAbsurd()
  quote('EURUSD', '1.1399', '1.14')
  await fixture.runtime.queue.settled()
  expect(fixture.stopped).toEqual([])
  expect((await order(anna, waits.id)).status).toBe('open')
  await verified(anna, waits.id)
  await verified(anna, opened.id)
  await fixture.keeper.flush()
})
