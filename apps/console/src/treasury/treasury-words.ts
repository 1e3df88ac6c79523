import type { TreasuryAccountShown, TreasuryMoveShown } from '@candor/contract'

type Place = TreasuryMoveShown['from']
type Act = TreasuryMoveShown['act']

/** Names of the operator's accounts in the console. */
export const placeWords: Readonly<Record<Place, string>> = {
  'trading-capital': 'Trading capital',
  'negative-balance': 'Cover for losses',
  'loan-capital': 'Loan capital',
  'yield-reserve': 'Yield reserve',
  'savings-reserve': 'Savings reserve',
  conversion: 'Conversion',
  'fee-revenue': 'Fees earned',
  'swap-revenue': 'Swaps earned',
  'loan-interest': 'Loan interest earned',
  world: 'Outside (bank or wallet)',
}

/** Purpose of an account, or the source of its money. */
export const purposeWords: Readonly<Record<TreasuryAccountShown['place'], string>> = {
  'trading-capital': 'Pays customers’ trading profits, option wins and corrections.',
  'negative-balance': 'Pays losses beyond a customer’s balance, so that nobody owes more than they put in.',
  'loan-capital': 'Is lent to customers.',
  'yield-reserve': 'Pays the yields of smart plans. What open plans are promised is set aside.',
  'savings-reserve': 'Pays interest on savings. Thirty days of it are set aside.',
  conversion: 'The other side of conversions: what customers receive comes out of it.',
  'fee-revenue': 'Commissions and fees. Rebates and invitation commissions are paid from it.',
  'swap-revenue': 'Swaps that customers paid.',
  'loan-interest': 'Interest that borrowers paid.',
}

export const promiseWords: Readonly<Record<TreasuryAccountShown['promises'][number]['kind'], string>> = {
  openProfits: 'for open profits',
  lossCover: 'for losses of open positions',
  savings: 'for interest on savings',
  unpaidFees: 'for rebates and commissions',
}

export const actWords: Readonly<Record<Act, string>> = {
  'put-in': 'Put in',
  'take-out': 'Take out',
  move: 'Move',
  'hedge-in': 'Hedge gain',
  'hedge-out': 'Hedge loss',
}

export const stateWords: Readonly<
  Record<TreasuryAccountShown['state'], readonly [text: string, tone: 'good' | 'bad' | 'neutral']>
> = {
  funded: ['enough', 'good'],
  lacking: ['not enough', 'bad'],
  unneeded: ['not needed', 'neutral'],
}

/** Texts of the server's refusals at the fields. */
export const refusedWords: Readonly<Record<string, string>> = {
  decimal: 'A number above zero, with no more decimals than the coin has.',
  positive: 'A number above zero.',
  promised: 'Part of this is set aside or promised. Only what is free can leave.',
  short: 'There is not that much in the account.',
  unknown: 'Open profits cannot be known now: the engine is not running. Try again when it is.',
  used: 'A transfer with this reference is booked already.',
  too_small: 'At least three characters.',
  same: 'Choose another account.',
  coin: 'This account does not exist in this coin.',
}
