import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { house } from '../../../ledger/ledger.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import {
  believed,
  buy,
  closeAll,
  customer,
  fixture,
  fund,
  plain,
  steady,
  useContractsFixture,
} from '../../../testing/contracts-fixture.ts'
import { readOpenRisk } from './open-risk.ts'

useContractsFixture()

const moves = { common: ['-0.1', '0.1'], own: { EURUSD: ['-0.02'] } }
const risk = () => readOpenRisk(fixture.runtime, moves)

const opened: Caller[] = []
// Before the fixture ends the engine: the database is the same in every test of the file.
afterEach(async () => {
  for (const caller of opened.splice(0)) expect(await closeAll(caller)).toMatchObject({ refused: [] })
})

async function real(whole: number): Promise<Caller> {
  const caller: Caller = { ...(await customer()), userId: randomUUID(), mode: 'real' }
  await fund(
    { class: 'customer', owner: caller.userId, asset: 'USDT' },
    BigInt(whole) * 1_000_000n,
    'deposit',
  )
  opened.push(caller)
  return caller
}

describe('I16.1: the operator’s risk', () => {
  it('is empty without real positions, and demo positions are not in it', async () => {
    await buy(await customer(), plain)
    const { total, classes, markets, largest, nearest } = await risk()
    expect(total).toMatchObject({ net: '0.000000', gross: '0.000000', positions: 0, customers: 0 })
    expect({ classes, markets, largest }).toEqual({ classes: [], markets: [], largest: [] })
    expect(nearest).toEqual({ called: 0, near: 0, accounts: [] })
  })

  it('values what customers are long and short at the mid, and the result from the operator’s side', async () => {
    const [long, short] = [await real(10_000), await real(10_000)]
    await buy(long, { ...plain, lots: '0.3' })
    await buy(short, { ...plain, lots: '0.1', direction: 'sell' })
    believed('EURUSD', '1.16')
    const { total, classes, markets } = await risk()
    // 0.2 and 0.4 lots of 100 000 euro at 1.16; customers won 30 000 × 0.0099 and lost 10 000 × 0.01, each less the added spread of 0.2 pips.
    const sums = {
      net: '23200.000000',
      gross: '46400.000000',
      positions: 2,
      customers: 2,
      unrealised: '-196.200000',
    }
    expect(total).toMatchObject(sums)
    expect(classes).toMatchObject([{ type: 1, ...sums }])
    expect(markets).toMatchObject([
      { code: 'EURUSD', type: 1, ...sums, mark: { bid: '1.15999', ask: '1.16001' } },
    ])
    expect(markets[0]?.costs.map(({ move, result }) => [move, result])).toEqual([
      ['-0.1', '2320.000000'],
      ['0.1', '-2320.000000'],
    ])
    expect(markets[0]?.worstDay.map(({ move, result }) => [move, result])).toEqual([['-0.02', '464.000000']])
  })

  it('counts what a customer could not pay as the operator’s, and says whether its accounts could', async () => {
    const poor = await real(500)
    await buy(poor, { ...plain, lots: '0.1' })
    steady('EURUSD', '1.15', '1.15')
    const { markets, cover } = await risk()
    // A fall of 10% takes 1 150 of an equity a little below 500.
    const [fall, rise] = markets[0]?.costs ?? []
    expect(Number(fall?.shortfall)).toBeGreaterThan(650)
    expect(Number(fall?.result) + Number(fall?.shortfall)).toBe(1_150)
    expect(fall?.covered).toBe(true)
    expect(rise).toMatchObject({ result: '-1150.000000', shortfall: '0.000000', covered: true })
    expect(Number(cover.negativeBalance)).toBe(1_000_000)

    const { ledger } = fixture
    const account = { class: 'negative-balance', owner: house, asset: 'USDT' } as const
    const holdId = randomUUID()
    const hold = { do: 'hold', holdId, account, minor: 999_999_000_000n, purpose: 'other' } as const
    expect(await ledger.post({ id: randomUUID(), reference: null, steps: [hold] })).toMatchObject({
      ok: true,
    })
    await fixture.runtime.capital.read()
    expect((await risk()).markets[0]?.costs.map(({ covered }) => covered)).toEqual([false, true])
    const release = { do: 'release', holdId, minor: null } as const
    expect(await ledger.post({ id: randomUUID(), reference: null, steps: [release] })).toMatchObject({
      ok: true,
    })
  })

  it('lists the largest accounts, and those nearest to a margin call', async () => {
    const [large, near] = [await real(100_000), await real(450)]
    await buy(large, { ...plain, lots: '1' })
    await buy(near, { ...plain, lots: '0.1' })
    const { largest, nearest } = await risk()
    expect(largest.map(({ userId }) => userId)).toEqual([large.userId, near.userId])
    expect(nearest.accounts.map(({ userId }) => userId)).toEqual([near.userId, large.userId])
    expect(nearest).toMatchObject({ called: 0, near: 1 })
    believed('EURUSD', '1.142')
    expect((await risk()).nearest).toMatchObject({ called: 1, near: 0 })
  })
})
