import type { Amount } from '@candor/money'
import { dayMs, hourMs } from '../time-units.ts'
import type { TransactionKind } from './monitored-transaction.ts'

/** Transactions that a rule is applied to, and that it counts. */
export type AppliesTo = 'deposits' | 'withdrawals' | 'both'

/** One transaction of at least an amount. USDT compares the worth of every coin; another asset only transactions in it. */
export interface AmountRule {
  readonly kind: 'amount'
  readonly appliesTo: AppliesTo
  readonly atLeast: Amount
}

/** Many transactions, or a large sum of them, within some hours. */
export interface VelocityRule {
  readonly kind: 'velocity'
  readonly appliesTo: AppliesTo
  readonly windowHours: number
  readonly atLeast:
    | { readonly measure: 'count'; readonly count: number }
    | { readonly measure: 'sum'; readonly minor: bigint }
}

/** Money that was paid in goes out again within some days. */
export interface RoundTripRule {
  readonly kind: 'roundTrip'
  readonly appliesTo: 'withdrawals'
  readonly withinDays: number
  /** Share of what was paid in that goes out. */
  readonly percent: number
  /** Worth that was paid in at least. */
  readonly paidInMinor: bigint
}

/** Money goes out after less trading than a share of what was paid in. */
export interface InOutWithoutTradingRule {
  readonly kind: 'inOutWithoutTrading'
  readonly appliesTo: 'withdrawals'
  readonly withinDays: number
  readonly tradedBelowPercent: number
  /** Worth of the withdrawal at least. */
  readonly atLeastMinor: bigint
}

/** A withdrawal to a place that was added a short time ago. */
export interface NewDestinationRule {
  readonly kind: 'newDestination'
  readonly appliesTo: 'withdrawals'
  readonly youngerThanHours: number
  readonly atLeastMinor: bigint
}

/** A transaction monitoring rule: its condition alone. Amounts without an asset are worth in USDT's smallest unit. */
export type MonitoringRule =
  | AmountRule
  | VelocityRule
  | RoundTripRule
  | InOutWithoutTradingRule
  | NewDestinationRule

export const appliesToKind = ({ appliesTo }: Pick<MonitoringRule, 'appliesTo'>, kind: TransactionKind) =>
  appliesTo === 'both' || appliesTo === `${kind}s`

/** Time before an event from which a rule counts transactions. */
export function windowMsOf(rule: MonitoringRule): number {
  if (rule.kind === 'velocity') return rule.windowHours * hourMs
  return rule.kind === 'roundTrip' || rule.kind === 'inOutWithoutTrading' ? rule.withinDays * dayMs : 0
}
