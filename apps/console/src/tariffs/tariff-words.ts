import type { AnnouncedKey, ListKey, MarketTermsShown } from '@candor/contract'

export type Term = keyof MarketTermsShown

export const termWords: Readonly<Record<Term, string>> = {
  leverageMax: 'Leverage',
  commissionRate: 'Commission per side',
  spreadAdded: 'Spread markup',
  swapLong: 'Long swap',
  swapShort: 'Short swap',
}
export const terms = Object.keys(termWords) as readonly Term[]

export const termHints: Readonly<Record<Term, string>> = {
  leverageMax: 'A whole number, at most the rulebook’s cap.',
  commissionRate: 'Share of the notional: 0.001 is 0.1%.',
  spreadAdded: 'In price units, half on each side.',
  swapLong: 'Share of the notional per night. Negative: the holder pays.',
  swapShort: 'Share of the notional per night. Negative: the holder pays.',
}

/** Subject of a change in readable form: markets by code, fees by name. */
export const aboutText = (names: readonly string[]): string =>
  names.map((name) => words[name] ?? name).join(', ')

export const feeWords: Readonly<Record<AnnouncedKey, string>> = {
  withdrawalRate: 'Withdrawal fee, share of the amount',
  withdrawalFlat: 'Minimum fee, USDT withdrawal',
  'withdrawalFeeMinimum.BTC': 'Minimum fee, BTC withdrawal',
  'withdrawalFeeMinimum.ETH': 'Minimum fee, ETH withdrawal',
  convertRate: 'Conversion fee, share of the amount',
  minBalance: 'Minimum balance to withdraw, value in USDT',
  'withdrawalMinimum.USDT': 'Minimum USDT withdrawal',
  'withdrawalMinimum.BTC': 'Minimum BTC withdrawal',
  'withdrawalMinimum.ETH': 'Minimum ETH withdrawal',
  'depositMinimum.USDT': 'Minimum USDT deposit',
  'depositMinimum.BTC': 'Minimum BTC deposit',
  'depositMinimum.ETH': 'Minimum ETH deposit',
  convertMinimum: 'Minimum conversion, in USDT',
  'withdrawal.deadlineHours': 'Withdrawal deadline, hours',
  'withdrawal.newAddressHours': 'Waiting time for a new withdrawal address, hours',
  exitPenalty: 'Maximum early-exit penalty of a plan, share of the principal',
  'options.settleWithinSeconds': 'Longest wait for an option’s settlement price, seconds',
  'tariff.noticeHours': 'Notice before a change, hours',
  'kyc.reviewHours': 'Identity and loan reviews take up to, hours',
  'kyc.neededFrom': 'Identity needed once deposits reach, in USDT',
  'options.stakeMin': 'Minimum option stake, in USDT',
  'options.stakeMax': 'Maximum option stake, in USDT',
  'options.openMost': 'Maximum running options per account',
  marginCloseOut: 'Stop-out level, share of the margin, for new orders',
  marginCall: 'Margin call level, share of the margin, for new orders',
  'contracts.openMost': 'Maximum open positions per account',
  'contracts.waitingMost': 'Maximum pending orders per account',
  'invites.feeShare': 'Inviter’s share of a friend’s commissions',
  'invites.months': 'Months an invitation pays',
  'invites.enterDays': 'Days to enter an invitation code',
  'nft.bidStep': 'Minimum bid increment, share of the bid, for works added later',
  'nft.softCloseSeconds': 'Auction extension by a late bid, seconds, for works added later',
  'nft.feeRate': 'Operator’s share of an artwork’s price, for works added later',
}

export const listWords: Readonly<Record<ListKey, string>> = {
  'options.payouts': 'Option payouts by seconds',
  'vip.tiers': 'Commission rebate by 30-day volume',
  'contracts.endAtRoll': 'Futures that expire instead of rolling over',
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
  'too-soon': 'Customers need more notice than that.',
  'not-after-last': 'A change for that time or later is already announced. Choose a later time.',
  'above-cap': 'Above the rulebook’s cap.',
  'not-whole': 'Enter a whole number of 1 or more.',
  'below-zero': 'Must not be below zero.',
  'too-high': 'Above the allowed range.',
  'too-low': 'Below the allowed range.',
  'too-fine': 'Too many decimals.',
  'above-0.3':
    'Commission on both sides plus spread would reach 0.3% of the price. The home page promises less.',
  unchanged: 'This already applies.',
  decimal: 'Enter a number, such as 0.001.',
  list: 'The list has the wrong format or exceeds its limits.',
  withdrawn: 'Already withdrawn.',
  'too-late': 'It already applies, or will within a minute.',
  'waited-for':
    'It is better for some customers, who may be counting on it. It cannot be withdrawn within a day of taking effect.',
  'not-last': 'A later change builds on this one. Withdraw that first.',
}

/** Differences, as `Commission per side 0.001 → 0.0012`. */
export const changesOf = (was: MarketTermsShown, is: MarketTermsShown): string[] =>
  terms
    .filter((term) => was[term] !== is[term])
    .map((term) => `${termWords[term]} ${was[term]} → ${is[term]}`)
