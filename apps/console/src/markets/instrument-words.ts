import type { InstrumentChange } from '@candor/contract'
import type { Tone } from '@candor/ui/feedback.tsx'
import { CallFailure, sentenceOf } from '../session/failure.ts'
import type { Exchange } from './instrument-draft.ts'

export const exchangeWords: Readonly<Record<Exchange, string>> = {
  kraken: 'Kraken ticker',
  coinbase: 'Coinbase ticker',
  binance: 'Binance ticker',
  massive: 'Massive ticker',
}

export const exchangeHints: Readonly<Record<Exchange, string>> = {
  kraken: 'As its websocket names it: BTC/USDT.',
  coinbase: 'As its product list names it: BTC-USDT.',
  binance: 'As its market list names it: BTCUSDT.',
  massive: 'The pair without a prefix (EURTRY), the ticker of a US stock, or a dated futures contract.',
}

export const changeWords: Readonly<Record<InstrumentChange['kind'], readonly [words: string, tone: Tone]>> = {
  listed: ['added', 'good'],
  changed: ['name or tickers', 'neutral'],
  closeOnly: ['closing only', 'warn'],
  offered: ['offered again', 'good'],
}

/** Words for a refusal; `named` are the markets or the limit that it names. */
const words: Readonly<Record<string, (named: string) => string>> = {
  exists: () => 'This exists already.',
  'not-the-pair': () => 'The code of a pair is its two currencies.',
  'not-the-code': () => 'Enter the code itself.',
  'same-currency': () => 'Enter another currency than the base.',
  'letters-and-digits': () => 'Capital letters and digits, at most 12.',
  'no-conversion': (named) => `Nothing converts this currency into USDT: add one of ${named} first.`,
  'takes-over-conversion': (named) =>
    `Its currency is converted at ${named} now, and open positions are valued by that.`,
  decimal: () => 'Enter a number, such as 0.25.',
  too_large: () => 'This is too large.',
  too_big: () => 'This is too large.',
  too_small: () => 'This is too small.',
  invalid_type: () => 'Enter a whole number.',
  'too-many': () => 'At most eight decimals.',
  'not-positive': () => 'Enter more than zero.',
  'finer-than-digits': () =>
    'The displayed decimals do not show this tick: enter more decimals or a larger tick.',
  'not-whole-ticks': () => 'Enter a whole number of ticks.',
  'not-whole-steps': () => 'Enter a whole number of steps, the most not below the least.',
  'too-large': () => 'An order of this size would be worth more than 1,000 billion.',
  'above-cap': (named) => `At most ${named} in this class.`,
  'below-zero': () => 'Enter zero or more.',
  'too-high': () => 'At most 0.001 (0.1%) a night, in either direction.',
  'above-0.3': () => 'Both commissions and the markup have to stay below 0.3% of the price.',
  'unknown-zone': () => 'Enter a name of the IANA database, such as Europe/Istanbul.',
  'no-days': () => 'Enter at least one day.',
  'bad-time': () => 'Enter times from 00:00 to 23:59.',
  overlaps: () => 'Two sessions overlap.',
  symbol: () => 'Letters, digits, dots, colons, slashes and hyphens alone.',
  'plain-text': () => 'Enter plain text without brackets.',
  'not-for-class': () => 'This exchange does not trade this class.',
  'not-a-pair': () => 'Enter the two currencies: EURTRY.',
  taken: (named) => `${named} has this ticker.`,
  'out-of-bounds': () => 'This is out of bounds.',
  'too-wide': () => 'At most 5% of the price.',
  fixed: () => 'A market keeps this for good. Add another market instead.',
  unchanged: () => 'This already applies.',
  'too-soon': () => 'Customers need more notice.',
  'not-after-last': () => 'This is before another announced change.',
  'closing-only': () => 'This is announced already.',
  offered: () => 'This market is offered.',
  'unknown-market': () => 'Choose a market.',
  'unknown-scope': () => 'No market is in this group.',
  'bad-date': () => 'Enter a date of the calendar, such as 2026-12-25.',
  'too-far': () => 'At most two years ahead.',
  'needs-time': () => 'Enter a first or a last time.',
  'not-shortened': () => 'Only a shortened day has times.',
  'ends-before': () => 'It ends before it begins.',
  'leaves-nothing': () => 'Nothing of the sessions is left: leave the times out to close the day.',
  'changes-nothing': () => 'This changes nothing: the market is closed then anyway, or has these hours.',
  'too-many-days': (named) => `At most ${named} coming days.`,
  'too-many-weeks': (named) => `At most ${named} coming changes of weekly sessions.`,
  'not-announced': () => 'This is not announced.',
  'contract-ends': (named) => `A contract of ${named} ends then, while it would be closed.`,
  past: () => 'This is over or has begun.',
  'has-begun': () => 'This has begun: it can no longer be withdrawn.',
  nothing: () => 'Enter at least one day.',
}

interface Issue {
  readonly path: string
  readonly code: string
  readonly named?: string
}

/** Assigns the server's issues to fields: an issue of a part (`hours.sessions.2`) is one of the whole. */
export function issuesAt(error: unknown): (field: string) => string | null {
  const issues = issuesIn(error)
  return (field) => {
    const found = issues.find(({ path }) => path === field || path.startsWith(`${field}.`))
    return found === undefined ? null : wordsOf(found, error)
  }
}

const wordsOf = ({ code, named }: Issue, error: unknown): string =>
  words[code]?.(named ?? '') ?? sentenceOf(error)

/** Lists the server's issues at the entries of a list field (`days.2.to`) with the index of each. */
export function issuesOfEntries(
  error: unknown,
  field: string,
): { readonly at: number; readonly text: string }[] {
  return issuesIn(error).flatMap((issue) => {
    const [name, at] = issue.path.split('.')
    return name === field && at !== undefined ? [{ at: Number(at), text: wordsOf(issue, error) }] : []
  })
}

const issuesIn = (error: unknown): readonly Issue[] =>
  ((error instanceof CallFailure ? (error.details ?? {}) : {}) as { readonly issues?: readonly Issue[] })
    .issues ?? []
