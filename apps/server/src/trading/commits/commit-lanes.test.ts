import type { ContractOrder } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { holdCommits } from '../../testing/commits/held-commits.ts'
import {
  buy,
  close,
  customer,
  fixture,
  plain,
  quote,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import type { Account } from '../engine/position.ts'
import { CommitLanes } from './commit-lanes.ts'

describe('two lanes', () => {
  const accounts = Array.from({ length: 6 }, () => ({}) as Account)
  const itemOf = (name: string, account: number, isAwaited: boolean) => ({
    name,
    effect: { account: accounts[account] as Account, isAwaited },
  })
  const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name)

  it('what a customer waits for goes first, but never before what was decided for the same account', () => {
    const lanes = new CommitLanes<ReturnType<typeof itemOf>>()
    for (const item of [
      itemOf('stop-out of 0', 0, false),
      itemOf('stop-out of 1', 1, false),
      itemOf('call of 0', 0, true),
      itemOf('call of 2', 2, true),
      itemOf('stop-out of 2', 2, false),
      itemOf('second call of 2', 2, true),
    ])
      lanes.add(item)
    expect(namesOf(lanes.take(3))).toEqual(['call of 2', 'stop-out of 0', 'stop-out of 1'])
    lanes.add(itemOf('call of 1', 1, true))
    expect(namesOf(lanes.take(10))).toEqual(['call of 1', 'call of 0', 'stop-out of 2', 'second call of 2'])
    expect(lanes.length).toBe(0)
  })

  it('however many ask, the rest is written too, each account in its order', () => {
    const lanes = new CommitLanes<ReturnType<typeof itemOf>>()
    for (let n = 0; n < 8; n++) lanes.add(itemOf(`call ${n}`, n < 7 ? 0 : 5, true))
    lanes.add(itemOf('stop-out of 1', 1, false))
    lanes.add(itemOf('stop-out of 5', 5, false))
    lanes.add(itemOf('stop-out of 2', 2, false))
    expect(namesOf(lanes.take(4))).toEqual(['call 0', 'call 1', 'call 2', 'stop-out of 1'])
    // The next one in line has a call before it.
    expect(namesOf(lanes.take(4))).toEqual(['call 3', 'call 4', 'call 5'])
    expect(namesOf(lanes.take(4))).toEqual(['call 6', 'call 7', 'stop-out of 5', 'stop-out of 2'])
  })
})

describe('after a mass stop-out', () => {
  useContractsFixture()

  it('I11.9: a customer’s call is answered before thousands that nobody waits for, and all of it is written once', async () => {
    steady('BTCUSD', '8000', '8000')
    const owners = await Promise.all(Array.from({ length: 5 }, () => customer(500_000_000_000n)))
    const other = await customer()
    const order = { ...plain, code: 'BTCUSD', lots: '0.01', leverage: 2, stopLoss: '7500' }
    const opened = await Promise.all(
      owners.flatMap((who) => Array.from({ length: 180 }, () => buy(who, order))),
    )
    const mine = await buy(other, plain)
    fixture.published = []
    const release = holdCommits()
    for (let n = 0; n < 25; n++) quote('BTCUSD', '7400', '7400')
    const { queue } = fixture.runtime
    const inFlight = 400
    await expect.poll(() => queue.length).toBe(opened.length - inFlight)
    const closed = close(other, { id: mine.id })
    await expect.poll(() => queue.length).toBe(opened.length - inFlight + 1)
    release()
    await closed
    await queue.settled()
    const publishedIds = fixture.published.map(({ data }) => (data as ContractOrder).id)
    expect(publishedIds.indexOf(mine.id)).toBe(inFlight)
    const { rows } = await fixture.db.pool.query<{ n: bigint }>(
      "SELECT count(*) AS n FROM orders_events WHERE kind = 'close' AND order_id = ANY ($1)",
      [opened.map(({ id }) => id)],
    )
    expect(rows[0]?.n).toBe(BigInt(opened.length))
  })
})
