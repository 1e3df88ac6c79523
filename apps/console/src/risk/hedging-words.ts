import type { HedgedMarketState, HedgeOrderShown } from '@candor/contract'

type Tone = 'good' | 'warn' | 'bad' | 'neutral'

/** Reasons for which no order is sent in a market. */
export const hindranceWords: Readonly<
  Record<NonNullable<HedgedMarketState['hindrance']>, readonly [text: string, tone: Tone]>
> = {
  stopped: ['stopped', 'warn'],
  disconnected: ['not connected', 'bad'],
  terms: ['sizes do not fit the venue', 'bad'],
  uncompared: ['not compared yet', 'neutral'],
  differs: ['books differ', 'bad'],
  failing: ['orders fail', 'bad'],
}

export const stateWords: Readonly<Record<HedgeOrderShown['state'], readonly [text: string, tone: Tone]>> = {
  pending: ['sent', 'neutral'],
  working: ['at the venue', 'neutral'],
  filled: ['filled', 'good'],
  expired: ['ended in part', 'warn'],
  refused: ['refused', 'bad'],
  absent: ['never arrived', 'warn'],
}

/** Texts of the server's refusals at the fields. */
export const refusedWords: Readonly<Record<string, string>> = {
  unchanged: 'This already applies.',
  too_small: 'Enter at least three characters.',
  'unknown-market': 'This market is not hedged any more.',
}

/** Writes a time that passed: `0.4 s`, `12 s`, `5 min`. */
export function passedText(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`
  return `${Math.round(ms / 60_000)} min`
}
