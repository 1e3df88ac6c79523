import { describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import {
  balance,
  buy,
  cancel,
  close,
  closeAll,
  customer,
  edit,
  fixture,
  heldBy,
  limit,
  order,
  plain,
  quote,
  refusal,
  reverse,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

const many = 200

/** Counts how often each answer came of so many at once. */
async function atOnce(work: (n: number) => Promise<unknown>): Promise<Record<string, number>> {
  const outcomes = await Promise.all(Array.from({ length: many }, (_, n) => refusal(work(n))))
  await fixture.runtime.queue.settled()
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1
  return counts
}

describe(`proof "races": every call on a contract ${many} times at once, each with a key of its own`, () => {
  it('opens exactly as many as the money allows, and holds for exactly as many that wait', async () => {
    // A margin of 383.37 each, and less than another one beside it for the spread that each loses at once.
    const anna = await customer(10n * 383_370_000n + 20_000_000n)
    expect(await atOnce(() => buy(anna, plain))).toEqual({ accepted: 10, 10011: 190 })
    expect(await balance(anna)).toMatchObject({ balanceMinor: 3_853_700_000n, heldMinor: 3_833_700_000n })
    const ben = await customer(7n * 380_000_000n + 379_999_999n)
    expect(await atOnce(() => limit(ben))).toEqual({ accepted: 7, 10011: 193 })
    expect(await heldBy(ben)).toBe(7n * 380_000_000n)
  })

  it('closes, reverses and cancels an order once', async () => {
    const anna = await customer()
    const closed = await buy(anna)
    expect(await atOnce(() => close(anna, { id: closed.id }))).toEqual({ accepted: 1, 11004: 199 })
    const turned = await buy(anna)
    expect(await atOnce(() => reverse(anna, { id: turned.id }))).toEqual({ accepted: 1, 11004: 199 })
    const waits = await limit(anna)
    expect(await atOnce(() => cancel(anna, { id: waits.id }))).toEqual({ accepted: 1, 11004: 199 })
    expect(await heldBy(anna)).toBe(383_330_000n)
    const { closed: rest } = await closeAll(anna)
    expect(rest).toHaveLength(1)
    expect(await heldBy(anna)).toBe(0n)
  })

  it('closes exactly as many parts as it has, one order each, and their profits are the whole’s', async () => {
    const anna = await customer()
    const opened = await buy(anna, { ...plain, lots: '0.1' })
    quote('EURUSD', '1.16', '1.1601')
    expect(await atOnce(() => close(anna, { id: opened.id, lots: '0.01' }))).toEqual({
      accepted: 10,
      11004: 190,
    })
    expect(await order(anna, opened.id)).toMatchObject({ status: 'closed' })
    // (1.15999 − 1.15011) × 10 000, a tenth each.
    expect(await balance(anna)).toMatchObject({ balanceMinor: 10_098_800_000n, heldMinor: 0n })
  })

  it('moves a level as often as asked and holds once what the dearest needs: no edit is short of what another holds', async () => {
    // 0.6 × 10 000 ÷ 30 = 200 are held; 0.799 needs 66.333334 more, and there is no second such sum.
    const anna = await customer(266_333_334n)
    const placed = await limit(anna, { price: '0.6' })
    const levels = Array.from({ length: many }, (_, n) => (0.6 + n * 0.001).toFixed(3))
    const upAndDown = levels.map((level, n) => (n % 2 === 0 ? level : (levels.at(-n) as string)))
    expect(await atOnce((n) => edit(anna, { id: placed.id, price: upAndDown[n] }))).toEqual({
      accepted: many,
    })
    const now = await order(anna, placed.id)
    expect(upAndDown.map((level) => `${level}00`)).toContain(now.price)
    expect(await heldBy(anna)).toBe(266_333_334n)
    // One tick dearer is more than there is: now that is the reason, for each of them.
    expect(await atOnce(() => edit(anna, { id: placed.id, price: '0.79901' }))).toEqual({ 10011: many })
    expect(await heldBy(anna)).toBe(266_333_334n)
    await cancel(anna, { id: placed.id })
    expect(await heldBy(anna)).toBe(0n)
    expect(await reconcile(fixture.db)).toEqual([])
  })

  it('holds once for the same dearer level asked of one order by all at once, and frees it when it is cancelled between', async () => {
    const anna = await customer(380_000_000n)
    const placed = await limit(anna, { price: '0.6' })
    const cancelled = Promise.resolve().then(() => cancel(anna, { id: placed.id }))
    const outcomes = await atOnce(() => edit(anna, { id: placed.id, price: '1.14' }))
    await cancelled
    expect(Object.keys(outcomes).every((outcome) => outcome === 'accepted' || outcome === '11004')).toBe(true)
    await fixture.runtime.queue.settled()
    expect(await heldBy(anna)).toBe(0n)
    expect(await reconcile(fixture.db)).toEqual([])
  })
})
