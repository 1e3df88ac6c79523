import type { TreasuryAct, TreasuryPlace } from '@candor/rules'
import type { MovePayload } from './move-money.ts'

/** The operator's accounts as two people read them in a proposal. */
export const placeWords: Readonly<Record<TreasuryPlace | 'world', string>> = {
  'trading-capital': 'trading capital',
  'negative-balance': 'cover for losses beyond a balance',
  'loan-capital': 'loan capital',
  'yield-reserve': 'yield reserve of smart plans',
  'savings-reserve': 'savings reserve',
  conversion: 'conversion account',
  'fee-revenue': 'fees earned',
  'swap-revenue': 'swaps earned',
  'loan-interest': 'loan interest earned',
  world: 'outside these books (the operator’s bank or wallet)',
}

const sentences: Readonly<Record<TreasuryAct, (amount: string, place: string, to: string) => string>> = {
  'put-in': (amount, place) => `Put ${amount} into the ${place}`,
  'take-out': (amount, place) => `Take ${amount} out of the ${place}`,
  move: (amount, place, to) => `Move ${amount} from the ${place} to the ${to}`,
  'hedge-in': (amount) => `Book ${amount} gained by hedging`,
  'hedge-out': (amount) => `Book ${amount} lost by hedging`,
}

/** One line of English, for the list of what waits. */
export const moveSummary = ({ act, amount, coin, place, to }: MovePayload): string =>
  sentences[act](`${amount} ${coin}`, placeWords[place], to === null ? '' : placeWords[to])
