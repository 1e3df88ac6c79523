import type { MonitoringRuleData, MonitoringTestPage, TestedTransaction } from '@candor/contract'
import { writeMinor, writeUsdt } from '@candor/money'
import { appliesToKind, type TransactionKind } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { ServerContext } from '../module.ts'
import { readCursor } from '../platform/http/pages.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { isoOf } from '../platform/iso-time.ts'
import { uuidSource } from '../platform/uuid.ts'
import { applyRules, type EventWithHistory, type HitsOfEvent } from './apply-rules.ts'
import { explainHit } from './explain-hit.ts'
import type { ListedTransaction, MonitoringPorts, TransactionKey } from './monitoring-ports.ts'
import { readEvents } from './read-events.ts'
import { readRule } from './read-rule.ts'
import { explanationText } from './rule-words.ts'
import { ruleInForce } from './rules-store.ts'

/** Transactions of one page: some ten milliseconds of the database, and some fifty where trading is added up. */
const pageSize = 500
/** Counted transactions listed with a hit: a test can have thousands of hits. */
const mostCounted = 10

export interface RuleTest {
  readonly id?: string | undefined
  readonly rule: MonitoringRuleData
  readonly days: number
  readonly cursor?: string | undefined
}

/**
 * Applies a rule that is not in force to a page of past transactions, and the version in force beside it. Whether either is on makes no
 * difference. Refuses `notFound` for a rule to compare with that there is not, an invalid condition at its field, and an unknown cursor.
 */
export async function runRuleTest(
  context: ServerContext & MonitoringPorts,
  test: RuleTest,
  operator: Operator,
): Promise<MonitoringTestPage> {
  const { db, clock, transactions } = context
  const draft = readRule(test.rule)
  const inForce = test.id === undefined ? null : await ruleInForce(db.query, test.id)
  if (test.id !== undefined && inForce === null) throw new Refusal('notFound')
  const start = readStart(test.cursor)
  if (start === null) await noteTest(context, test, operator)
  const untilMs = start?.untilMs ?? clock.now() + 1
  const page = await transactions.page(db.query, {
    ...{ fromMs: untilMs - test.days * dayMs, untilMs, after: start?.after ?? null, limit: pageSize },
  })
  const rules = inForce === null ? [draft] : [draft, readRule(inForce.rule)]
  const read = await readEvents(transactions, db.query, page, rules)
  const events = read.flatMap((one) => one.events)
  const hits = await applyRules(context, db.query, rules, events)
  const hitsOf = new Map(events.map((event, number) => [event, hits[number] ?? []]))
  const data = [test.rule, inForce?.rule ?? test.rule] as const
  const looked = read.filter(({ listed }) => appliesToKind(draft, listed.kind))
  const last = page.length < pageSize ? undefined : page.at(-1)
  return {
    looked: looked.length,
    unpriced: looked.filter(({ events: [first] }) => first?.event.transaction.valueMinor === null).length,
    hits: read.flatMap((one) => tested(one, hitsOf, data)),
    nextCursor: last === undefined ? null : writeStart(untilMs, last),
  }
}

interface ReadTransaction {
  readonly listed: ListedTransaction
  readonly events: readonly EventWithHistory[]
}

/** A transaction that either rule hits, each by its first event that does. */
function tested(
  { listed, events }: ReadTransaction,
  hitsOf: ReadonlyMap<EventWithHistory, HitsOfEvent>,
  rules: readonly [MonitoringRuleData, MonitoringRuleData],
): TestedTransaction[] {
  const side = (place: 0 | 1) => {
    for (const one of events) {
      const hit = hitsOf.get(one)?.[place] ?? null
      if (hit === null) continue
      const explanation = explainHit(one.event, hit, mostCounted)
      return { text: explanationText(rules[place], explanation), explanation }
    }
    return null
  }
  const [draft, inForce] = [side(0), side(1)]
  const transaction = events[0]?.event.transaction
  if ((draft === null && inForce === null) || transaction === undefined) return []
  const { kind, id, userId, userName, at } = listed
  const { asset, minor, valueMinor } = transaction
  return [
    {
      ...{ kind, id, userId, userName, asset, at: isoOf(at), draft, inForce },
      ...{ amount: writeMinor(minor, asset), value: valueMinor === null ? null : writeUsdt(valueMinor) },
    },
  ]
}

/** Records that customers' transactions were listed, once for a whole test. */
async function noteTest({ db, console }: ServerContext, { id, rule, days }: RuleTest, operator: Operator) {
  await db.transaction((tx) =>
    console.audit.write(tx, {
      ...{ actor: operator.id, action: 'monitoring.test', subject: `monitoring:${id ?? 'new'}` },
      after: { rule, days },
    }),
  )
}

/** `<end of the span>.<customer>.<time>.<kind>.<id>`: every page of a test ends at the same moment. */
const writeStart = (untilMs: number, { userId, at, kind, id }: TransactionKey): string =>
  [untilMs, userId, at, kind, id].join('.')

const startPattern = new RegExp(
  `^(\\d{1,15})\\.(${uuidSource})\\.(\\d{1,15})\\.(deposit|withdrawal)\\.(${uuidSource})$`,
)

function readStart(cursor: string | undefined) {
  const parts = readCursor(cursor, startPattern)
  if (parts === null) return null
  const [untilMs = '', userId = '', at = '', kind = '', id = ''] = parts
  const after: TransactionKey = { userId, at: Number(at), kind: kind as TransactionKind, id }
  return { untilMs: Number(untilMs), after }
}
