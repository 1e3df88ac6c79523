import type { TreasuryAccountShown, TreasuryMoveShown } from '@candor/contract'

type Place = TreasuryMoveShown['from']
type Act = TreasuryMoveShown['act']

/** Names of the operator's accounts in the console. */
export const placeWords: Readonly<Record<Place, string>> = {
  'trading-capital': 'Trading capital',
  'negative-balance': 'Negative-balance cover',
  'loan-capital': 'Loan capital',
  'yield-reserve': 'Yield reserve',
  'savings-reserve': 'Savings reserve',
  conversion: 'Conversion account',
  'hedge-capital': 'Hedging money',
  'fee-revenue': 'Fees earned',
  'swap-revenue': 'Swaps earned',
  'loan-interest': 'Loan interest earned',
  world: 'External (bank or wallet)',
}

/** Purpose of an account, or the source of its money. */
export const purposeWords: Readonly<Record<TreasuryAccountShown['place'], string>> = {
  'trading-capital': 'Pays customers’ trading profits, option wins and corrections.',
  'negative-balance':
    'Pays losses beyond a customer’s balance, so that no customer owes more than they deposited.',
  'loan-capital': 'Lent to customers.',
  'yield-reserve': 'Pays the yield of smart plans. What running plans are promised is set aside.',
  'savings-reserve': 'Pays interest on savings. Thirty days of interest are set aside.',
  conversion: 'The other side of conversions: pays what customers receive.',
  'hedge-capital':
    'At the venue where positions are hedged. Pays losses and fees of hedges, and receives their gains.',
  'fee-revenue': 'Commissions and fees. Rebates and invitation commissions are paid from it.',
  'swap-revenue': 'Swaps paid by customers.',
  'loan-interest': 'Interest paid by borrowers.',
}

export const promiseWords: Readonly<Record<TreasuryAccountShown['promises'][number]['kind'], string>> = {
  openProfits: 'for open profits',
  lossCover: 'for losses of open positions',
  savings: 'for interest on savings',
  unpaidFees: 'for rebates and commissions',
}

export const actWords: Readonly<Record<Act, string>> = {
  'put-in': 'Fund',
  'take-out': 'Withdraw',
  move: 'Transfer',
  'hedge-in': 'Hedge gain',
  'hedge-out': 'Hedge loss',
}

export const stateWords: Readonly<
  Record<TreasuryAccountShown['state'], readonly [text: string, tone: 'good' | 'bad' | 'neutral']>
> = {
  funded: ['funded', 'good'],
  lacking: ['underfunded', 'bad'],
  unneeded: ['not needed', 'neutral'],
}

/** Texts of the server's refusals at the fields. */
export const refusedWords: Readonly<Record<string, string>> = {
  decimal: 'Enter a number above zero, with no more decimals than the coin has.',
  positive: 'Enter a number above zero.',
  promised: 'Part of this is set aside or promised. Only the free amount can leave.',
  short: 'The account does not hold that much.',
  too_large: 'Enter less than one billion.',
  unknown: 'Open profits are not known while the engine is not running. Try again when it is.',
  used: 'A transfer with this reference is already booked.',
  too_small: 'Enter at least three characters.',
  same: 'Choose another account.',
  coin: 'This account does not exist in this coin.',
}
