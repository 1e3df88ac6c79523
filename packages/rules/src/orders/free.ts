/** Figures that limit new risk and withdrawals of one account, in the smallest unit of USDT (or DEMO). */
export interface FundsState {
  readonly balanceMinor: bigint
  /** Hm: held as margin of open positions. */
  readonly heldMarginMinor: bigint
  /** Hw: held as margin and commission of waiting orders. */
  readonly heldOrderMinor: bigint
  /** Hx: held for anything else (withdrawals, bids, option stakes). */
  readonly heldOtherMinor: bigint
  /** M: margin that open positions use now. After a gap fill it can exceed Hm. */
  readonly usedMarginMinor: bigint
  /** U: unrealised profit, valued as for stop-outs. */
  readonly unrealisedMinor: bigint
}

/**
 * Money that may leave the account or back new risk: max(0, min(balance − Hm − Hw − Hx, balance + U − M − Hw − Hx)).
 * Unrealised profit never adds to it; unrealised loss reduces it. Source: rulebook, Contracts ("Free").
 */
export function freeMinor(of: FundsState): bigint {
  const settled = of.balanceMinor - of.heldOrderMinor - of.heldOtherMinor
  const byBalance = settled - of.heldMarginMinor
  const byEquity = settled + of.unrealisedMinor - of.usedMarginMinor
  const least = byBalance < byEquity ? byBalance : byEquity
  return least > 0n ? least : 0n
}

/** Equity that supports positions: balance + U − Hx. The margin level is this ÷ M. Source: rulebook, Contracts. */
export const tradingEquityMinor = (
  of: Pick<FundsState, 'balanceMinor' | 'unrealisedMinor' | 'heldOtherMinor'>,
): bigint => of.balanceMinor + of.unrealisedMinor - of.heldOtherMinor

/**
 * Maximum amount a loss may take: balance − Hx. Losses can consume margin and money held for waiting orders, but not
 * money held for agreed payments.
 */
export const spendableMinor = (of: Pick<FundsState, 'balanceMinor' | 'heldOtherMinor'>): bigint => {
  const left = of.balanceMinor - of.heldOtherMinor
  return left > 0n ? left : 0n
}
