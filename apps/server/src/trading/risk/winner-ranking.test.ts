import { expect, it, vi } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { setHouseAside } from '../../ledger/test-accounts.ts'
import { holdCommits } from '../../testing/commits/held-commits.ts'
import {
  balance,
  believed,
  buy,
  close,
  closeAll,
  customer,
  fixture,
  plain,
  refusal,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { restartSilent, settled } from '../quotes/test-progress.ts'
import { operatorPaid, owedBy } from './test-owed.ts'
import { WinnerRanking } from './winner-ranking.ts'

useContractsFixture()

const losers = 45

/** Two positions that won 9 000 and 8 000, and many that lose 300 each. */
async function manyLosers() {
  const anna = await customer(4_000_000_000n)
  steady('XAUUSD', '2000', '2000')
  const gold = { ...plain, code: 'XAUUSD', leverage: 20 }
  const winners = [await buy(anna, { ...gold, lots: '0.09' }), await buy(anna, { ...gold, lots: '0.08' })]
  const opened = []
  for (let n = 0; n < losers; n++) opened.push(await buy(anna, { ...plain, lots: '0.01' }))
  believed('XAUUSD', '3000')
  return { anna, winners, opened }
}

/** Counts how often a position is valued while `work` runs. */
async function valuations(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(fixture.runtime.valuation.of('demo'), 'profitOf')
  await work()
  const { length } = spy.mock.calls
  spy.mockRestore()
  return length
}

it('I11.9: of many losses beyond the balance none values all positions again, and each is borne by the most profitable one', async () => {
  const { anna, winners, opened } = await manyLosers()
  await restartSilent()
  steady('EURUSD', '1.15', '1.1501')
  believed('EURUSD', '0.85')
  const count = await valuations(async () => {
    expect((await closeAll(anna)).closed).toHaveLength(losers)
    await settled()
  })
  // Each is valued for the order of closing, for the ranking, and as the order that is shown.
  expect(count).toBeLessThan(6 * losers)
  const ids = opened.map(({ id }) => id)
  const owed = await Promise.all(winners.map(({ id }) => owedBy(fixture.db, id)))
  expect((await balance(anna))?.balanceMinor).toBe(0n)
  expect(owed.reduce((sum, one) => sum + one)).toBe(await operatorPaid(fixture.db, ids))
  // The account with more of its profit left owes the next loss, so that in the end both have about as much.
  const left = [9_000_000_000n - (owed[0] ?? 0n), 8_000_000_000n - (owed[1] ?? 0n)]
  expect(Math.abs(Number((left[0] ?? 0n) - (left[1] ?? 0n)))).toBeLessThan(310_000_000)
  for (const { id } of winners) await verified(anna, id)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.9: a winner whose close was refused is ranked again, at the same prices too', async () => {
  const { anna, winners } = await manyLosers()
  const { book, valuation } = fixture.runtime
  const account = book.account(anna.userId, 'demo')
  const ranking = new WinnerRanking(valuation)
  const ranked = () => [...ranking.of(account, null)].map(({ position }) => position.id)
  const [first = '', second = ''] = winners.map(({ id }) => id)
  expect(ranked()).toEqual([first, second])
  const giveBack = await setHouseAside(fixture, 'trading-capital')
  const release = holdCommits()
  const closing = refusal(close(anna, { id: first }))
  await expect.poll(() => book.positions.has(first)).toBe(false)
  expect(ranked()).toEqual([second])
  release()
  expect(await closing).toBe('10015 reserve')
  expect(ranked()).toEqual([first, second])
  await giveBack()
})
