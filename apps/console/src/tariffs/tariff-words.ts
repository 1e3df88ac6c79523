import type { AnnouncedKey, ListKey, MarketTermsShown } from '@candor/contract'

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

/** Subject of a change in readable form: markets by code, fees by name. */
export const aboutText = (names: readonly string[]): string =>
  names.map((name) => words[name] ?? name).join(', ')

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
  'kyc.reviewHours': 'Identity and loans are reviewed within, hours',
  'kyc.neededFrom': 'Identity needed for a deposit above, in USDT',
  'options.stakeMin': 'Smallest stake of an option, in USDT',
  'options.stakeMax': 'Largest stake of an option, in USDT',
  'options.openMost': 'Options open at once, a customer',
  'contracts.openMost': 'Positions open at once, an account',
  'contracts.waitingMost': 'Waiting orders at once, an account',
  'invites.feeShare': 'Share of a friend’s fees for who invited them',
  'invites.months': 'Months an invitation pays',
  'invites.enterDays': 'Days to name who invited you',
  'nft.bidStep': 'Smallest raise of a bid, share of it, for works added later',
  'nft.softCloseSeconds': 'A late bid lengthens an auction by, seconds, for works added later',
  'nft.feeRate': 'Share of a sale that is kept, for works added later',
}

export const listWords: Readonly<Record<ListKey, string>> = {
  'options.payouts': 'Payouts of options by seconds',
  'vip.tiers': 'Fees given back by the volume of 30 days',
  'contracts.endAtRoll': 'Futures that end with their contract',
}

/** Format and limits of each list. */
export const listHints: Readonly<Record<ListKey, string>> = {
  'options.payouts': 'As JSON: {"60": "0.75"}. Shares of the stake, 0.3 to 1.',
  'vip.tiers': 'As JSON: [{"volume": "100000", "rebate": "0.05"}]. Rising in both, rebates up to 0.5.',
  'contracts.endAtRoll': 'As JSON: ["XAUUSD"]. Futures only.',
}

const words: Readonly<Record<string, string>> = { ...feeWords, ...listWords }

/** The server's refusals, in plain words. */
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
  unchanged: 'This already applies.',
  decimal: 'A number, as 0.001.',
  list: 'It is not written like that, or leaves what is allowed.',
  withdrawn: 'It is withdrawn already.',
  'too-late': 'It holds already, or within a minute.',
  'waited-for':
    'It is better for some customers, who wait for it: within a day of its moment it cannot be withdrawn.',
  'not-last': 'Something later was announced on top of it: withdraw that first.',
}

/** Differences, as `Commission, each side 0.001 → 0.0012`. */
export const changesOf = (was: MarketTermsShown, is: MarketTermsShown): string[] =>
  terms
    .filter((term) => was[term] !== is[term])
    .map((term) => `${termWords[term]} ${was[term]} → ${is[term]}`)
