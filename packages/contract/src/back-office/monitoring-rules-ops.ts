import { z } from 'zod'
import { count, decimal, id, isoTime, pageQuery, positiveDecimal } from '../fields.ts'
import { caseKind } from './operators-ops.ts'
import { opsCall } from './ops-call.ts'

const readers = ['reviewer', 'finance', 'risk', 'admin'] as const
const roles = ['finance', 'risk', 'admin'] as const

export const monitoringSeverities = ['low', 'medium', 'high'] as const
export type MonitoringSeverity = (typeof monitoringSeverities)[number]

/** A rule counts transactions of at most so many days. */
export const mostMonitoredDays = 90
const hours = count(mostMonitoredDays * 24)
const days = count(mostMonitoredDays)
const appliesTo = z.enum(['deposits', 'withdrawals', 'both'])
const onlyWithdrawals = z.literal('withdrawals')

const ofEveryKind = {
  name: z.string().trim().min(1).max(60),
  /** A rule that is off is applied to nothing. */
  on: z.boolean(),
  severity: z.enum(monitoringSeverities),
  /** Tells the reviewer why it matters and what to check. */
  guidance: z.string().trim().min(3).max(500),
}

/** A transaction monitoring rule. Amounts are in USDT, in which every coin is valued when its transaction is requested. */
export const monitoringRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('amount'),
    ...ofEveryKind,
    appliesTo,
    /** USDT: the worth of a transaction in any coin. Another coin: only transactions in it, by their amount. */
    asset: z.enum(['USDT', 'BTC', 'ETH']),
    atLeast: positiveDecimal,
  }),
  z.object({
    kind: z.literal('velocity'),
    ...ofEveryKind,
    appliesTo,
    measure: z.enum(['count', 'sum']),
    windowHours: hours,
    /** Number of transactions, or their sum in USDT. */
    atLeast: positiveDecimal,
  }),
  z.object({
    kind: z.literal('roundTrip'),
    ...ofEveryKind,
    appliesTo: onlyWithdrawals,
    withinDays: days,
    /** Share of what was paid in that goes out again. */
    percent: count(100),
    /** Paid in at least, in USDT. */
    atLeast: positiveDecimal,
  }),
  z.object({
    kind: z.literal('inOutWithoutTrading'),
    ...ofEveryKind,
    appliesTo: onlyWithdrawals,
    withinDays: days,
    /** Value traded since the first of the deposits, as a share of what was paid in. */
    tradedBelowPercent: count(1_000),
    /** Worth of the withdrawal at least, in USDT. */
    atLeast: positiveDecimal,
  }),
  z.object({
    kind: z.literal('newDestination'),
    ...ofEveryKind,
    appliesTo: onlyWithdrawals,
    youngerThanHours: hours,
    /** Worth of the withdrawal at least, in USDT. */
    atLeast: positiveDecimal,
  }),
])
export type MonitoringRuleData = z.output<typeof monitoringRule>
export type MonitoringRuleKind = MonitoringRuleData['kind']

/** One version of a rule. Versions are never changed: a hit names the one it was made by. */
export const monitoringRuleVersion = z.object({
  id,
  version: z.number().int(),
  rule: monitoringRule,
  /** Its condition in one sentence. */
  condition: z.string(),
  reason: z.string(),
  /** Null: a rule that the product comes with. */
  proposedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  at: isoTime,
})
export type MonitoringRuleVersion = z.infer<typeof monitoringRuleVersion>

const transactionKind = z.enum(['deposit', 'withdrawal'])

/** Figures by which a rule was met; null: its kind does not use it. Money in USDT. */
export const hitExplanation = z.object({
  /** `credited`: more was credited than the customer had reported. */
  stage: z.enum(['requested', 'credited']),
  at: isoTime,
  /** Worth of the transaction; null without a price, which counts as large. */
  value: decimal.nullable(),
  /** Begin of the counted stretch, which it does not contain. */
  from: isoTime.nullable(),
  count: z.number().int().nullable(),
  sum: decimal.nullable(),
  paidIn: decimal.nullable(),
  paidOut: decimal.nullable(),
  traded: decimal.nullable(),
  destinationAddedAt: isoTime.nullable(),
  /** The newest 50 of the transactions that were counted, 10 in a test. A value of null counts as nothing in a sum. */
  counted: z.array(
    z.object({
      kind: transactionKind,
      id,
      asset: z.string(),
      amount: decimal,
      value: decimal.nullable(),
      at: isoTime,
    }),
  ),
  /** Number of counted transactions that are not listed. */
  more: z.number().int(),
})
export type HitExplanation = z.infer<typeof hitExplanation>

