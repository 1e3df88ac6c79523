import { expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { setHouseAside } from '../../ledger/test-accounts.ts'
import { withClient } from '../../platform/database/database-server.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { holdCommits } from '../../testing/commits/held-commits.ts'
import {
  believed,
  buy,
  close,
  customer,
  fixture,
  limit,
  order,
  plain,
  quote,
  refusal,
  restart,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { restartSilent, settled } from '../quotes/test-progress.ts'
import { operatorPaid, owedBy } from './test-owed.ts'

// A fill takes place without a call, so nothing checks again that the balance can pay its commission.

useContractsFixture()

const paidFor = (...orders: readonly { readonly id: string }[]) =>
  operatorPaid(
    fixture.db,
    orders.map(({ id }) => id),
  )

/** An order for ether that waits, bitcoin that won 8 000, and all of whose balance but one or so a loss has taken. */
async function emptied(more: (who: Caller) => Promise<unknown> = async () => undefined, terms: object = {}) {
  const anna = await customer()
  steady('BTCUSD', '8000', '8000')
  steady('ETHUSD', '1000', '1000')
  const winner = await buy(anna, { ...plain, code: 'BTCUSD', lots: '0.5', leverage: 2 })
  await more(anna)
  const loser = await buy(anna, { ...plain, lots: '0.4' })
  const waiting = await limit(anna, { code: 'ETHUSD', lots: '3', leverage: 2, price: '990', ...terms })
  believed('BTCUSD', '24000')
  believed('EURUSD', '0.90025')
  await close(anna, { id: loser.id })
  expect(fixture.runtime.book.account(anna.userId, 'demo').balanceMinor).toBeLessThan(2_000_000n)
  return { anna, winner, loser, waiting }
}

it('I11.3: a fill whose commission only a gain could pay that the capital may refuse waits for its outcome', async () => {
  const { anna, winner, loser, waiting } = await emptied()
  const giveBack = await setHouseAside(fixture, 'trading-capital')
  const release = holdCommits()
  const closing = refusal(close(anna, { id: winner.id }))
  await expect.poll(() => fixture.runtime.book.positions.has(winner.id)).toBe(false)
  believed('ETHUSD', '989')
  release()
  expect(await closing).toBe('10015 reserve')
  await settled()
  expect([(await order(anna, winner.id)).status, (await order(anna, waiting.id)).status]).toEqual([
    'open',
    'open',
  ])
  expect(await paidFor(waiting)).toBeGreaterThan(0n)
  expect(await owedBy(fixture.db, winner.id)).toBe(await paidFor(waiting))
  await giveBack()
  quote('BTCUSD', '24000', '24000')
  await close(anna, { id: winner.id })
  expect(await paidFor(winner, loser, waiting)).toBe(0n)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.2: an end by time while a reached order waits for that outcome prevents no fill', async () => {
  const endsAt = fixture.clock.now() + 60_000
  const { anna, winner, waiting } = await emptied(undefined, { expiresAt: new Date(endsAt).toISOString() })
  const giveBack = await setHouseAside(fixture, 'trading-capital')
  const release = holdCommits()
  const closing = refusal(close(anna, { id: winner.id }))
  await expect.poll(() => fixture.runtime.book.positions.has(winner.id)).toBe(false)
  believed('ETHUSD', '989')
  fixture.clock.advance(61_000)
  fixture.runtime.engine.passTime()
  release()
  expect(await closing).toBe('10015 reserve')
  await settled()
  expect(await order(anna, waiting.id)).toMatchObject({ status: 'open', openPrice: '989.00' })
  await giveBack()
})

it('I11.3: the commission of a fill that the balance cannot pay is owed by positions in profit, also after a restart', async () => {
  const { anna, winner, loser, waiting } = await emptied()
  const before = await paidFor(loser, winner)
  believed('ETHUSD', '989')
  await settled()
  expect(await order(anna, waiting.id)).toMatchObject({ status: 'open', fee: '2.967000' })
  const owed = await paidFor(waiting)
  expect(owed).toBeGreaterThan(0n)
  expect(await owedBy(fixture.db, winner.id)).toBe(owed)
  await restart()
  steady('BTCUSD', '24000', '24000')
  await close(anna, { id: winner.id })
  expect([await paidFor(winner, loser, waiting), before]).toEqual([0n, 0n])
  const { events } = await verified(anna, winner.id)
  expect(events.map(({ kind }) => kind)).toEqual(['open', 'owe', 'close'])
  await verified(anna, waiting.id)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.3: such a fill waits while the value of a position that might owe it is not known, and fills at the quote that reached it', async () => {
  const { anna, winner, waiting } = await emptied(async (who) => {
    steady('XAUUSD', '2000', '2000')
    await buy(who, { ...plain, code: 'XAUUSD', lots: '0.01', leverage: 20 })
  })
  await restartSilent({
    before: () => withClient(fixture.db.owner, (client) => client.query('TRUNCATE markets_quote_ticks')),
  })
  steady('BTCUSD', '24000', '24000')
  steady('EURUSD', '0.90025', '0.90025')
  believed('ETHUSD', '989')
  await settled()
  expect([(await order(anna, waiting.id)).status, await paidFor(waiting)]).toEqual(['pending', 0n])
  believed('ETHUSD', '1000')
  steady('XAUUSD', '2000', '2000')
  quote('ETHUSD', '1000', '1000')
  await settled()
  expect(await order(anna, waiting.id)).toMatchObject({ status: 'open', openPrice: '989.00' })
  expect(await owedBy(fixture.db, winner.id)).toBe(await paidFor(waiting))
  expect(await reconcile(fixture.db)).toEqual([])
})
