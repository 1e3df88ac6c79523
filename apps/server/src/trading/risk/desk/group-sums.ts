import { type Exact, type Lots, writeUsdt } from '@candor/money'
import { distanceMinor, type Market } from '@candor/rules'
import type { Account, Leg } from '../../engine/position.ts'
import type { ModeValuation } from '../mode-valuation.ts'

/** The group of all markets. */
export const everything = 'all'
/** The group of a class of markets. A market's own group is its code. */
export const classGroup = ({ type }: Pick<Market, 'type'>): string => `class ${type}`

/** Sums of open positions, in USDT's smallest unit; `unrealisedMinor` is the customers' result. */
export interface GroupSums {
  netMinor: bigint
  grossMinor: bigint
  marginMinor: bigint
  unrealisedMinor: bigint
  positions: number
  customers: number
}

export const noSums = (): GroupSums => ({
  netMinor: 0n,
  grossMinor: 0n,
  marginMinor: 0n,
  unrealisedMinor: 0n,
  positions: 0,
  customers: 0,
})

/** Adds the sums of one account to those of all. */
export function addSums(to: GroupSums, sums: GroupSums): void {
  to.netMinor += sums.netMinor
  to.grossMinor += sums.grossMinor
  to.marginMinor += sums.marginMinor
  to.unrealisedMinor += sums.unrealisedMinor
  to.positions += sums.positions
  to.customers += sums.customers
}

/** Price and rate at which the positions of a market have their value. */
export interface MarketValue {
  readonly mid: bigint
  readonly conversion: Exact
}

/** Returns the sums of an account by market, by class and in all; a leg's values are rounded half to even once. */
export function sumsOfAccount(
  account: Account,
  valuation: ModeValuation,
  marketValue: (market: Market) => MarketValue | null,
): Map<string, GroupSums> {
  const groups = new Map<string, GroupSums>()
  for (const leg of account.legs.values()) {
    const sums = sumsOfLeg(leg, valuation, marketValue(leg.market))
    for (const group of [leg.market.code, classGroup(leg.market), everything]) {
      const known = groups.get(group)
      if (known === undefined) groups.set(group, { ...sums })
      else addSums(known, { ...sums, customers: 0 })
    }
  }
  return groups
}

function sumsOfLeg(leg: Leg, valuation: ModeValuation, value: MarketValue | null): GroupSums {
  const { market, buyLots, sellLots, marginMinor, count } = leg
  const valued = (lots: bigint): bigint =>
    value === null ? 0n : distanceMinor(lots as Lots, value.mid, market.contractSize, value.conversion)
  return {
    netMinor: valued(buyLots - sellLots),
    grossMinor: valued(buyLots + sellLots),
    marginMinor,
    unrealisedMinor: valuation.legProfit(leg) ?? -((marginMinor + 1n) / 2n),
    positions: count,
    customers: 1,
  }
}

/** Writes sums for a response, the result from the operator's side. */
export const writeSums = (sums: GroupSums) => ({
  net: writeUsdt(sums.netMinor),
  gross: writeUsdt(sums.grossMinor),
  margin: writeUsdt(sums.marginMinor),
  positions: sums.positions,
  customers: sums.customers,
  unrealised: writeUsdt(-sums.unrealisedMinor),
})