export const monitoringHit = z.object({
  id,
  rule: monitoringRuleVersion,
  transaction: z.object({ kind: transactionKind, id }),
  /** The explanation in one sentence. */
  text: z.string(),
  explanation: hitExplanation,
})
export type MonitoringHit = z.infer<typeof monitoringHit>

export const caseHits = z.object({
  /** Hits of the case's own transaction. */
  hits: z.array(
    monitoringHit.extend({
      /** False: computed again now, its figures differ, such as after a place was erased. */
      confirmed: z.boolean(),
    }),
  ),
  /** Hits of the customer's other transactions in the 90 days before, newest first; at most 20. */
  earlier: z.array(monitoringHit),
  moreEarlier: z.boolean(),
})
export type CaseHits = z.infer<typeof caseHits>

/** Spans that a rule is tested on, in days until now. */
export const monitoringTestDays = [7, 30, 90] as const

const testedSide = z.object({ text: z.string(), explanation: hitExplanation }).nullable()

export const testedTransaction = z.object({
  kind: transactionKind,
  id,
  userId: id,
  userName: z.string(),
  asset: z.string(),
  amount: decimal,
  value: decimal.nullable(),
  at: isoTime,
  /** Its hit by the tested rule; null: none. */
  draft: testedSide,
  /** The same for the version in force. */
  inForce: testedSide,
})
export type TestedTransaction = z.infer<typeof testedTransaction>

export const monitoringTestPage = z.object({
  /** Transactions of this page that the tested rule applies to. */
  looked: z.number().int(),
  /** Those of them without a price, which count as large. */
  unpriced: z.number().int(),
  /** Transactions of this page that either rule hits, by customer and time. */
  hits: z.array(testedTransaction),
  /** Null: the span is done. */
  nextCursor: z.string().nullable(),
})
export type MonitoringTestPage = z.infer<typeof monitoringTestPage>

export const monitoringRulesOps = {
  opsMonitoringRules: opsCall({
    method: 'GET',
    path: '/ops/monitoring-rules',
    summary: 'Transaction monitoring rules in force, with their hits in the last 30 days',
    roles: readers,
    input: z.object({}),
    result: z.object({
      rules: z.array(monitoringRuleVersion.extend({ hits: z.number().int() })),
    }),
  }),
  opsMonitoringRuleVersions: opsCall({
    method: 'GET',
    path: '/ops/monitoring-rules/{id}/versions',
    summary: 'Versions of a transaction monitoring rule, newest first, with their reasons and the two people',
    roles: readers,
    input: z.object({ id }),
    result: z.object({ versions: z.array(monitoringRuleVersion) }),
  }),
  opsProposeMonitoringRule: opsCall({
    method: 'POST',
    path: '/ops/monitoring-rules',
    summary: 'Proposes a new transaction monitoring rule or a version of one; a second person approves',
    roles,
    input: z.object({
      /** Omitted: a new rule. */
      id: id.optional(),
      rule: monitoringRule,
      reason: z.string().trim().min(3).max(500),
    }),
    result: z.object({ id }),
  }),
  opsTestMonitoringRule: opsCall({
    method: 'POST',
    path: '/ops/monitoring-rules/test',
    summary:
      'Transactions of the last days that a rule would have hit, page after page, compared with the version in force; nothing is stored, and that it was run stands in the audit log',
    roles,
    input: z.object({
      /** Rule whose version in force it is compared with; omitted: with none. */
      id: id.optional(),
      rule: monitoringRule,
      days: z.coerce
        .number()
        .max(mostMonitoredDays)
        .refine((given) => (monitoringTestDays as readonly number[]).includes(given), 'unknown')
        .default(30),
      /** Of the page before. */
      cursor: pageQuery.cursor,
    }),
    result: monitoringTestPage,
    changesNothing: true,
  }),
  opsCaseHits: opsCall({
    method: 'GET',
    path: '/ops/case/{kind}/{id}/hits',
    summary:
      'Transaction monitoring rules that hit a case’s deposit or withdrawal, and the customer’s earlier ones, for who holds the case (else 11007); that they were looked at stands in the audit log',
    roles: ['reviewer', 'finance', 'admin'],
    input: z.object({ kind: caseKind, id }),
    result: caseHits,
  }),
} as const
