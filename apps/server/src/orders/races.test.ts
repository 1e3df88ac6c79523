import { describe, expect, it } from 'vitest'
import {
  balance,
  bench,
  buy,
  cancel,
  close,
  closeAll,
  customer,
  edit,
  heldBy,
  limit,
  order,
  plain,
  quote,
  refusal,
  reverse,
  useContractsBench,
} from '../app/contracts-bench.ts'
import { reconcile } from '../ledger/reconcile.ts'

useContractsBench()

const many = 200

/** How often each answer came of so many at once. */
async function atOnce(work: (n: number) => Promise<unknown>): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: many }, (_, n) => refusal(work(n))))
  await bench.room.queue.settled()
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[String(answer)] = (counts[String(answer)] ?? 0) + 1
  return counts
}

describe(`proof "races": every call on a contract ${many} times at once, each with a key of its own`, () => {
  it('opens exactly as many as the money allows, and holds for exactly as many that wait', async () => {
    // A margin of 383.37 each.
    const anna = await customer(10n * 383_370_000n)
    expect(await atOnce(() => buy(anna, plain))).toEqual({ accepted: 10, 10011: 190 })
    expect(await balance(anna)).toMatchObject({ balanceMinor: 3_833_700_000n, heldMinor: 3_833_700_000n })
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

  it('moves a level only where the money for it is held, and gives all of it back at the end', async () => {
    const anna = await customer(1_000_000_000n)
    const placed = await limit(anna, { price: '0.6' })
    const levels = Array.from({ length: many }, (_, n) => (0.6 + n * 0.001).toFixed(3))
    const answers = await atOnce((n) => edit(anna, { id: placed.id, price: levels[n] }))
    // Each holds what it lacks before it moves the level, beside what the others hold meanwhile.
    const { accepted = 0, 10011: short = 0 } = answers
    expect(accepted).toBeGreaterThan(0)
    expect(accepted + short).toBe(many)
    const now = await order(anna, placed.id)
    expect(levels.map((level) => `${level}00`)).toContain(now.price)
    const held = (await heldBy(anna)) ?? 0n
    expect(held).toBeGreaterThanOrEqual(BigInt(Math.ceil((Number(now.price) * 1e10) / 30)))
    expect(held).toBeLessThanOrEqual(1_000_000_000n)
    await cancel(anna, { id: placed.id })
    expect(await heldBy(anna)).toBe(0n)
    expect(await reconcile(bench.db)).toEqual([])
  })
})
