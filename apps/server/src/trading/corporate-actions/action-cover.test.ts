import { expect, it } from 'vitest'
import { recomputeContract } from '../../proofs/receipts/recomputation/recompute-contract.ts'
import { noon } from '../../testing/module-fixture.ts'
import { fixture, market, useFundedMarket } from '../../testing/test-market.ts'
import { requestInTime } from '../../testing/test-market-events.ts'
import { operatorPaid, owedBy } from '../risk/test-owed.ts'

useFundedMarket(['trading-capital', 'negative-balance'])

const paidFor = (...orderIds: string[]) => operatorPaid(fixture.db, orderIds)

it('I11.3: a dividend beyond the balance is owed by positions in profit, and paid back at their close, also after a restart', async () => {
  fixture.clock.set(noon)
  market.warm('MSFT', '500', '500.02')
  market.warm('DIS', '100', '100.02')
  const anna = await fixture.customer(2_000n)
  const winner = await market.buy(anna, { code: 'MSFT', lots: '10' })
  // In profit itself, so it owes too: what it is worth comes before what another one is.
  const loser = await market.buy(anna, { code: 'DIS', lots: '5', direction: 'sell' })
  market.warm('MSFT', '600', '600.02')
  market.warm('DIS', '90', '90.02')
  fixture.clock.advance(1_000)
  const before = market.worth(anna)
  await requestInTime(fixture.db.query, fixture.clock, {
    code: 'DIS',
    kind: 'dividend',
    value: '480',
    at: fixture.clock.now(),
    by: 'olga',
  })
  await market.pass()
  const paid = await paidFor(loser.id)
  expect(paid > 0n).toBe(true)
  expect((await owedBy(fixture.db, winner.id)) + (await owedBy(fixture.db, loser.id))).toBe(paid)
  // The price falls by what is paid.
  expect(market.worth(anna)).toBe(before)
  fixture.clock.advance(1_000)
  await market.restart()
  market.warm('MSFT', '600', '600.02')
  market.warm('DIS', '90', '90.02')
  expect(market.worth(anna)).toBe(before - 2_400_000_000n)
  await market.close(anna, winner.id)
  await market.close(anna, loser.id)
  expect(await paidFor(winner.id, loser.id)).toBe(0n)
  for (const { id } of [winner, loser]) expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
})

it('I11.3: a hedged pair that ends with its contract costs the operator nothing', async () => {
  fixture.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  market.warm('NQ', '25000', '25000.25')
  const anna = await fixture.customer(6_000n)
  market.ending.add('NQ')
  const loser = await market.buy(anna, { code: 'NQ', lots: '0.1', leverage: 20, direction: 'sell' })
  const winner = await market.buy(anna, { code: 'NQ', lots: '0.1', leverage: 20 })
  market.ending.delete('NQ')
  market.warm('NQ', '29000', '29000.25')
  fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  await market.pass()
  market.quote('NQ', '29100', '29100.5')
  await market.pass()
  for (const { id } of [winner, loser])
    expect(await market.order(anna, id)).toMatchObject({ status: 'closed', closeReason: 'expiry' })
  expect(await paidFor(winner.id, loser.id)).toBe(0n)
})

it('I11.3: what a position that ends with its contract owes beyond its proceeds is owed on by others', async () => {
  fixture.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  // An earlier test's clock was at another night.
  await market.restart()
  market.warm('ES', '5000', '5000.25')
  market.warm('MSFT', '500', '500.02')
  market.warm('DIS', '100', '100.02')
  const anna = await fixture.customer(6_000n)
  market.ending.add('ES')
  const ending = await market.buy(anna, { code: 'ES', lots: '0.2', leverage: 20 })
  market.ending.delete('ES')
  const winner = await market.buy(anna, { code: 'MSFT', lots: '10' })
  const loser = await market.buy(anna, { code: 'DIS', lots: '5', direction: 'sell' })
  market.warm('ES', '5200', '5200.25')
  // What it loses at this price leaves it less than the other one, once the dividend is paid.
  market.warm('DIS', '1220', '1220.02')
  fixture.clock.advance(1_000)
  const value = { value: '1500', at: fixture.clock.now(), by: 'olga' }
  await requestInTime(fixture.db.query, fixture.clock, { code: 'DIS', kind: 'dividend', ...value })
  await market.pass()
  const owed = await owedBy(fixture.db, ending.id)
  expect(owed > 1_000_000_000n).toBe(true)
  market.warm('MSFT', '1500', '1500.02')
  market.warm('ES', '5050', '5050.25')
  fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  await market.pass()
  const before = await owedBy(fixture.db, winner.id)
  market.quote('ES', '5060', '5060.5')
  await market.pass()
  expect(await market.order(anna, ending.id)).toMatchObject({ status: 'closed', closeReason: 'expiry' })
  expect((await owedBy(fixture.db, winner.id)) - before > 500_000_000n).toBe(true)
  fixture.clock.set(Date.parse('2026-12-15T15:00:00Z'))
  market.warm('MSFT', '1500', '1500.02')
  market.warm('DIS', '100', '100.02')
  await market.pass()
  await market.close(anna, winner.id)
  await market.close(anna, loser.id)
  expect(await paidFor(ending.id, winner.id, loser.id)).toBe(0n)
  for (const { id } of [ending, winner, loser])
    expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
})
