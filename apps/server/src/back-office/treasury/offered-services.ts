import type { OfferedServices } from '@candor/contract'
import { Amount, assetCodes } from '@candor/money'
import { type TreasuryPlace, tradingIsFunded } from '@candor/rules'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { Parameters } from '../parameters/parameters.ts'
import { balanceIn, type HouseBalance, houseBalances, openProfitSeen } from './treasury-store.ts'

/** Free of holds, in USDT's smallest unit unless a coin is named. */
const freeIn = (
  balances: readonly HouseBalance[],
  place: TreasuryPlace,
  coin: HouseBalance['coin'] = 'USDT',
) => {
  const { balanceMinor, heldMinor } = balanceIn(balances, { place, coin })
  return balanceMinor - heldMinor
}

/**
 * Returns the services offered to real accounts: those that the operator's own money covers (rulebook, Whose money pays). `leastLoanMinor`:
 * the smallest loan.
 */
export async function offeredServices(reader: Reader, leastLoanMinor: bigint): Promise<OfferedServices> {
  const balances = await houseBalances(reader)
  const openProfit = await openProfitSeen(reader)
  return {
    trading: tradingIsFunded({
      capitalMinor: freeIn(balances, 'trading-capital'),
      openProfitMinor: openProfit?.minor ?? 0n,
      lossCoverMinor: freeIn(balances, 'negative-balance'),
    }),
    loans: freeIn(balances, 'loan-capital') >= leastLoanMinor,
    conversions: assetCodes.filter((coin) => freeIn(balances, 'conversion', coin) > 0n),
  }
}

/** Returns the services offered now, with the smallest loan as the parameters have it. */
export async function offeredNow(db: Database, parameters: Parameters): Promise<OfferedServices> {
  const least = Amount.parse('USDT', String(await parameters.value('loan.minimum')))
  if (least === null) throw new Error('the parameter loan.minimum is not an amount')
  return offeredServices(db.query, least.minor)
}
