import { writeUsdt } from '@candor/money'
import {
  type FundsState,
  freeMinor,
  type Refused,
  refuse,
  spendableMinor,
  tradingEquityMinor,
} from '@candor/rules'
import type { Account, Leg } from '../../engine/position.ts'
import type { Valuation } from '../valuation.ts'

/** An amount, and whether a market without a quote was only estimated in it. */
export interface Estimate {
  readonly minor: bigint
  readonly stale: boolean
}

/**
 * Unrealised profit of all positions, less what they owe, in USDT's smallest unit, rounded half to even once a market. A market that has not
 * quoted for a minute of its hours, or not yet since this engine began, and one whose action was put off count at their last prices, those
 * of a halt too, or half their margin lost, whichever is worse (rulebook, Contracts; ADR-179).
 */
export function unrealisedOf(account: Account, valuation: Valuation): Estimate {
  const own = valuation.of(account.mode)
  let minor = -account.owedMinor
  let stale = false
  for (const leg of account.legs.values()) {
    const profit = own.legProfit(leg)
    if (profit !== null && own.isMarked(leg.market)) minor += profit
    else {
      stale = true
      minor += worstOf(leg, [profit, own.lastKnownProfit(leg), own.barredProfit(leg)])
    }
  }
  return { minor, stale }
}

function worstOf({ marginMinor }: Leg, profits: readonly (bigint | null)[]): bigint {
  let worst = -((marginMinor + 1n) / 2n)
  for (const profit of profits) if (profit !== null && profit < worst) worst = profit
  return worst
}

/** Money of the account that may leave it or back new risk, without what is promised to outflows under way. */
export function freeOf(account: Account, valuation: Valuation): Estimate {
  const { minor, stale } = unrealisedOf(account, valuation)
  const free = freeMinor(fundsOf(account, minor)) - account.reservedMinor
  return { minor: free > 0n ? free : 0n, stale }
}

/**
 * Money that a loss may take of a balance, less what is promised to outflows under way: once one of them has left, a loss decided before
 * would otherwise cost the operator what the account's other positions could have borne.
 */
export const spendableOf = ({ heldOtherMinor, reservedMinor }: Account, balanceMinor: bigint): bigint =>
  spendableMinor({ balanceMinor, heldOtherMinor: heldOtherMinor + reservedMinor })

/** Checks whether every open market that decides what the account is worth has quoted since this engine began. */
export function isHeard({ mode, legs }: Account, valuation: Valuation): boolean {
  const own = valuation.of(mode)
  for (const { market } of legs.values()) if (!own.isHeard(market)) return false
  return true
}

/**
 * Unrealised profit of all positions, less what they owe, at the newest prices alone. Null while a price of the account is awaited or
 * unknown: no account is stopped out on incomplete figures.
 */
export function tradingProfitOf(account: Account, valuation: Valuation): bigint | null {
  const own = valuation.of(account.mode)
  let unrealised = -account.owedMinor
  for (const leg of account.legs.values()) {
    const profit = own.profitForDecision(leg)
    if (profit === null) return null
    unrealised += profit
  }
  return unrealised
}

/**
 * Equity that keeps positions alive: balance + unrealised profit − holds for purposes other than trading. Null while `tradingProfitOf` is, or
 * the balance is not known.
 */
export function tradingEquityOf(account: Account, valuation: Valuation): bigint | null {
  const unrealised = account.balanceMinor === null ? null : tradingProfitOf(account, valuation)
  return unrealised === null ? null : tradingEquityMinor(fundsOf(account, unrealised))
}

/** Returns equity as `tradingEquityOf` does, with the estimates of `unrealisedOf` for unknown values. */
export const leastEquityOf = (account: Account, valuation: Valuation): bigint =>
  tradingEquityMinor(fundsOf(account, unrealisedOf(account, valuation).minor))

/** Refuses with `insufficientFunds` and the free amount; `stale` marks an estimate for a market without a quote. */
export const refuseFunds = (free: Estimate): Refused =>
  refuse('insufficientFunds', { free: writeUsdt(free.minor), stale: free.stale })

const fundsOf = (account: Account, unrealisedMinor: bigint): FundsState => ({
  balanceMinor: account.balanceMinor ?? 0n,
  heldMarginMinor: account.heldMarginMinor,
  heldOrderMinor: account.heldOrderMinor,
  heldOtherMinor: account.heldOtherMinor,
  usedMarginMinor: account.usedMarginMinor,
  unrealisedMinor,
})
