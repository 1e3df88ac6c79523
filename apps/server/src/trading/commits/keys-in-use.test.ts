import { expect, it } from 'vitest'
import { slowCall } from '../../platform/http/idempotency/slow-call.ts'
import { holdCommits, roundTrips } from '../../testing/commits/held-commits.ts'
import {
  balance,
  buy,
  customer,
  fixture,
  key,
  limit,
  order,
  plain,
  refusal,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

it('I11.8: a customer’s slow call holds up nobody’s orders: an order under its key is refused alone, with 11003', async () => {
  const [anna, ben] = [await customer(), await customer()]
  const idempotency = key()
  const letGo = await slowCall(fixture, anna, idempotency)
  const outcomes = await Promise.all([
    refusal(buy(anna, plain, idempotency)),
    refusal(buy(ben, plain)),
    refusal(limit(anna)),
  ])
  expect(outcomes).toEqual([11003, 'accepted', 'accepted'])
  await letGo()
  expect(await refusal(buy(anna, plain, idempotency))).toBe(11003)
  expect(fixture.runtime.book.find(anna.userId, 'demo')?.positions.size).toBe(0)
  expect((await balance(anna))?.heldMinor).toBe(
    fixture.runtime.book.find(anna.userId, 'demo')?.heldOrderMinor ?? -1n,
  )
})

it('a key whose call was refused is free again for an order', async () => {
  const anna = await customer()
  const idempotency = key()
  expect(await refusal(buy(anna, { ...plain, lots: '1000' }, idempotency))).not.toBe('accepted')
  expect(await refusal(buy(anna, plain, idempotency))).toBe('accepted')
})

it('a copy of an order is given the first answer, and no 10011, however slow the first one’s commit is', async () => {
  const anna = await customer()
  const idempotency = key()
  const commit = holdCommits()
  // 7 667 of 10 000: the copy finds too little free.
  const large = { ...plain, lots: '2' }
  const first = buy(anna, large, idempotency)
  const copy = refusal(buy(anna, large, idempotency))
  const soonest = await Promise.race([copy, roundTrips()])
  commit()
  expect(soonest).toBe('undecided')
  expect(await copy).toBe('accepted')
  expect((await order(anna, (await first).id)).status).toBe('open')
  expect(fixture.runtime.book.find(anna.userId, 'demo')?.positions.size).toBe(1)
})
