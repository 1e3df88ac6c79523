import { expect, it, onTestFinished } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { setHouseAside } from '../../ledger/test-accounts.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { holdCommits } from '../../testing/commits/held-commits.ts'
import {
  believed,
  buy,
  close,
  closeAll,
  customer,
  fixture,
  order,
  plain,
  quote,
  refusal,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { closeEverything } from '../orders/routes.ts'
import { settled } from '../quotes/test-progress.ts'
import { operatorPaid } from './test-owed.ts'

// A gain that the operator's capital cannot pay is undone. No loss may have counted on it: the operator would pay that loss.

useContractsFixture()

const paidFor = (...orders: readonly { readonly id: string }[]) =>
  operatorPaid(
    fixture.db,
    orders.map(({ id }) => id),
  )
const statuses = (who: Caller, ...orders: readonly { readonly id: string }[]) =>
  Promise.all(orders.map(async ({ id }) => (await order(who, id)).status))

/** Sets all of the operator's capital aside until the returned function is called, or the test ends. */
async function noCapital() {
  const giveBack = await setHouseAside(fixture, 'trading-capital')
  let isAway = true
  const back = async () => {
    if (isAway) await giveBack()
    isAway = false
  }
  onTestFinished(back)
  return back
}

/** Ether that won 12 100, and euros that lose more than the balance of 10 000 each once they fall; the account is worth something then. */
async function winnerAndLosers(losers = 2) {
  const anna = await customer()
  steady('ETHUSD', '2000', '2000')
  const winner = await buy(anna, { ...plain, code: 'ETHUSD', lots: '1', leverage: 2 })
  believed('ETHUSD', '14100')
  const lost = []
  for (let n = 0; n < losers; n++) lost.push(await buy(anna, { ...plain, lots: '1' }))
  return { anna, winner, lost }
}

const eurosFall = () => believed('EURUSD', '1.0451')

it('I11.3: stop-outs of an account wait where a winner closed with one of them and the capital may not pay it', async () => {
  const { anna, winner, lost } = await winnerAndLosers()
  const all = [winner, ...lost]
  const giveBack = await noCapital()
  eurosFall()
  await settled()
  expect(await paidFor(...all)).toBe(0n)
  expect(await statuses(anna, ...all)).toEqual(['open', 'open', 'open'])
  await giveBack()
  quote('EURUSD', '1.0451', '1.0451')
  await settled()
  expect(await statuses(anna, ...all)).toEqual(['closed', 'closed', 'closed'])
  expect(await paidFor(...all)).toBe(0n)
  for (const { id } of all) await verified(anna, id)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.3: a loss that the balance bears is stopped out although the capital cannot pay the winner that others need', async () => {
  const { anna, winner, lost } = await winnerAndLosers()
  steady('GBPUSD', '1.3', '1.3')
  const small = await buy(anna, { ...plain, code: 'GBPUSD', lots: '0.1' })
  believed('GBPUSD', '1.2')
  const giveBack = await noCapital()
  eurosFall()
  await settled()
  expect(await statuses(anna, winner, ...lost, small)).toEqual(['open', 'open', 'open', 'closed'])
  expect(await paidFor(winner, ...lost, small)).toBe(0n)
  await giveBack()
})

it('I11.3: closing all takes no loss that counts on a winner which the capital cannot pay', async () => {
  const { anna, winner, lost } = await winnerAndLosers()
  // Enough that the account is not stopped out.
  believed('ETHUSD', '20000')
  const giveBack = await noCapital()
  eurosFall()
  const all = [winner, ...lost]
  expect((await closeAll(anna)).refused).toHaveLength(3)
  expect(await paidFor(...all)).toBe(0n)
  await giveBack()
  // The first loser takes the winner with it.
  await closeAll(anna)
  expect(await statuses(anna, ...all)).toEqual(['closed', 'closed', 'closed'])
  expect(await paidFor(...all)).toBe(0n)
})

/** A winner and a position without a result, after a loss at this price of the euro has taken nearly all of the balance. */
async function winnerAndEven(euro: string) {
  const anna = await customer()
  steady('ETHUSD', '2000', '2000')
  steady('BTCUSD', '8000', '8000')
  const winner = await buy(anna, { ...plain, code: 'ETHUSD', lots: '1', leverage: 2 })
  const even = await buy(anna, { ...plain, code: 'BTCUSD', lots: '1', leverage: 2 })
  const loser = await buy(anna, { ...plain, lots: '1' })
  believed('ETHUSD', '20000')
  believed('EURUSD', euro)
  await close(anna, { id: loser.id })
  return { anna, winner, even }
}

it('I11.3: nor does a position whose commission exceeds its profit', async () => {
  // All of the balance but 5.
  const { anna, winner, even } = await winnerAndEven('1.05025')
  const giveBack = await noCapital()
  expect((await closeAll(anna)).refused).toHaveLength(2)
  expect(await paidFor(winner, even)).toBe(0n)
  await giveBack()
  quote('ETHUSD', '20000', '20000')
  expect((await closeAll(anna)).closed).toHaveLength(2)
  expect(await paidFor(winner, even)).toBe(0n)
})

it('I11.3: nor does the end of an account', async () => {
  const { anna, winner, lost } = await winnerAndLosers(1)
  const giveBack = await noCapital()
  eurosFall()
  expect(await refusal(closeEverything(fixture.runtime, anna.userId, 'demo'))).toBe('10015 reserve')
  await settled()
  expect(await paidFor(winner, ...lost)).toBe(0n)
  await giveBack()
  await closeEverything(fixture.runtime, anna.userId, 'demo')
  expect(await statuses(anna, winner, ...lost)).toEqual(['closed', 'closed'])
})

it('I11.3: a night waits for the outcome of a close that the capital may not pay', async () => {
  // All of the balance but 1, which is less than a night of bitcoin.
  const { anna, winner, even } = await winnerAndEven('1.05023')
  const giveBack = await noCapital()
  const release = holdCommits()
  const closing = refusal(close(anna, { id: winner.id }))
  await expect.poll(() => fixture.runtime.book.positions.has(winner.id)).toBe(false)
  // To 17:00 in New York.
  fixture.clock.advance(10 * 3_600_000)
  fixture.runtime.engine.passTime()
  release()
  expect(await closing).toBe('10015 reserve')
  await settled()
  quote('BTCUSD', '8000', '8000')
  await settled()
  // The winner owes it, and pays at its own close.
  expect(await paidFor(even)).toBeGreaterThan(0n)
  await giveBack()
  quote('ETHUSD', '20000', '20000')
  expect((await closeAll(anna)).closed).toHaveLength(2)
  expect(await paidFor(winner, even)).toBe(0n)
})
