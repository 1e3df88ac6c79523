import { isDeepStrictEqual } from 'node:util'
import { type CaseHits, type CaseKindName, type MonitoringHit, mostMonitoredDays } from '@candor/contract'
import type { TransactionKind } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import type { CaseInHand } from '../back-office/cases/cases.ts'
import type { ServerContext } from '../module.ts'
import { applyRules } from './apply-rules.ts'
import { explainHit } from './explain-hit.ts'
import { earlierHits, type HitRow, hitsOf } from './hits-store.ts'
import type { MonitoringPorts } from './monitoring-ports.ts'
import { readEvents } from './read-events.ts'
import { readRule } from './read-rule.ts'
import { explanationText } from './rule-words.ts'
import { type RuleVersion, versionsById } from './rules-store.ts'
import { toVersionResponse } from './show-rules.ts'

const mostEarlier = 20

const kinds: Partial<Record<CaseKindName, TransactionKind>> = {
  recharge: 'deposit',
  withdrawal: 'withdrawal',
}

/**
 * Reads the hits of a case's transaction, each computed again with the version that made it, and those of the customer's other transactions in
 * the 90 days before. A case about something else has only the latter.
 */
export async function showCaseHits(
  context: ServerContext & MonitoringPorts,
  { kind, id, customerId, createdAt }: CaseInHand,
): Promise<CaseHits> {
  const { db, clock } = context
  const transactionKind = kinds[kind]
  const own = transactionKind === undefined ? [] : await hitsOf(db.query, transactionKind, id)
  const earlier = await earlierHits(db.query, {
    ...{ userId: customerId, except: id, fromMs: createdAt.getTime() - mostMonitoredDays * dayMs },
    ...{ untilMs: clock.now(), limit: mostEarlier + 1 },
  })
  const versionOf = await versionsById(db.query, [...own, ...earlier])
  const now = await computeAgain(context, own, versionOf)
  return {
    hits: own.map((row, number) => ({
      ...toHitResponse(row, versionOf(row)),
      confirmed: isDeepStrictEqual(now[number], row.explanation),
    })),
    earlier: earlier.slice(0, mostEarlier).map((row) => toHitResponse(row, versionOf(row))),
    moreEarlier: earlier.length > mostEarlier,
  }
}

const toHitResponse = (row: HitRow, version: RuleVersion): MonitoringHit => ({
  ...{ id: row.id, rule: toVersionResponse(version) },
  transaction: { kind: row.kind, id: row.transaction_id },
  text: explanationText(version.rule, row.explanation),
  explanation: row.explanation,
})

/** Explains each of a transaction's hits from what the database shows now; null where the rule is not met any more. */
async function computeAgain(
  context: ServerContext & MonitoringPorts,
  rows: readonly HitRow[],
  versionOf: (row: HitRow) => RuleVersion,
) {
  const [first] = rows
  if (first === undefined) return []
  const { db, transactions } = context
  const rules = rows.map((row) => readRule(versionOf(row).rule))
  const lastEventAt = Math.max(...rows.map(({ at }) => Number(at)))
  const requestedAt = Math.min(...rows.map(({ explanation }) => requestOf(explanation, first)))
  const listed = {
    ...{ userId: first.user_id, userName: '', at: requestedAt, kind: first.kind, id: first.transaction_id },
    lastEventAt,
  }
  const [read] = await readEvents(transactions, db.query, [listed], rules)
  const events = read?.events ?? []
  const found = await applyRules(context, db.query, rules, events)
  return rows.map(({ stage }, place) => {
    const number = events.findIndex(({ event }) => event.stage === stage)
    const [event, hit] = [events[number]?.event, found[number]?.[place] ?? null]
    return event === undefined || hit === null ? null : explainHit(event, hit)
  })
}

/** Finds when the transaction was requested: it is the last that its own hit counted. */
const requestOf = ({ counted }: HitRow['explanation'], { transaction_id: id, at }: HitRow): number =>
  Date.parse(counted.find((one) => one.id === id)?.at ?? new Date(Number(at)).toISOString())
