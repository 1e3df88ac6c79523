import type { Exact, Lots, Price } from '@candor/money'
import type { Market } from '../../markets/market.ts'
import { shareMinor } from './notional.ts'

/** Computes the commission: lots × contractSize × price × rate for one side, in USDT's smallest unit, half to even once. Source: rulebook, Contracts. */
export function commissionMinor(
  lots: Lots,
  price: Price,
  { contractSize, commissionRate }: Pick<Market, 'contractSize' | 'commissionRate'>,
  conversion: Exact,
): bigint {
  return shareMinor(lots * price * contractSize, commissionRate, conversion)
}
