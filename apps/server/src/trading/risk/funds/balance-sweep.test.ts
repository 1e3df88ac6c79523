import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { house, type Ledger } from '../../../ledger/ledger.ts'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { sendBatches } from '../../../testing/commits/held-commits.ts'
import {
  buy,
  customer,
  fixture,
  order,
  plain,
  quote,
  steady,
  useContractsFixture,
} from '../../../testing/contracts-fixture.ts'

useContractsFixture()

/** 1.1 BTC at 8 000 with leverage 2: stopped out at half of 4 400. */
async function bitcoin(who: Caller) {
  steady('BTCUSD', '8000', '8000')
  return buy(who, { ...plain, code: 'BTCUSD', lots: '1.1', leverage: 2 })
}

/** 5 000 USDT. */
async function payIn(who: Caller, by: Ledger): Promise<void> {
  const world = { class: 'world', owner: house, asset: 'DEMO' } as const
  const to = { class: 'customer', owner: who.userId, asset: 'DEMO' } as const
  const steps = [{ do: 'transfer', kind: 'demo-grant', from: world, to, minor: 5_000_000_000n }] as const
  const posted = await by.post({ id: randomUUID(), reference: null, steps })
  expect(posted.ok).toBe(true)
}

/** At 100 the loss is 8 690: 1 301.20 are left of what was there before, 6 301.20 of what is there now. */
async function isStillOpenAfterAFall(who: Caller, id: string): Promise<void> {
  for (let n = 0; n < 20; n++) quote('BTCUSD', '100', '100')
  await fixture.runtime.queue.settled()
  expect((await order(who, id)).status).toBe('open')
  expect(await reconcile(fixture.db)).toEqual([])
}

it('I11.10: a deposit that the engine was never told of is found by its version, before it is missing at a stop-out', async () => {
  const anna = await customer()
  const { id } = await bitcoin(anna)
  // As another process posts whose notice is lost.
  await payIn(anna, createLedger(fixture.db, fixture.clock))
  await fixture.runtime.sweep.turn()
  await isStillOpenAfterAFall(anna, id)
})

it('I11.10: a notice that comes while the database is away is read when it is back, also where nothing is open', async () => {
  const anna = await customer()
  const account = await fixture.runtime.known(anna.userId, 'demo')
  const { funds } = fixture.runtime.store
  const { of, ofOne } = funds
  const gone = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  Object.assign(funds, { of: gone, ofOne: gone })
  await payIn(anna, fixture.ledger)
  await expect(fixture.runtime.sweep.turn()).rejects.toThrow('terminated')
  expect(account.balanceMinor).toBe(10_000_000_000n)
  Object.assign(funds, { of, ofOne })
  await fixture.runtime.sweep.turn()
  expect(account.balanceMinor).toBe(15_000_000_000n)
})

it('I11.10: what is committed of ours and not acknowledged yet is not counted twice', async () => {
  const anna = await customer()
  await bitcoin(anna)
  let commit: () => void = () => undefined
  let acknowledge: () => void = () => undefined
  const committed = new Promise<void>((resolve) => {
    commit = resolve
  })
  const acknowledged = new Promise<void>((resolve) => {
    acknowledge = resolve
  })
  const restore = sendBatches((send) => async (...args) => {
    const result = await send(...args)
    commit()
    await acknowledged
    return result
  })
  // With a commission of its own.
  const opening = buy(anna, { ...plain, code: 'BTCUSD', lots: '0.01', leverage: 2 })
  await committed
  await fixture.runtime.sweep.turn()
  const account = fixture.runtime.book.account(anna.userId, 'demo')
  const known = account.balanceMinor
  acknowledge()
  await opening
  restore()
  expect(known).toBe(account.balanceMinor)
  await fixture.runtime.sweep.turn()
  expect(account.balanceMinor).toBe(known)
})
