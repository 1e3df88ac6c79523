import type { AnnouncedKey, MarketTermsShown } from '@candor/contract'

export type Term = keyof MarketTermsShown

export const termWords: Readonly<Record<Term, string>> = {
  leverageMax: 'Leverage',
  commissionRate: 'Commission, each side',
  spreadAdded: 'Spread added',
  swapLong: 'Swap, long',
  swapShort: 'Swap, short',
}
export const terms = Object.keys(termWords) as readonly Term[]

export const termHints: Readonly<Record<Term, string>> = {
  leverageMax: 'A whole number; never above the rulebook’s cap.',
  commissionRate: 'Share of the notional: 0.001 is 0.1 %.',
  spreadAdded: 'In price, half on each side.',
  swapLong: 'Share of the notional a night; minus costs the holder.',
  swapShort: 'Share of the notional a night; minus costs the holder.',
}

/** What a change is about, as people read it: markets by their codes, fees by their words. */
export const aboutText = (names: readonly string[]): string =>
  names.map((name) => (Object.hasOwn(feeWords, name) ? feeWords[name as AnnouncedKey] : name)).join(', ')

export const classWords = { '1': 'Forex', '2': 'Crypto', '3': 'Stocks', '4': 'Futures' } as const

export const feeWords: Readonly<Record<AnnouncedKey, string>> = {
  withdrawalRate: 'Withdrawal, share of the amount',
  withdrawalFlat: 'Withdrawal of USDT, at least',
  'withdrawalFeeMinimum.BTC': 'Withdrawal of BTC, at least',
  'withdrawalFeeMinimum.ETH': 'Withdrawal of ETH, at least',
  convertRate: 'Converting, share of the amount',
  minBalance: 'Worth an account needs to withdraw, in USDT',
  'withdrawalMinimum.USDT': 'Smallest withdrawal of USDT',
  'withdrawalMinimum.BTC': 'Smallest withdrawal of BTC',
  'withdrawalMinimum.ETH': 'Smallest withdrawal of ETH',
  'depositMinimum.USDT': 'Smallest deposit of USDT',
  'depositMinimum.BTC': 'Smallest deposit of BTC',
  'depositMinimum.ETH': 'Smallest deposit of ETH',
  convertMinimum: 'Smallest conversion, in USDT',
  'withdrawal.deadlineHours': 'Deadline of a withdrawal, hours',
  'withdrawal.newAddressHours': 'Wait for a new withdrawal address, hours',
  exitPenalty: 'Leaving a plan early, share of the principal at most',
  'options.settleWithinSeconds': 'An option waits for its closing price, seconds',
  'tariff.noticeHours': 'Notice before a change holds, hours',
}

/** What the server refuses, in plain words. */
export const refusedWords: Readonly<Record<string, string>> = {
  'too-soon': 'Customers have to be told earlier than that.',
  'not-after-last': 'Something that holds then or later is announced already; choose a later moment.',
  'above-cap': 'Above the cap of the rulebook.',
  'not-whole': 'A whole number from 1 on.',
  'below-zero': 'Not below zero.',
  'too-high': 'Higher than a change may make it.',
  'too-low': 'Lower than a change may make it.',
  'too-fine': 'More decimals than it can have.',
  'above-0.3': 'Both sides and the spread would reach 0.3 % of the price: the home page says less.',
  unchanged: 'This is what holds already.',
  decimal: 'A number, as 0.001.',
  withdrawn: 'It is withdrawn already.',
  'too-late': 'It holds already, or within a minute.',
  'not-last': 'Something later was announced on top of it: withdraw that first.',
}

/** What differs, as `Commission, each side 0.001 → 0.0012`. */
export const changesOf = (was: MarketTermsShown, is: MarketTermsShown): string[] =>
  terms
    .filter((term) => was[term] !== is[term])
    .map((term) => `${termWords[term]} ${was[term]} → ${is[term]}`)
