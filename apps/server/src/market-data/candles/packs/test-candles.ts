import { type CandleBar, intervalMs } from '@candor/rules'

/** Makes minutes of a price with two decimals that goes up and down by itself, the same ones every time. */
export function minuteWalk(from: number, count: number, seed = 7): CandleBar[] {
  let state = seed
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const cents = (value: number) => Math.round(value) / 100
  let close = 4_000_000
  return Array.from({ length: count }, (_, at) => {
    const open = close + Math.round((chance() - 0.5) * 20)
    close = open + Math.round((chance() - 0.5) * 4_000)
    const high = Math.max(open, close) + Math.round(chance() * 1_500)
    const low = Math.min(open, close) - Math.round(chance() * 1_500)
    return {
      openTime: from + at * intervalMs['1m'],
      open: cents(open),
      high: cents(high),
      low: cents(low),
      close: cents(close),
      volume: Math.floor(chance() * 60),
    }
  })
}
