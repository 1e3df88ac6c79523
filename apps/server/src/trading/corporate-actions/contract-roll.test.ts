import { randomUUID } from 'node:crypto'
import { contractAt, type Market, marketByCode } from '@candor/rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { resumeMarket } from '../../market-data/market-events/halts.ts'
import { recomputeContract } from '../../proofs/receipts/recomputation/recompute-contract.ts'
import { fixture, market, useFundedMarket, withoutWalking } from '../../testing/test-market.ts'

useFundedMarket()
beforeEach(() => {
  fixture.events.published.length = 0
})

describe('futures contract roll (rulebook Markets)', () => {
  it('goes on in the next contract at its first quote, worth what it was worth; exits and levels move along', async () => {
    fixture.clock.set(Date.parse('2026-12-14T20:00:00Z'))
    market.warm('ES', '6800', '6800.25')
    market.warm('ES', '6812.25', '6812.5')
    const anna = await fixture.customer()
    const fields = { code: 'ES', lots: '0.1', leverage: 20 }
    const long = await market.buy(anna, { ...fields, stopLoss: '6700', takeProfit: '6900' })
    const short = await market.buy(anna, { ...fields, direction: 'sell', trailing: '40' })
    const limit = await market.buy(anna, { ...fields, kind: 'limit', price: '6750' })
    market.quote('ES', '6815.25', '6815.5')
    const before = market.worth(anna)
    // 16:00 in Chicago: the December contract's last trading day with us. An hour later the March one begins, wider and dearer.
    fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
    await market.pass()
    market.quote('ES', '6870.5', '6871.25')
    await market.pass()
    expect(market.worth(anna)).toBe(before)
    expect(await market.order(anna, long.id)).toMatchObject({
      openPrice: '6867.75',
      stopLoss: '6755.25',
      takeProfit: '6955.25',
    })
    expect(await market.order(anna, short.id)).toMatchObject({ openPrice: '6868.00', status: 'open' })
    expect(await market.order(anna, limit.id)).toMatchObject({ price: '6805.75', status: 'pending' })
    const notices = market.notices().filter(({ kind }) => kind === 'roll')
    expect(notices).toMatchObject([{ facts: { from: '2026-12', to: '2027-03', orders: '3' } }, {}])
    for (const { id } of [long, short, limit])
      expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
    // Once: neither the next quote nor a restart rolls again.
    await market.restart()
    market.quote('ES', '6880.5', '6880.75')
    await market.pass()
    expect(await market.order(anna, long.id)).toMatchObject({ openPrice: '6867.75' })
    withoutWalking(market.runtime(), () => market.quote('ES', '6880.25', '6880.5'))
  })

  it('closes what was bought to end with its contract at the old contract’s last price (expiry), without commission; what waits expires', async () => {
    fixture.clock.set(Date.parse('2026-12-14T20:00:00Z'))
    market.warm('NQ', '25000', '25000.25')
    const [anna, ben] = [await fixture.customer(), await fixture.customer()]
    const fields = { code: 'NQ', lots: '0.1', leverage: 20 }
    // Bought before the operator's change: it keeps its terms and goes on (T18).
    const existing = await market.buy(ben, fields)
    market.ending.add('NQ')
    const long = await market.buy(anna, { ...fields, takeProfit: '26000', trailing: '500' })
    const short = await market.buy(anna, { ...fields, direction: 'sell' })
    const limit = await market.buy(anna, { ...fields, kind: 'limit', price: '24800' })
    market.ending.delete('NQ')
    market.quote('NQ', '25110', '25110.5')
    fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
    await market.pass()
    market.quote('NQ', '25300', '25300.5')
    await market.pass()
    const paid = { fee: long.fee, closeReason: 'expiry', status: 'closed' }
    // (25110 − 25000.25) × 0.1 × 20, and (25000 − 25110.5) × 0.1 × 20
    expect(await market.order(anna, long.id)).toMatchObject({
      ...paid,
      closePrice: '25110.00',
      profit: '219.500000',
    })
    expect(await market.order(anna, short.id)).toMatchObject({
      closeReason: 'expiry',
      closePrice: '25110.50',
      profit: '-221.000000',
    })
    expect(await market.order(anna, limit.id)).toMatchObject({ status: 'expired' })
    expect(await market.order(ben, existing.id)).toMatchObject({ status: 'open', openPrice: '25190.25' })
    const [account] = (await fixture.ledger.balancesOf(anna)).filter(({ asset }) => asset === 'DEMO')
    expect(account?.heldMinor).toBe(0n)
    const kinds = market.notices().map(({ kind, facts: values }) => [kind, values.reason ?? null])
    expect(kinds.filter(([kind]) => kind !== 'roll').sort()).toEqual(
      [...Array(4).fill(['trigger', 'expiry']), ...Array(2).fill(['expired', null])].sort(),
    )
    for (const [who, { id }] of [
      [anna, long],
      [anna, short],
      [anna, limit],
      [ben, existing],
    ] as const)
      expect(recomputeContract(await market.receipt(who, id))).toEqual([])
    await market.restart()
    market.quote('NQ', '25290', '25290.25')
    await market.pass()
    expect(await market.order(anna, long.id)).toMatchObject({ status: 'closed', profit: '219.500000' })
  })

  it('closes at the old contract’s last price (roll) what has no place in a far cheaper next one', async () => {
    fixture.clock.set(Date.parse('2027-02-17T15:00:00Z'))
    market.warm('NG', '3', '3.001')
    const anna = await fixture.customer()
    const fields = { code: 'NG', lots: '0.01', leverage: 10 }
    const early = await market.buy(anna, fields)
    const far = await market.buy(anna, { ...fields, kind: 'limit', price: '2' })
    for (const bid of ['3.1', '3.25', '3.4', '3.55', '3.7', '3.9', '4.1', '4.3', '4.5', '4.75', '5', '5.2'])
      market.warm('NG', bid, (Number(bid) + 0.001).toFixed(3))
    const late = await market.buy(anna, fields)
    const before = market.worth(anna)
    const term = contractAt(marketByCode('NG') as Market, fixture.clock.now())
    fixture.clock.set((term?.current.rollsAt ?? 0) + 3_600_001)
    await market.pass()
    // Winter is over in the next contract: 3.201 less, and 3.001 − 3.201 is no price.
    market.warm('NG', '1.999', '2')
    await market.pass()
    expect(await market.order(anna, early.id)).toMatchObject({
      status: 'closed',
      closeReason: 'roll',
      closePrice: '5.200',
      // (5.2 − 3.001) × 0.01 × 10 000
      profit: '219.900000',
    })
    expect(await market.order(anna, far.id)).toMatchObject({ status: 'expired' })
    expect(await market.order(anna, late.id)).toMatchObject({ status: 'open', openPrice: '2.000' })
    expect(market.worth(anna)).toBe(before)
    for (const { id } of [early, far, late])
      expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
  })

  it('halts the market at once where the capital cannot pay what ends, and pays when the halt is lifted', async () => {
    fixture.clock.set(Date.parse('2027-03-15T15:00:00Z'))
    market.warm('YM', '48000', '48001')
    const anna = await fixture.customer()
    market.ending.add('YM')
    const { id } = await market.buy(anna, { code: 'YM', lots: '0.1', leverage: 20 })
    market.quote('YM', '48101', '48102')
    const capital = { class: 'trading-capital', owner: 'house', asset: 'DEMO' } as const
    const { rows } = await fixture.db.pool.query(
      "SELECT balance - held AS free FROM ledger_accounts WHERE class = 'trading-capital' AND asset = 'DEMO'",
    )
    const hold = {
      do: 'hold',
      holdId: randomUUID(),
      account: capital,
      minor: rows[0].free,
      purpose: 'other',
    } as const
    await fixture.ledger.post({ id: randomUUID(), reference: null, steps: [hold] })
    fixture.clock.set(Date.parse('2027-03-15T23:00:01Z'))
    market.quote('YM', '48300', '48301')
    await market.pass()
    expect(fixture.board.haltedFor('YM')).toBe('corporateAction')
    expect(await market.order(anna, id)).toMatchObject({ status: 'open', openPrice: '48001' })
    market.quote('YM', '48310', '48311')
    await market.pass()
    expect(await market.order(anna, id)).toMatchObject({ status: 'open', openPrice: '48001' })

    await fixture.ledger.post({
      id: randomUUID(),
      reference: null,
      steps: [{ do: 'release', holdId: hold.holdId, minor: null }],
    })
    // The board is halted at once, the table a moment later.
    await expect
      .poll(() => resumeMarket(fixture.db.query, fixture.clock, { code: 'YM', by: 'olga' }))
      .toBeNull()
    fixture.board.halt('YM', null)
    market.quote('YM', '48320', '48321')
    await market.pass()
    // (48101 − 48001) × 0.1 × 5
    expect(await market.order(anna, id)).toMatchObject({ closeReason: 'expiry', profit: '50.000000' })
    const { rows: entries } = await fixture.db.pool.query('SELECT actor, action FROM trust_audit')
    expect(entries).toEqual([{ actor: 'system', action: 'markets.halt' }])
  })
})
