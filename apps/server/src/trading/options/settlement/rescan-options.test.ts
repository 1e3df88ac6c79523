import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { type OptionsFixture, openOptionsFixture } from '../options-fixture.ts'

let fixture: OptionsFixture
beforeAll(async () => {
  fixture = await openOptionsFixture()
  fixture.warm('BTCUSDT', '94000')
})
afterAll(() => fixture.dispose())

const gone = () => new Error('Connection terminated unexpectedly')

/** The next transaction is committed, and its answer is lost on the way. */
function loseNextCommit(): () => number {
  const { ledger } = fixture
  const { transaction } = ledger
  let lost = 0
  const losing: typeof transaction = async (work) => {
    const result = await transaction.call(ledger, work)
    lost += 1
    Object.assign(ledger, { transaction })
    if (lost > 0) throw gone()
    return result as never
  }
  Object.assign(ledger, { transaction: losing })
  return () => lost
}

const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
const show = async (as: string, id: string) =>
  (await fixture.call('getOptionsOrderById', { id }, { as })).result

it('I11.10: an option whose purchase was committed and never acknowledged is found before its end, and settled by the quote at it', async () => {
  const as = await fixture.customer()
  const lost = loseNextCommit()
  const bought = await fixture.call('buyOptions', request, { as })
  expect(lost()).toBe(1)
  expect(bought.code).toBe(20004)
  const id = String(bought.result.id)
  fixture.clock.advance(45_000)
  await fixture.settler.rescan()
  fixture.clock.advance(15_000)
  fixture.quote('BTCUSDT', '94001')
  await fixture.settler.written()
  expect(await show(as, id)).toMatchObject({ status: 'closed', result: 'won', closePrice: '94001.00' })
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.10: one that is found only after its end is settled by the first quote kept of its time, once', async () => {
  const as = await fixture.customer()
  loseNextCommit()
  const bought = await fixture.call('buyOptions', request, { as })
  const id = String(bought.result.id)
  fixture.clock.advance(61_000)
  fixture.quote('BTCUSDT', '94002')
  fixture.quote('BTCUSDT', '90000')
  await Promise.all([fixture.settler.rescan(), fixture.settler.rescan()])
  await fixture.settler.written()
  await fixture.settler.rescan()
  await fixture.settler.written()
  expect(await show(as, id)).toMatchObject({ status: 'closed', result: 'won', closePrice: '94002.00' })
  const closings = fixture.events.published.filter(
    ({ data }) =>
      (data as { id: string; status: string }).id === id && (data as { status: string }).status === 'closed',
  )
  expect(closings).toHaveLength(1)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.10: a database that goes away while ends are looked up leaves no option unwatched', async () => {
  const as = await fixture.customer()
  const id = String((await fixture.call('buyOptions', request, { as })).result.id)
  fixture.clock.advance(91_000)
  const { paths } = fixture.proofs
  const { receivedWithin } = paths
  Object.assign(paths, { receivedWithin: () => Promise.reject(gone()) })
  await fixture.settler.refundOverdue()
  expect(await show(as, id)).toMatchObject({ status: 'open' })
  Object.assign(paths, { receivedWithin })
  await fixture.settler.refundOverdue()
  expect(await show(as, id)).toMatchObject({ status: 'closed', refundReason: 'noQuote' })
  expect(await reconcile(fixture.db)).toEqual([])
})
