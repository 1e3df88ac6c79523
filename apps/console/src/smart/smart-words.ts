import type { ProductTerms } from '@candor/contract'
import { percentOf, yearlyPercent } from '../shell/percent.ts'
import { plainAmount } from '../shell/plain-amount.ts'

/** The server's refusals, in plain words. */
export const refusedWords: Readonly<Record<string, string>> = {
  taken: 'Another product has this name.',
  least: 'At least 1 USDT.',
  'below-min': 'Must not be below the minimum amount.',
  none: 'Fill in at least one term.',
  twice: 'A term is listed twice.',
  'not-offered': 'Plans are sold for 7, 15, 30, 60 or 90 days.',
  'too-low': 'Too low: the daily payout would be zero.',
  'too-high': 'Yields above 0.1% a day are not allowed.',
  'too-fine': 'Too many decimals.',
  unchanged: 'This already applies.',
  decimal: 'Enter a number above zero.',
  positive: 'Enter a number above zero.',
}

type Timeframe = ProductTerms['timeframes'][number]
const range = (min: string, max: string) => `${min === max ? min : `${min}–${max}`}%`

/** `0.01–0.012%`. */
export const dailyRange = ({ dailyYieldMin, dailyYieldMax }: Timeframe): string =>
  range(percentOf(dailyYieldMin), percentOf(dailyYieldMax))

/** `3.65–4.38%`: the yield over 365 days. */
export const yearlyRange = ({ dailyYieldMin, dailyYieldMax }: Timeframe): string =>
  range(yearlyPercent(dailyYieldMin) ?? '', yearlyPercent(dailyYieldMax) ?? '')

const amounts = ({ minAmount, maxAmount }: ProductTerms) =>
  `${plainAmount(minAmount)}–${plainAmount(maxAmount)} USDT`

/** Differences between two states of a product, each as a text. */
export function changesOf(before: ProductTerms | null, after: ProductTerms): string[] {
  if (before === null) return ['new']
  const days = [...before.timeframes, ...after.timeframes].map((one) => one.days)
  const timeframes = [...new Set(days)].sort((one, other) => one - other)
  const yieldOf = (terms: ProductTerms, wanted: number) => {
    const found = terms.timeframes.find((one) => one.days === wanted)
    return found === undefined ? 'not offered' : `${dailyRange(found)} a day`
  }
  const pairs: readonly (readonly [string, string, string])[] = [
    ['name', before.name, after.name],
    ['amounts', amounts(before), amounts(after)],
    ...timeframes.map((one) => [`${one} days`, yieldOf(before, one), yieldOf(after, one)] as const),
    ['status', before.sold ? 'on sale' : 'retired', after.sold ? 'on sale' : 'retired'],
  ]
  return pairs.filter(([, was, is]) => was !== is).map(([name, was, is]) => `${name}: ${was} → ${is}`)
}
