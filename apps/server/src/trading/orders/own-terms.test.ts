import { price, rate } from '@candor/money'
import { type MarketTerms, marketTerms } from '@candor/rules'
import { describe, expect, it } from 'vitest'
import {
  balance,
  buy,
  close,
  customer,
  edit,
  fixture,
  limit,
  order,
  plain,
  quote,
  restart,
  reverse,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

/** EURUSD: half a pip of spread instead of 0.2, and a commission that it has none of. */
const dearer: Partial<MarketTerms> = {
  spreadAdded: price('0.00050'),
  commissionRate: rate('0.0005'),
  swapLong: rate('-0.0005'),
  leverageMax: 10,
}

function announce(from: number): void {
  const listed = fixture.board.listed('EURUSD')
  if (listed === null) throw new Error('EURUSD is listed')
  fixture.board.schedule('EURUSD', [{ from, terms: { ...marketTerms(listed), ...dearer } }])
}

const settled = () => fixture.runtime.queue.settled()

describe('trust T18: an order keeps the terms it was bought with', () => {
  it('closes with its own spread and commission, and its swap is its own; a new order has the new ones, to the millisecond', async () => {
    const anna = await customer()
    announce(fixture.clock.now() + 1_000)
    const old = await buy(anna, plain)
    expect(old).toMatchObject({ openPrice: '1.15011', leverage: 30 })
    fixture.clock.advance(999)
    expect((await buy(anna, { ...plain, lots: '0.01' })).openPrice).toBe('1.15011')
    fixture.clock.advance(1)
    await expect(buy(anna, plain)).rejects.toMatchObject({ code: 11045 })
    const fresh = await buy(anna, { ...plain, leverage: 10 })
    expect(fresh).toMatchObject({ openPrice: '1.15035', fee: '5.751750' })
    // The night's swap: 0.1 lots × 100 000 × mid 1.15005 × 0.008 % and × 0.05 %, three times on a Wednesday.
    fixture.clock.advance(11 * 3_600_000)
    quote('EURUSD', '1.15', '1.1501')
    await settled()
    expect((await order(anna, old.id)).swap).toBe('-2.760120')
    expect((await order(anna, fresh.id)).swap).toBe('-17.250750')
    const before = (await balance(anna))?.balanceMinor ?? 0n
    expect(await close(anna, { id: old.id })).toMatchObject({
      closePrice: '1.14999',
      fee: '0.000000',
      profit: '-1.200000',
    })
    expect((await balance(anna))?.balanceMinor).toBe(before - 1_200_000n)
    expect(await close(anna, { id: fresh.id })).toMatchObject({ closePrice: '1.14975', profit: '-6.000000' })
    await verified(anna, old.id)
    await verified(anna, fresh.id)
  })

  it('fires its exits, its level and its trailing stop at its own prices, before and after a restart', async () => {
    const anna = await customer()
    const exits = await buy(anna, { stopLoss: '1.14', takeProfit: '1.16' })
    const waits = await limit(anna, { price: '1.145' })
    const trails = await buy(anna, { ...plain, trailing: '0.01' })
    const short = await buy(anna, { ...plain, direction: 'sell', stopLoss: '1.16' })
    announce(fixture.clock.now())
    const moved = { stopLoss: '1.16002' }
    expect(await edit(anna, { id: short.id, ...moved })).toMatchObject(moved)
    await restart()
    const own = async (id: string) => {
      const { status, closePrice, openPrice } = await order(anna, id)
      return `${status} ${closePrice ?? openPrice}`
    }
    // Under the new spread the buyer would pay 1.14515, and the short would have been stopped at 1.15997.
    quote('EURUSD', '1.1448', '1.1449')
    await settled()
    expect(await own(waits.id)).toBe('open 1.14491')
    quote('EURUSD', '1.1598', '1.1599')
    await settled()
    expect(await own(short.id)).toBe('open 1.14999')
    quote('EURUSD', '1.15995', '1.16001')
    await settled()
    expect(await own(short.id)).toBe('closed 1.16002')
    expect(await own(exits.id)).toBe('open 1.15011')
    quote('EURUSD', '1.16001', '1.16011')
    await settled()
    expect(await own(exits.id)).toBe('closed 1.16000')
    quote('EURUSD', '1.15003', '1.15013')
    await settled()
    expect(await own(trails.id)).toBe('open 1.15011')
    quote('EURUSD', '1.15', '1.1501')
    await settled()
    expect(await own(trails.id)).toBe('closed 1.14999')
    const { events } = await verified(anna, trails.id)
    expect(events.at(-1)).toMatchObject({ level: '1.15', best: '1.16', price: '1.14999' })
    for (const one of [exits, waits, short]) await verified(anna, one.id)
  })

  it('a reversal closes on the old terms and opens on the new ones', async () => {
    const anna = await customer()
    const old = await buy(anna, { ...plain, leverage: 10 })
    announce(fixture.clock.now())
    const turned = await reverse(anna, { id: old.id })
    expect(turned).toMatchObject({ direction: 'sell', openPrice: '1.14975' })
    expect(await order(anna, old.id)).toMatchObject({ closePrice: '1.14999' })
    await verified(anna, old.id)
    await verified(anna, turned.id)
  })
})
