import { expect, it } from 'vitest'
import { recomputeContract } from '../../proofs/receipts/recomputation/recompute-contract.ts'
import { fixture, market, nextWeek, useFundedMarket } from '../../testing/test-market.ts'
import { requestInTime } from '../../testing/test-market-events.ts'
import { freeOf } from '../risk/funds/account-funds.ts'
import { operatorPaid } from '../risk/test-owed.ts'

useFundedMarket(['trading-capital', 'negative-balance'])

async function pay(code: string, kind: 'dividend' | 'split', value: string): Promise<void> {
  fixture.clock.advance(1)
  const at = fixture.clock.now()
  expect(
    await requestInTime(fixture.db.query, fixture.clock, { code, kind, value, at, by: 'olga' }),
  ).toBeNull()
  await market.pass()
}

const accountOf = (userId: string) => market.runtime().book.account(userId, 'demo')
const balanceOf = (userId: string) => accountOf(userId).balanceMinor ?? 0n
const freeOfAccount = (userId: string) => freeOf(accountOf(userId), market.runtime().valuation)

it('I11.3: a short owes for a dividend by what it gains itself at the first price without it', async () => {
  nextWeek()
  market.warm('AAPL', '100', '100')
  const [ben, cara] = [await fixture.customer(10_000n), await fixture.customer(10_000n)]
  const short = await market.buy(ben, { code: 'AAPL', lots: '490', direction: 'sell' })
  const long = await market.buy(cara, { code: 'AAPL', lots: '490' })
  fixture.clock.advance(1_000)
  await pay('AAPL', 'dividend', '25')
  fixture.clock.advance(1_000)
  market.warm('AAPL', '75', '75')
  await market.pass()
  await market.close(ben, short.id)
  await market.close(cara, long.id)
  await market.runtime().queue.settled()
  expect(await operatorPaid(fixture.db, [short.id, long.id])).toBe(0n)
  // Both paid commission; nobody won.
  expect(balanceOf(ben) + balanceOf(cara)).toBeLessThan(20_000_000_000n)
  for (const [who, { id }] of [
    [ben, short],
    [cara, long],
  ] as const)
    expect(recomputeContract(await market.receipt(who, id))).toEqual([])
})

it('I11.3: a dividend changes no account’s equity and frees nothing before the first price without it, also after a restart', async () => {
  nextWeek()
  market.warm('BAC', '100', '100.02')
  const [anna, ben, cara] = [
    await fixture.customer(10_000n),
    await fixture.customer(10_000n),
    await fixture.customer(10_000n),
  ]
  await market.buy(anna, { code: 'BAC', lots: '490' })
  await market.buy(ben, { code: 'BAC', lots: '490', direction: 'sell' })
  await market.buy(cara, { code: 'BAC', lots: '30' })
  await market.buy(cara, { code: 'BAC', lots: '70', direction: 'sell' })
  const state = () => [anna, ben, cara].map((who) => [market.worth(who), freeOfAccount(who)])
  // After the close of New York.
  fixture.clock.advance(5 * 3_600_000)
  await market.pass()
  const before = state()
  const balance = balanceOf(anna)
  await pay('BAC', 'dividend', '2')
  expect(balanceOf(anna) - balance).toBe(980_000_000n)
  expect(state().map(([worth]) => worth)).toEqual(before.map(([worth]) => worth))
  expect(freeOfAccount(anna)).toEqual(before[0]?.[1])
  const after = state()
  await market.restart()
  expect(state()).toEqual(after)
  await pay('BAC', 'dividend', '0.5')
  expect(state().map(([worth]) => worth)).toEqual(before.map(([worth]) => worth))
  // Adjusted by a split too, and after another restart by all three.
  await pay('BAC', 'split', '2:1')
  expect(state().map(([worth]) => worth)).toEqual(before.map(([worth]) => worth))
  const split = state()
  await market.restart()
  expect(state()).toEqual(split)
})

it('I11.3: a put-off dividend finds its market at the price of before its moment, also after a restart', async () => {
  nextWeek()
  market.warm('KO', '60', '60')
  const anna = await fixture.customer(10_000n)
  await market.buy(anna, { code: 'KO', lots: '100' })
  fixture.clock.advance(1_000)
  await market.runtime().queue.settled()
  const before = market.worth(anna)
  const at = fixture.clock.now()
  fixture.clock.advance(5 * 3_600_000)
  // No engine ran at its moment.
  await market.runtime().close()
  await fixture.db.query
    .insertInto('markets_actions')
    .values({
      ...{ id: crypto.randomUUID(), code: 'KO', kind: 'dividend', at: BigInt(at) },
      ...{ facts: JSON.stringify({ amount: '1.5' }), asked_by: 'olga', asked_at: BigInt(at) },
    })
    .execute()
  await market.restart()
  await market.pass()
  expect(balanceOf(anna)).toBeGreaterThan(10_000_000_000n)
  expect(market.worth(anna)).toBe(before)
})

it('I11.3: a clock that is set back after a dividend takes it off no later price', async () => {
  nextWeek()
  market.warm('IBM', '200', '200')
  const anna = await fixture.customer(10_000n)
  const { id } = await market.buy(anna, { code: 'IBM', lots: '100' })
  fixture.clock.advance(60_000)
  const before = market.worth(anna)
  await pay('IBM', 'dividend', '5')
  fixture.clock.advance(-30_000)
  market.quote('IBM', '195', '195')
  await market.pass()
  expect(market.worth(anna)).toBe(before)
  expect(await market.close(anna, id)).toMatchObject({ status: 'closed', closePrice: '195.00' })
})

it('I11.3: between a dividend and the next price nothing fires and nothing fills; then levels are reached by that price', async () => {
  nextWeek()
  market.warm('MSFT', '500', '500')
  const [anna, ben] = [await fixture.customer(10_000n), await fixture.customer(10_000n)]
  const long = await market.buy(anna, { code: 'MSFT', lots: '10', stopLoss: '495' })
  const short = await market.buy(ben, { code: 'MSFT', lots: '10', direction: 'sell', takeProfit: '495' })
  await pay('MSFT', 'dividend', '10')
  for (const [who, { id }] of [
    [anna, long],
    [ben, short],
  ] as const)
    expect(await market.order(who, id)).toMatchObject({ status: 'open' })
  // The newest price still contains the dividend: nobody sells at it what was paid out, or opens at it.
  const stale = { code: 10015, details: { reason: 'stale' } }
  await expect(market.close(anna, long.id)).rejects.toMatchObject(stale)
  await expect(market.buy(ben, { code: 'MSFT', lots: '1', direction: 'sell' })).rejects.toMatchObject(stale)
  fixture.clock.advance(100)
  market.quote('MSFT', '490', '490')
  await market.pass()
  expect(await market.order(anna, long.id)).toMatchObject({ status: 'closed', closeReason: 'stopLoss' })
  expect(await market.order(ben, short.id)).toMatchObject({ status: 'closed', closeReason: 'takeProfit' })
})
