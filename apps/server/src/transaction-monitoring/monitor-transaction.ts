import { eventsOf, windowMsOf } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { applyRules } from './apply-rules.ts'
import { explainHit } from './explain-hit.ts'
import { addHits } from './hits-store.ts'
import type { MonitoringPorts, NewEvent } from './monitoring-ports.ts'
import { readRule } from './read-rule.ts'
import { rulesInForce } from './rules-store.ts'

/**
 * Applies the rules in force to a deposit or withdrawal that was just requested or credited, and stores its hits in the same transaction. It
 * refuses nothing and moves no money.
 */
export async function monitorTransaction(
  context: ServerContext & MonitoringPorts,
  tx: Tx,
  { kind, id, userId, requestedAt, stage, at }: NewEvent,
): Promise<void> {
  const rules = (await rulesInForce(tx)).filter(({ rule }) => rule.on)
  const conditions = rules.map(({ rule }) => readRule(rule))
  const windowMs = Math.max(0, ...conditions.map(windowMsOf))
  const stretch = { userId, fromMs: Math.min(at - windowMs, requestedAt) - 1, untilMs: at }
  const history = (await context.transactions.of(tx, [stretch])).get(userId) ?? []
  const transaction = history.find((one) => one.id === id && one.kind === kind)
  if (transaction === undefined) throw new Error(`a ${kind} that was just stored is not there: ${id}`)
  const event = eventsOf(transaction).find((one) => one.stage === stage)
  if (event === undefined) return
  const [hits = []] = await applyRules(context, tx, conditions, [{ userId, event, history }])
  await addHits(
    tx,
    rules.flatMap((rule, place) => {
      const hit = hits[place] ?? null
      if (hit === null) return []
      const explanation = explainHit(event, hit)
      const { id: ruleId, version } = rule
      return [{ id: context.newId(), ruleId, version, kind, transactionId: id, userId, at, explanation }]
    }),
  )
}
