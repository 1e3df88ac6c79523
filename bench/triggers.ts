import { performance } from 'node:perf_hooks'
import { TriggerIndex, type Watch } from '../apps/server/src/trading/triggers/trigger-index.ts'
import type { BenchResult } from './result.ts'

const quotes = 300_000
const goal = 0.5
const rounds = 3
const start = 1_150_000_000_000_000n // 115 000 in 10^-10
const watches: readonly Watch[] = ['sellFalls', 'sellRises', 'buyFalls', 'buyRises']
const falls = new Set<Watch>(['sellFalls', 'buyFalls'])

/** A random generator of our own, so that the walk is the same at every size. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Walked {
  readonly perSecond: number
  readonly fired: number
}

/**
 * A market moves; every trigger it reaches is replaced by a new one, so the number of triggers stays the same. They are within
 * 10 % of the price, like exits.
 */
function walk(resting: number): Walked {
  const chance = chanceFrom(42)
  const index = new TriggerIndex<Watch>()
  const rest = (watch: Watch, price: bigint) => {
    const distance = (price * BigInt(1 + Math.floor(chance() * 1_000_000))) / 10_000_000n
    index.rest(watch, falls.has(watch) ? price - distance : price + distance, watch)
  }
  for (let n = 0; n < resting; n++) rest(watches[n % 4] as Watch, start)
  let mid = start
  let fired = 0
  const again: Watch[] = []
  const from = performance.now()
  for (let n = 0; n < quotes; n++) {
    // Pulled back to its start, so that waiting orders stay within reach at every size.
    const pull = mid > start ? 0.502 : 0.498
    mid += BigInt(Math.round((chance() - pull) * 2e9))
    again.length = 0
    index.reach({ sellPrice: mid - 5_000_000_000n, buyPrice: mid + 5_000_000_000n, mid }, (watch) =>
      again.push(watch),
    )
    for (const watch of again) rest(watch, mid)
    fired += again.length
  }
  return { perSecond: (quotes * 1000) / (performance.now() - from), fired }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Quotes a second through one market's index with a million resting triggers, against a thousand. */
export async function run(): Promise<BenchResult> {
  const sizes = [1_000, 100_000, 1_000_000]
  walk(1_000)
  const measured = sizes.map((size) => ({ size, walks: Array.from({ length: rounds }, () => walk(size)) }))
  const speed = (size: number) =>
    median(measured.find((one) => one.size === size)?.walks.map(({ perSecond }) => perSecond) ?? [])
  const ratio = speed(1_000_000) / speed(1_000)
  return {
    name: 'quotes a second with 1 000 000 resting triggers against 1 000',
    ratio,
    goal: `≥ ${goal}`,
    reached: ratio >= goal,
    details: measured.map(
      ({ size, walks }) =>
        `${size} resting: ${Math.round(speed(size))} quotes/s, ${walks[0]?.fired ?? 0} fired and replaced in ${quotes} quotes`,
    ),
  }
}
