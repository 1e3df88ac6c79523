import type { Order } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import {
  balance,
  buy,
  cancel,
  close,
  closeAll,
  customer,
  edit,
  fixture,
  handlers,
  heldBy,
  key,
  limit,
  order,
  plain,
  quote,
  refusal,
  restart,
  reverse,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

describe('part close, close all, reverse', () => {
  it('a closed part is an order of its own with its shares; what stays keeps its order, exits and terms', async () => {
    const anna = await customer()
    steady('BTCUSD', '7000', '7001')
    const opened = await buy(anna, {
      code: 'BTCUSD',
      lots: '1',
      leverage: 2,
      stopLoss: '6000',
      takeProfit: '9000',
      trailing: '900',
    })
    quote('BTCUSD', '7100', '7101')
    for (const lots of ['0.0005', '1.001', '0.9995'])
      expect(await refusal(close(anna, { id: opened.id, lots }))).toBe(11044)
    const rest = await close(anna, { id: opened.id, lots: '0.3' })
    expect(rest).toMatchObject({
      id: opened.id,
      status: 'open',
      lots: '0.7',
      margin: '2450.350000',
      fee: '4.900700',
    })
    const request = { limit: 20, status: 'closed' } as const
    const { items } = (await handlers().listContractOrder(request, anna, null)) as { items: readonly Order[] }
    expect(items[0]).toMatchObject({
      partOf: opened.id,
      lots: '0.3',
      profit: '29.700000',
      fee: '4.230300',
      closeReason: 'user',
    })
    expect(await heldBy(anna)).toBe(2_450_350_000n)
    expect((await balance(anna))?.balanceMinor).toBe(10_000_000_000n - 7_001_000n + 29_700_000n - 2_130_000n)
    await verified(anna, String(items[0]?.id))
    quote('BTCUSD', '6900', '6901')
    quote('BTCUSD', '6790', '6791')
    quote('BTCUSD', '6100', '6101')
    for (let n = 0; n < 20; n++) quote('BTCUSD', '6190', '6191')
    await fixture.runtime.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closeReason: 'trailing' })
    expect(await heldBy(anna)).toBe(0n)
    await verified(anna, opened.id)
  })

  it('closing the whole volume as a part is a close', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    expect(await close(anna, { id: opened.id, lots: '0.1' })).toMatchObject({
      status: 'closed',
      partOf: null,
    })
  })

  it('closes all, or all of one market; the same key gives the same answer and closes nothing more', async () => {
    const anna = await customer()
    steady('BTCUSD', '7000', '7001')
    const euro = [await buy(anna), await buy(anna)]
    const coin = await buy(anna, { ...plain, code: 'BTCUSD', lots: '0.1', leverage: 2 })
    const waits = await limit(anna)
    const idempotency = key('a', 'closeAllContracts')
    const first = await closeAll(anna, { code: 'EURUSD' }, idempotency)
    expect(first.closed.map(({ id }) => id)).toEqual(euro.map(({ id }) => id))
    const again = await buy(anna)
    expect(JSON.stringify(await closeAll(anna, { code: 'EURUSD' }, idempotency))).toBe(JSON.stringify(first))
    fixture.clock.advance(6_000)
    quote('EURUSD', '1.15', '1.1501')
    const rest = await closeAll(anna)
    expect(rest.closed.map(({ id }) => id)).toEqual([again.id])
    expect(rest.refused).toEqual([{ id: coin.id, code: 10015, reason: 'stale' }])
    expect((await order(anna, waits.id)).status).toBe('pending')
    expect(await refusal(closeAll(anna, { code: 'NOPE' }))).toBe(11001)
  })

  it.each(['before anything was closed', 'before its answer was kept'])(
    'a repeat after a crash %s closes what it was about, and nothing opened since',
    async (crash) => {
      const anna = await customer()
      const about = [await buy(anna), await buy(anna)]
      const idempotency = key('a', 'closeAllContracts')
      const killed = () => Promise.reject(new Error('killed'))
      if (crash === 'before its answer was kept') fixture.runtime.store.responses.complete = killed
      else
        fixture.runtime.engine.close = () => {
          throw new Error('killed')
        }
      await expect(closeAll(anna, {}, idempotency)).rejects.toThrow('killed')
      await restart()
      const since = await buy(anna)
      const ids = about.map(({ id }) => id).sort()
      const first = await closeAll(anna, {}, idempotency)
      expect(first.closed.map(({ id }) => id).sort()).toEqual(ids)
      expect(first.refused).toEqual([])
      expect(await closeAll(anna, {}, idempotency)).toEqual(first)
      expect((await order(anna, since.id)).status).toBe('open')
      for (const id of ids) expect((await order(anna, id)).status).toBe('closed')
    },
  )

  it('reverses at one quote, both or neither', async () => {
    const anna = await customer(400_000_000n)
    const opened = await buy(anna)
    const turned = await reverse(anna, { id: opened.id })
    expect(turned).toMatchObject({
      direction: 'sell',
      lots: '0.1',
      status: 'open',
      openPrice: '1.14999',
      stopLoss: null,
    })
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed', closePrice: '1.14999' })
    expect(await heldBy(anna)).toBe(383_330_000n)
    for (const id of [opened.id, turned.id]) await verified(anna, id)
    expect(await refusal(reverse(anna, { id: opened.id }))).toBe(11004)
    quote('EURUSD', '1.152', '1.1521')
    expect(await refusal(reverse(anna, { id: turned.id }))).toBe(10011)
    expect(await order(anna, turned.id)).toMatchObject({ status: 'open' })
    expect(await heldBy(anna)).toBe(383_330_000n)
    quote('EURUSD', '1.1', '1.1001')
    expect(await close(anna, { id: turned.id })).toMatchObject({ status: 'closed' })
    expect(await heldBy(anna)).toBe(0n)
  })

  it('somebody else’s are as absent as none (11004)', async () => {
    const anna = await customer()
    const other = await customer()
    const opened = await buy(anna)
    const placed = await limit(anna)
    expect(await refusal(reverse(other, { id: opened.id }))).toBe(11004)
    expect(await refusal(cancel(other, { id: placed.id }))).toBe(11004)
    expect(await refusal(close(other, { id: opened.id, lots: '0.05' }))).toBe(11004)
    expect(await refusal(edit(other, { id: placed.id, price: '1.1' }))).toBe(11004)
    expect(await closeAll(other)).toEqual({ closed: [], refused: [] })
    expect(await refusal(cancel(anna, { id: opened.id }))).toBe(11004)
    expect(await refusal(close(anna, { id: placed.id }))).toBe(11004)
  })
})
