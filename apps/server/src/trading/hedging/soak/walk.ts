import type { Price } from './hedging-run.ts'

/** Makes a walk of prices, for the short form without recorded days. */
export function walk(from: number, steps: number, chance: () => number): Price[] {
  let price = from
  return Array.from({ length: steps }, () => {
    price *= 1 + (chance() - 0.5) / 200
    return { bid: price.toFixed(2), ask: (price * 1.0002).toFixed(2) }
  })
}

/** Returns chance in [0, 1) that a seed repeats. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
