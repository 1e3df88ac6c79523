import type { MonitoredTransaction, MonitoringRule } from '@candor/rules'
import { eventsOf, windowMsOf } from '@candor/rules'
import type { Reader } from '../platform/database/database.ts'
import type { EventWithHistory } from './apply-rules.ts'
import type { ListedTransaction, TransactionKey, TransactionSources } from './monitoring-ports.ts'

/** Reads the events of these transactions with everything that the rules count, transaction by transaction. */
export async function readEvents(
  sources: TransactionSources,
  reader: Reader,
  listed: readonly ListedTransaction[],
  rules: readonly MonitoringRule[],
): Promise<readonly { readonly listed: ListedTransaction; readonly events: readonly EventWithHistory[] }[]> {
  const windowMs = Math.max(0, ...rules.map(windowMsOf))
  const spans = new Map<string, { fromMs: number; untilMs: number }>()
  for (const { userId, at, lastEventAt } of listed) {
    const span = spans.get(userId)
    spans.set(userId, {
      fromMs: Math.min(span?.fromMs ?? Infinity, at - windowMs - 1),
      untilMs: Math.max(span?.untilMs ?? 0, lastEventAt),
    })
  }
  const histories = await sources.of(
    reader,
    [...spans].map(([userId, span]) => ({ userId, ...span })),
  )
  const known = new Map([...histories.values()].flat().map((one) => [keyOf(one), one]))
  return listed.map((one) => {
    const transaction = known.get(keyOf(one))
    const history = histories.get(one.userId) ?? []
    const events = transaction === undefined ? [] : eventsOf(transaction)
    return { listed: one, events: events.map((event) => ({ userId: one.userId, event, history })) }
  })
}

const keyOf = ({ kind, id }: Pick<TransactionKey | MonitoredTransaction, 'kind' | 'id'>) => `${kind} ${id}`
