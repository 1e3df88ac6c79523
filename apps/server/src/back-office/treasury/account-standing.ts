import { parseRate, type Rate } from '@candor/money'
import {
  promisedOfMargin,
  promisedOfOpenProfits,
  type TreasuryAccount,
  type TreasuryStanding,
} from '@candor/rules'
import type { Reader } from '../../platform/database/database.ts'
import type { ParameterKey } from '../parameters/defaults.ts'
import type { Parameters } from '../parameters/parameters.ts'
import type { PromisedPart, TreasuryContext } from './treasury-context.ts'
import { balanceIn, houseBalances, openProfitSeen } from './treasury-store.ts'

/** Maximum age of the engine's figure for open profit, which it writes every five seconds. */
const freshMs = 30_000

export interface AccountStanding extends TreasuryStanding {
  readonly promises: readonly PromisedPart[]
}

/** Shares of open profits and of margin that the treasury holds back: the parameters `reserve.warnFrom` and `negativeBalance.coverOfMargin`. */
export interface TreasuryRates {
  readonly warnFrom: Rate
  readonly lossCover: Rate
}

export async function treasuryRates(parameters: Parameters): Promise<TreasuryRates> {
  const rateOf = async (key: ParameterKey): Promise<Rate> => {
    const value = parseRate(String(await parameters.value(key)))
    if (value === null) throw new Error(`the parameter ${key} is not a fraction`)
    return value
  }
  return {
    warnFrom: await rateOf('reserve.warnFrom'),
    lossCover: await rateOf('negativeBalance.coverOfMargin'),
  }
}

/** One account now: its balance, what is set aside of it, and what is promised beyond that. */
export async function standingOf(
  context: TreasuryContext,
  reader: Reader,
  account: TreasuryAccount,
  rates: TreasuryRates,
): Promise<AccountStanding> {
  const promises = await promisesOf(context, reader, account, rates)
  const balance = balanceIn(await houseBalances(reader), account)
  return { ...balance, promises, promisedMinor: sumOf(promises) }
}

/** Null when one part cannot be known. */
export function sumOf(promises: readonly PromisedPart[]): bigint | null {
  let sum = 0n
  for (const { minor } of promises) {
    if (minor === null) return null
    sum += minor
  }
  return sum
}

export async function promisesOf(
  { promises, clock }: TreasuryContext,
  reader: Reader,
  { place, coin }: TreasuryAccount,
  rates: TreasuryRates,
): Promise<readonly PromisedPart[]> {
  if (place === 'savings-reserve')
    return [{ kind: 'savings', minor: await promises.unreservedInterestMinor(reader, coin, clock.now()) }]
  if (coin !== 'USDT') return []
  if (place === 'fee-revenue')
    return [{ kind: 'unpaidFees', minor: await promises.unpaidFees(reader, clock.now()) }]
  if (place !== 'trading-capital' && place !== 'negative-balance') return []
  const marginMinor = await promises.openMargin(reader)
  if (place === 'negative-balance')
    return [{ kind: 'lossCover', minor: promisedOfMargin(marginMinor, rates.lossCover) }]
  if (marginMinor === 0n) return [{ kind: 'openProfits', minor: 0n }]
  const seen = await openProfitSeen(reader)
  const fresh = seen !== null && Math.abs(clock.now() - seen.atMs) <= freshMs
  return [{ kind: 'openProfits', minor: fresh ? promisedOfOpenProfits(seen.minor, rates.warnFrom) : null }]
}
