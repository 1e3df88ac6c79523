import { expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { setHouseAside } from '../../../ledger/test-accounts.ts'
import {
  buy,
  customer,
  fixture,
  fund,
  order,
  plain,
  quote,
  restart,
  steady,
  useContractsFixture,
} from '../../../testing/contracts-fixture.ts'
import { countUnpaidClosings, showUnpaidClosings } from './show-unpaid-closings.ts'

useContractsFixture()

/** A customer whose only position lost more than they have, while nobody can pay the rest. */
async function lostTooMuch() {
  const anna = await customer(5_000_000_000n)
  steady('BTCUSDT', '8000', '8000')
  const opened = await buy(anna, { ...plain, code: 'BTCUSDT', lots: '1', leverage: 2 })
  const giveBack = await setHouseAside(fixture, 'negative-balance')
  fall('200', 25)
  await written()
  return { anna, id: opened.id, giveBack }
}

const fall = (at: string, times = 1) => {
  for (let n = 0; n < times; n++) quote('BTCUSDT', at, at)
}

/** Does what the engine does every second. */
const written = async () => {
  await fixture.runtime.queue.settled()
  await fixture.runtime.unpaid.write()
}
const shown = () => showUnpaidClosings(fixture.db)

it('I11.2: a stop-out that nobody can pay is shown to operators, over a restart too, until it went through', async () => {
  const { anna, id, giveBack } = await lostTooMuch()
  const since = new Date(fixture.clock.now()).toISOString()
  const warning = {
    orderId: id,
    userId: anna.userId,
    mode: 'demo',
    code: 'BTCUSDT',
    reason: 'stopOut',
    since,
  }
  expect(await shown()).toMatchObject([warning])
  fixture.clock.advance(1_000)
  fall('200')
  await written()
  expect(await shown()).toMatchObject([warning])
  await restart()
  await written()
  expect(await countUnpaidClosings(fixture.db)).toEqual(new Map([['demo', 1]]))
  expect(await shown()).toMatchObject([warning])
  await giveBack()
  fall('200')
  await written()
  expect(await order(anna, id)).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
  expect(await shown()).toEqual([])
  expect((await fixture.db.pool.query('SELECT 1 FROM orders_unpaid_closings')).rows).toEqual([])
  expect(await reconcile(fixture.db)).toEqual([])
})

it('ends when the account is not stopped out any more', async () => {
  const { anna, id, giveBack } = await lostTooMuch()
  expect(await shown()).toHaveLength(1)
  await fund({ class: 'customer', owner: anna.userId, asset: 'DEMO' }, 50_000_000_000n, 'demo-grant')
  await fixture.runtime.reread(anna.userId, 'demo')
  await written()
  expect(await shown()).toEqual([])
  expect((await order(anna, id)).status).toBe('open')
  await giveBack()
})
