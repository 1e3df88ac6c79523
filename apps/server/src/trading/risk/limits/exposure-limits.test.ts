import { randomUUID } from 'node:crypto'
import { type Calls, type ContractPreview, calls, type ParsedInputOf } from '@candor/contract'
import { afterEach, expect, it } from 'vitest'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import {
  believed,
  body,
  buy,
  close,
  closeAll,
  customer,
  fixture,
  fund,
  handlers,
  heldBy,
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
} from '../../../testing/contracts-fixture.ts'
import { readOpenRisk } from '../desk/open-risk.ts'
import { alertsOf } from '../desk/risk-alerts.ts'
import { setLimit } from './test-limits.ts'

useContractsFixture()

const opened: Caller[] = []
afterEach(async () => {
  for (const caller of opened.splice(0)) expect(await closeAll(caller)).toMatchObject({ refused: [] })
  for (const code of ['EURUSD', 'EURJPY', 'GBPUSD']) await setLimit(fixture.db, code, null)
  expect(await reconcile(fixture.db)).toEqual([])
})

/** With 100 000 USDT of real money. */
async function real(): Promise<Caller> {
  const caller: Caller = { ...(await customer()), userId: randomUUID(), mode: 'real' }
  await fund({ class: 'customer', owner: caller.userId, asset: 'USDT' }, 100_000_000_000n, 'deposit')
  opened.push(caller)
  return caller
}

/** A tenth of a lot at a mid of 1.15005. */
const tenth = 11_500_500_000n

async function limited(most: bigint | null, code = 'EURUSD'): Promise<void> {
  await setLimit(fixture.db, code, most)
  await fixture.runtime.exposureLimits.read()
}

const sell = (caller: Caller, lots = '0.1') => buy(caller, { ...plain, lots, direction: 'sell' })
const long = (caller: Caller, lots = '0.1') => buy(caller, { ...plain, lots })
const netOf = (code = 'EURUSD') => {
  const { board, exposureLimits } = fixture.runtime
  return exposureLimits.inForce((one) => board.market(one)).find((one) => one.code === code)
}

it('I16.2: an order that would take the market’s net position beyond its limit is refused, on either side', async () => {
  const [anna, ben] = [await real(), await real()]
  await limited(2n * tenth)
  await long(anna)
  await long(ben)
  expect(netOf()).toEqual({
    ...{ code: 'EURUSD', limit: '23001.000000', net: '23001.000000', laidOff: '0.000000', hedged: false },
    ...{ leftToBuy: '0.000000', leftToSell: '46002.000000' },
  })
  expect(await refusal(long(anna, '0.01'))).toBe('10015 reserve')
  // Towards zero, through it, and up to the limit on the other side.
  expect(await refusal(sell(ben, '0.41'))).toBe('10015 reserve')
  await sell(ben, '0.4')
  expect(await refusal(sell(anna, '0.01'))).toBe('10015 reserve')
  expect(netOf()).toMatchObject({ net: '-23001.000000', leftToBuy: '46002.000000', leftToSell: '0.000000' })
})

it('I16.2: a smallest unit above the limit is beyond it, and without a limit nothing is', async () => {
  const anna = await real()
  await limited(tenth - 1n)
  expect(await refusal(long(anna))).toBe('10015 reserve')
  await limited(null)
  await long(anna)
  await limited(0n)
  expect(await refusal(long(anna, '0.01'))).toBe('10015 reserve')
  await sell(anna)
})

it('I16.2: demo positions neither count nor are refused, and other markets have their own limits', async () => {
  const [anna, demo] = [await real(), await customer()]
  await limited(tenth)
  await long(demo, '0.5')
  await long(anna)
  await long(demo, '0.1')
  expect(await refusal(long(anna, '0.01'))).toBe('10015 reserve')
  steady('GBPUSD', '1.3', '1.3001')
  await buy(anna, { ...plain, code: 'GBPUSD' })
  await closeAll(demo)
})

it('I16.2: of many orders at once exactly as many open as the limit has room for', async () => {
  const anna = await real()
  await limited(7n * tenth)
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => refusal(long(anna))))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(7)
  expect(new Set(outcomes)).toEqual(new Set(['accepted', '10015 reserve']))
})

it('I16.2: closing and reducing is possible beyond the limit, and what is closed is free for others', async () => {
  const [anna, ben] = [await real(), await real()]
  const order = await long(anna, '0.3')
  await limited(tenth)
  expect(await refusal(long(ben, '0.01'))).toBe('10015 reserve')
  // Still beyond it afterwards, but less.
  await sell(ben)
  await close(anna, { id: order.id, lots: '0.1' })
  expect(netOf()).toMatchObject({ net: '11500.500000', leftToBuy: '0.000000' })
  await close(anna, { id: order.id })
  await long(ben, '0.2')
})

