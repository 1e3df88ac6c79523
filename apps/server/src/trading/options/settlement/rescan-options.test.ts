import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { type OptionsFixture, openOptionsFixture } from '../options-fixture.ts'

let room: OptionsFixture
beforeAll(async () => {
  room = await openOptionsFixture()
  room.warm('BTCUSDT', '94000')
})
afterAll(() => room.dispose())

const gone = () => new Error('Connection terminated unexpectedly')

/** The next transaction is committed, and its answer is lost on the way. */
function loseNextCommit(): () => number {
  const { ledger } = room
  const { transaction } = ledger
  let lost = 0
  const losing: typeof transaction = async (work) => {
    const answer = await transaction.call(ledger, work)
    lost += 1
    Object.assign(ledger, { transaction })
    if (lost > 0) throw gone()
    return answer as never
  }
  Object.assign(ledger, { transaction: losing })
  return () => lost
}

const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }
const show = async (as: string, id: string) => (await room.call('getOptionsOrderById', { id }, { as })).result

it('I11.10: an option whose purchase was committed and never acknowledged is found before its end, and settled by the quote at it', async () => {
  const as = await room.customer()
  const lost = loseNextCommit()
  const bought = await room.call('buyOptions', request, { as })
  expect(lost()).toBe(1)
  expect(bought.code).toBe(20004)
  const id = String(bought.result.id)
  room.clock.advance(45_000)
  await room.settler.rescan()
  room.clock.advance(15_000)
  room.quote('BTCUSDT', '94001')
  await room.settler.written()
  expect(await show(as, id)).toMatchObject({ status: 'closed', result: 'won', closePrice: '94001.00' })
  expect(await reconcile(room.db)).toEqual([])
})

it('I11.10: one that is found only after its end is settled by the first quote kept of its time, once', async () => {
  const as = await room.customer()
  loseNextCommit()
  const bought = await room.call('buyOptions', request, { as })
  const id = String(bought.result.id)
  room.clock.advance(61_000)
  room.quote('BTCUSDT', '94002')
  room.quote('BTCUSDT', '90000')
  await Promise.all([room.settler.rescan(), room.settler.rescan()])
  await room.settler.written()
  await room.settler.rescan()
  await room.settler.written()
  expect(await show(as, id)).toMatchObject({ status: 'closed', result: 'won', closePrice: '94002.00' })
  const closings = room.events.published.filter(
    ({ data }) =>
      (data as { id: string; status: string }).id === id && (data as { status: string }).status === 'closed',
  )
  expect(closings).toHaveLength(1)
  expect(await reconcile(room.db)).toEqual([])
})

it('I11.10: a database that goes away while ends are looked up leaves no option unwatched', async () => {
  const as = await room.customer()
  const id = String((await room.call('buyOptions', request, { as })).result.id)
  room.clock.advance(91_000)
  const { paths } = room.proofs
  const { receivedWithin } = paths
  Object.assign(paths, { receivedWithin: () => Promise.reject(gone()) })
  await room.settler.refundOverdue()
  expect(await show(as, id)).toMatchObject({ status: 'open' })
  Object.assign(paths, { receivedWithin })
  await room.settler.refundOverdue()
  expect(await show(as, id)).toMatchObject({ status: 'closed', refundReason: 'noQuote' })
  expect(await reconcile(room.db)).toEqual([])
})
