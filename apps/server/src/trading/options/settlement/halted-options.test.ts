import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { noon } from '../../../testing/module-fixture.ts'
import { type OptionsFixture, openOptionsFixture } from '../options-fixture.ts'

// What was bought before an operator's halt, a freeze or a change of parameters settles as if there had been none (rulebook, Options).

let fixture: OptionsFixture
let as: string
beforeAll(async () => {
  fixture = await openOptionsFixture(1_000_000n)
})
afterAll(() => fixture.dispose())
beforeEach(async () => {
  fixture.board.halt('BTCUSDT', null)
  for (let n = 0; n < 3; n++) fixture.warm('BTCUSDT', '94000')
  as = await fixture.customer()
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }

async function buy(): Promise<string> {
  const { code, result } = await fixture.call('buyOptions', request, { as })
  expect(code).toBe(20004)
  return String(result.id)
}

const show = async (id: string) => {
  await fixture.settler.written()
  return (await fixture.call('getOptionsOrderById', { id }, { as })).result
}

const set = (
  key: 'options.disabledMarkets' | 'options.payouts' | 'options.stakeMax',
  value: string[] | string,
) => fixture.parameters.change({ key, value, reason: 'a test', changedBy: 'ana', approvedBy: 'ben' })

test('a halt over its end changes nothing: the first tradable quote at or after it settles it, and is journalled', async () => {
  const id = await buy()
  fixture.board.halt('BTCUSDT', 'prices')
  fixture.clock.advance(59_999)
  fixture.quote('BTCUSDT', '93000')
  expect(await show(id)).toMatchObject({ status: 'open' })
  fixture.clock.advance(1)
  fixture.quote('BTCUSDT', '94500')
  fixture.quote('BTCUSDT', '93000')
  expect(await show(id)).toMatchObject({ result: 'won', closePrice: '94500.00', profit: '75.000000' })
  const { rows } = await fixture.db.pool.query(
    `SELECT q.bid FROM options_orders o JOIN markets_quotes q ON q.code = o.code AND q.seq = o.close_seq WHERE o.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ bid: 944_999_900_000_000n }])
  expect((await fixture.call('buyOptions', request, { as })).result).toEqual({ reason: 'halted' })
})

test('nor does a freeze of the customer, nor options taken off sale, nor another limit for stakes', async () => {
  const id = await buy()
  fixture.customers.set(as, { country: null, frozen: true })
  await set('options.disabledMarkets', ['BTCUSDT'])
  await set('options.stakeMax', '50')
  fixture.clock.advance(60_000)
  fixture.quote('BTCUSDT', '94500')
  expect(await show(id)).toMatchObject({ result: 'won', profit: '75.000000' })
  await set('options.disabledMarkets', [])
  await set('options.stakeMax', '2000')
})

test('outside the market’s own hours nothing settles it: a halt is no closing, and no opening either', async () => {
  // Ten seconds past three in New York: it ends ten seconds after the close.
  fixture.clock.set(noon + 3 * 3_600_000 + 10_000)
  for (let n = 0; n < 3; n++) fixture.warm('AAPL', '200')
  const { code, result } = await fixture.call(
    'buyOptions',
    { ...request, code: 'AAPL', periodSeconds: 3600 },
    { as },
  )
  expect(code).toBe(20004)
  fixture.board.halt('AAPL', 'prices')
  fixture.clock.advance(3_600_000)
  fixture.quote('AAPL', '201')
  expect(await show(String(result.id))).toMatchObject({ status: 'open' })
  fixture.clock.advance(30_001)
  await fixture.settler.refundOverdue()
  expect(await show(String(result.id))).toMatchObject({ result: 'refunded', refundReason: 'noQuote' })
})

test('a restart during the halt changes nothing either: it loads what is open before the first quote', async () => {
  const id = await buy()
  fixture.board.halt('BTCUSDT', 'prices')
  await fixture.settler.stop()
  fixture.clock.advance(60_000)
  const second = fixture.another()
  await second.start()
  try {
    fixture.quote('BTCUSDT', '94500')
    await second.written()
    expect(await show(id)).toMatchObject({ result: 'won' })
  } finally {
    await second.stop()
  }
})
