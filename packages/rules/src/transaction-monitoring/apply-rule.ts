import { hourMs } from '../time-units.ts'
import {
  type KnownTransaction,
  knownAt,
  type MonitoredEvent,
  type MonitoredTransaction,
  windowOf,
} from './monitored-transaction.ts'
import {
  type AmountRule,
  appliesToKind,
  type InOutWithoutTradingRule,
  type MonitoringRule,
  type NewDestinationRule,
  type RoundTripRule,
  type VelocityRule,
  windowMsOf,
} from './monitoring-rule.ts'

/** Figures by which a rule was met. Those that its kind does not use are null. Worth in USDT's smallest unit. */
export interface RuleHit {
  /** Worth of the transaction; null without a price. */
  readonly valueMinor: bigint | null
  /** Begin of the stretch that was counted, which it does not contain. */
  readonly fromMs: number | null
  readonly count: number | null
  readonly sumMinor: bigint | null
  readonly paidInMinor: bigint | null
  readonly paidOutMinor: bigint | null
  readonly tradedMinor: bigint | null
  readonly destinationAddedAt: number | null
  /** Transactions that were counted, oldest first; the event's own is the last. */
  readonly counted: readonly KnownTransaction[]
}

/** A customer's transactions, sorted by `compareTransactions`; those after the event do not matter. */
type History = readonly MonitoredTransaction[]

/** Time in which trading is added up. */
export interface TradedStretch {
  readonly fromMs: number
  /** Without this moment. */
  readonly untilMs: number
}

/** Returns the stretch whose trading decides whether a rule is met; null: no trading can change it. */
export function tradingNeeded(
  rule: MonitoringRule,
  event: MonitoredEvent,
  history: History,
): TradedStretch | null {
  if (rule.kind !== 'inOutWithoutTrading' || !appliesToKind(rule, event.transaction.kind)) return null
  const moves = movesOf(rule, event, history)
  const first = moves.paidIn[0]
  if (first === undefined || moves.paidInMinor <= 0n || !reaches(moves.own, rule.atLeastMinor)) return null
  return { fromMs: first.transaction.at, untilMs: event.at }
}

/**
 * Applies a rule to an event. `tradedMinor` is the value traded in the stretch of `tradingNeeded`, which only needs to be known where that is
 * not null. A transaction without a price counts as large by itself, and as nothing in a sum.
 */
export function applyRule(
  rule: MonitoringRule,
  event: MonitoredEvent,
  history: History,
  tradedMinor: bigint | null,
): RuleHit | null {
  if (!appliesToKind(rule, event.transaction.kind)) return null
  switch (rule.kind) {
    case 'amount':
      return applyAmount(rule, event)
    case 'velocity':
      return applyVelocity(rule, event, history)
    case 'roundTrip':
      return applyRoundTrip(rule, event, history)
    case 'inOutWithoutTrading':
      return tradedMinor === null ? null : applyInOut(rule, event, history, tradedMinor)
    case 'newDestination':
      return applyNewDestination(rule, event)
  }
}

const nothing = {
  ...{ fromMs: null, count: null, sumMinor: null, paidInMinor: null, paidOutMinor: null },
  ...{ tradedMinor: null, destinationAddedAt: null },
} as const

const reaches = ({ valueMinor }: KnownTransaction, leastMinor: bigint): boolean =>
  valueMinor === null || valueMinor >= leastMinor

const sumOf = (known: readonly KnownTransaction[]): bigint =>
  known.reduce((sum, { valueMinor }) => sum + (valueMinor ?? 0n), 0n)

function applyAmount({ atLeast }: AmountRule, event: MonitoredEvent): RuleHit | null {
  const own = knownAt(event.transaction, event.at)
  const met =
    atLeast.asset === 'USDT'
      ? reaches(own, atLeast.minor)
      : own.transaction.asset === atLeast.asset && own.minor >= atLeast.minor
  return met ? { ...nothing, valueMinor: own.valueMinor, counted: [own] } : null
}

function applyVelocity(rule: VelocityRule, event: MonitoredEvent, history: History): RuleHit | null {
  const windowMs = windowMsOf(rule)
  const counted = windowOf(history, event, windowMs).filter(({ transaction }) =>
    appliesToKind(rule, transaction.kind),
  )
  const own = knownAt(event.transaction, event.at)
  const [count, sumMinor] = [counted.length, sumOf(counted)]
  const met =
    rule.atLeast.measure === 'count'
      ? count >= rule.atLeast.count
      : own.valueMinor === null || sumMinor >= rule.atLeast.minor
  const figures = { valueMinor: own.valueMinor, fromMs: event.at - windowMs, count, sumMinor }
  return met ? { ...nothing, ...figures, counted } : null
}

/** Deposits credited within the rule's days, and the withdrawals since the first of them. */
function movesOf(rule: RoundTripRule | InOutWithoutTradingRule, event: MonitoredEvent, history: History) {
  const known = windowOf(history, event, windowMsOf(rule))
  const isPaidIn = ({ transaction: { kind, credited } }: KnownTransaction) =>
    kind === 'deposit' && credited !== null && credited.at <= event.at
  const paidIn = known.filter(isPaidIn)
  const since = paidIn[0]?.transaction.at ?? event.at
  const isPaidOut = ({ transaction: { kind, at } }: KnownTransaction) => kind === 'withdrawal' && at >= since
  return {
    ...{ paidIn, paidInMinor: sumOf(paidIn), paidOutMinor: sumOf(known.filter(isPaidOut)) },
    ...{ counted: known.filter((one) => isPaidIn(one) || isPaidOut(one)) },
    own: knownAt(event.transaction, event.at),
  }
}

function applyRoundTrip(rule: RoundTripRule, event: MonitoredEvent, history: History): RuleHit | null {
  const { paidInMinor, paidOutMinor, counted, own } = movesOf(rule, event, history)
  const enough = paidInMinor > 0n && paidInMinor >= rule.paidInMinor
  if (!enough || paidOutMinor * 100n < paidInMinor * BigInt(rule.percent)) return null
  const fromMs = event.at - windowMsOf(rule)
  return { ...nothing, valueMinor: own.valueMinor, fromMs, paidInMinor, paidOutMinor, counted }
}

function applyInOut(
  rule: InOutWithoutTradingRule,
  event: MonitoredEvent,
  history: History,
  tradedMinor: bigint,
): RuleHit | null {
  const { paidInMinor, paidOutMinor, counted, own } = movesOf(rule, event, history)
  if (paidInMinor <= 0n || !reaches(own, rule.atLeastMinor)) return null
  if (tradedMinor * 100n >= paidInMinor * BigInt(rule.tradedBelowPercent)) return null
  const fromMs = event.at - windowMsOf(rule)
  return { ...nothing, valueMinor: own.valueMinor, fromMs, paidInMinor, paidOutMinor, tradedMinor, counted }
}

function applyNewDestination(rule: NewDestinationRule, event: MonitoredEvent): RuleHit | null {
  const { destinationAddedAt } = event.transaction
  const own = knownAt(event.transaction, event.at)
  if (destinationAddedAt === null || !reaches(own, rule.atLeastMinor)) return null
  if (event.at - destinationAddedAt >= rule.youngerThanHours * hourMs) return null
  return { ...nothing, valueMinor: own.valueMinor, destinationAddedAt, counted: [own] }
}