it('I16.2: a reversal counts with what it closes and what it opens, and is refused as a whole', async () => {
  const [anna, ben] = [await real(), await real()]
  await limited(2n * tenth)
  const turned = await long(anna)
  const held = await sell(ben, '0.2')
  // Net −0.1 lots; reversed −0.3.
  expect(await refusal(reverse(anna, { id: turned.id }))).toBe('10015 reserve')
  expect((await order(anna, turned.id)).status).toBe('open')
  await close(ben, { id: held.id, lots: '0.1' })
  await reverse(anna, { id: turned.id })
  expect(netOf()).toMatchObject({ net: '-23001.000000' })
})

it('I16.2: a waiting order that triggers beyond the limit is cancelled, gives back what it held, and its owner is told', async () => {
  const [anna, ben] = [await real(), await real()]
  await limited(2n * tenth)
  const [first, second] = [await limit(anna, { price: '1.14' }), await limit(ben, { price: '1.14' })]
  await long(ben)
  fixture.notices = []
  quote('EURUSD', '1.1398', '1.1399')
  await fixture.runtime.queue.settled()
  // In the order of their placing: at 1.13985 there is room for one of them beside the open position.
  expect([(await order(anna, first.id)).status, (await order(ben, second.id)).status]).toEqual([
    'open',
    'cancelled',
  ])
  const notices = fixture.notices.filter(({ userId }) => userId === ben.userId)
  expect(notices.map(({ data }) => data)).toMatchObject([{ kind: 'notTaken', orderId: second.id }])
  await verified(ben, second.id)
  expect(await heldBy(ben)).toBe(383_370_000n)
})

it('I16.2: an order cannot be placed to wait where it would not fit now, and a preview says so', async () => {
  const anna = await real()
  await limited(tenth)
  await long(anna)
  expect(await refusal(limit(anna))).toBe('10015 reserve')
  await limit(anna, { direction: 'sell', price: '1.16' })
  const preview = (fields: Readonly<Record<string, unknown>>) =>
    handlers().previewContract(
      calls.previewContract.input.parse(body(fields)) as ParsedInputOf<Calls['previewContract']>,
      anna,
      null,
    ) as Promise<ContractPreview>
  expect(await refusal(preview(plain))).toBe('10015 reserve')
  expect(await preview({ ...plain, direction: 'sell' })).toMatchObject({ openPrice: '1.14999' })
})

it('I16.2: the net position is valued at the price and rate of the order', async () => {
  const anna = await real()
  steady('USDJPY', '150', '150')
  steady('EURJPY', '180', '180')
  await limited(12_000_000_000n, 'EURJPY')
  await buy(anna, { ...plain, code: 'EURJPY' })
  expect(netOf('EURJPY')).toMatchObject({ net: '12000.000000' })
  believed('EURJPY', '178')
  expect(netOf('EURJPY')).toMatchObject({ net: '11866.666667', leftToBuy: '133.333333' })
  expect(await refusal(buy(anna, { ...plain, code: 'EURJPY', lots: '0.01' }))).toBe('10015 reserve')
  await sell(anna, '0.01')
  believed('USDJPY', '151')
  expect(netOf('EURJPY')).toMatchObject({ net: '11788.079470' })
})

it('I16.3: what is laid off does not count, and beyond the limit an order is taken while the hedge takes it', async () => {
  const [anna, ben] = [await real(), await real()]
  const { exposureLimits } = fixture.runtime
  await limited(tenth)
  await long(anna)
  const most = { surplus: 0n }
  const laidOff = { lots: 0n }
  exposureLimits.hedgeWith({
    laidOff: () => laidOff.lots,
    takes: (_code, surplusMinor) => surplusMinor <= most.surplus,
  })
  expect(await refusal(long(ben))).toBe('10015 reserve')
  most.surplus = tenth
  await long(ben)
  expect(netOf()).toMatchObject({ net: '23001.000000', laidOff: '0.000000', hedged: true })
  laidOff.lots = 10_000_000n
  expect(netOf()).toMatchObject({ laidOff: '11500.500000', leftToBuy: '0.000000' })
  const limitAlerts = async () => {
    const risk = await readOpenRisk(fixture.runtime, { common: [], own: {} })
    const shares = { move: '0.1', market: '1', customer: '1', limit: '0.8' }
    return alertsOf(risk, shares).filter(({ kind }) => kind === 'limit')
  }
  expect(await limitAlerts()).toEqual([])
  most.surplus = -1n
  expect(netOf()).toMatchObject({ hedged: false })
  expect(await limitAlerts()).toEqual([{ kind: 'limit', code: 'EURUSD', costMinor: tenth }])
  exposureLimits.hedgeWith({ laidOff: () => 0n, takes: () => false })
})

it('I16.2: a new engine knows the limits and what is open before its first decision', async () => {
  const anna = await real()
  await setLimit(fixture.db, 'EURUSD', 2n * tenth)
  await restart()
  await long(anna, '0.2')
  await restart()
  expect(await refusal(long(anna, '0.01'))).toBe('10015 reserve')
  await sell(anna, '0.1')
})
