import { type FundsState, freeMinor, type Refused, refuse, tradingEquityMinor } from '@candor/rules'
import { writeUsdt } from './order-entity.ts'
import type { Account, Leg } from './position.ts'
import type { ModeValuation, Valuation } from './valuation.ts'

/** An amount, and whether a market without a quote was only estimated in it. */
export interface Estimate {
  readonly minor: bigint
  readonly stale: boolean
}

/**
 * Unrealised profit of all positions, less what they owe, in USDT's smallest unit, rounded half to even once a market. A
 * market without a tradable quote counts at its last journalled quote or half its margin lost, whichever is worse.
 */
export function unrealisedOf(account: Account, valuation: Valuation): Estimate {
  let minor = -account.owedMinor
  let stale = false
  for (const leg of account.legs.values()) {
    const profit = valuation.of(account.mode).legProfit(leg)
    if (profit === null) stale = true
    minor += profit ?? pessimisticProfit(leg, valuation.of(account.mode))
  }
  return { minor, stale }
}

function pessimisticProfit(leg: Leg, valuation: ModeValuation): bigint {
  const halfLost = -((leg.marginMinor + 1n) / 2n)
  const last = valuation.lastKnownProfit(leg)
  return last !== null && last < halfLost ? last : halfLost
}

/** Money of the account that may leave it or back new risk, without what is promised to outflows under way. */
export function freeOf(account: Account, valuation: Valuation): Estimate {
  const { minor, stale } = unrealisedOf(account, valuation)
  const free = freeMinor(fundsOf(account, minor)) - account.reservedMinor
  return { minor: free > 0n ? free : 0n, stale }
}

/**
 * Equity that keeps positions alive: balance + unrealised profit − what is set aside for other than trading. Null while a
 * market of the account has not quoted yet or the balance is not known: nobody is judged on half a picture.
 */
export function tradingEquityOf(account: Account, valuation: Valuation): bigint | null {
  if (account.balanceMinor === null) return null
  const own = valuation.of(account.mode)
  let unrealised = -account.owedMinor
  for (const leg of account.legs.values()) {
    const profit = own.prices(leg.market.code) === null ? null : own.legProfit(leg)
    if (profit === null) return null
    unrealised += profit
  }
  return tradingEquityMinor(fundsOf(account, unrealised))
}

/** 10011 with what is free instead; `stale` says that a market without a quote was estimated in it. */
export const refuseFunds = (free: Estimate): Refused =>
  refuse(10011, { free: writeUsdt(free.minor), stale: free.stale })

const fundsOf = (account: Account, unrealisedMinor: bigint): FundsState => ({
  balanceMinor: account.balanceMinor ?? 0n,
  heldMarginMinor: account.heldMarginMinor,
  heldOrderMinor: account.heldOrderMinor,
  heldOtherMinor: account.heldOtherMinor,
  usedMarginMinor: account.usedMarginMinor,
  unrealisedMinor,
})
