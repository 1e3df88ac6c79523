import { usdt, writeUsdt } from '@candor/money'

/** Result of an order and what it cost, in USDT as decimal texts. */
export interface ResultParts {
  /** Of the price alone. */
  readonly profit: string
  /** Commission of both sides, zero or more. */
  readonly fee: string
  /** Negative where nights were paid for. */
  readonly swap: string
}

/** Returns the result after costs in USDT: profit − commission + swap. Exact. Source: rulebook, Contracts. */
export const netResult = ({ profit, fee, swap }: ResultParts): string =>
  writeUsdt(usdt(profit).minus(usdt(fee)).plus(usdt(swap)).minor)
