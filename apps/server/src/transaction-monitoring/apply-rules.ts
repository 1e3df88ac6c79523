import {
  applyRule,
  type MonitoredEvent,
  type MonitoredTransaction,
  type MonitoringRule,
  type RuleHit,
  tradingNeeded,
} from '@candor/rules'
import type { Reader } from '../platform/database/database.ts'
import { ShortTurns } from '../platform/jobs/short-turns.ts'
import type { MonitoringPorts } from './monitoring-ports.ts'

/** An event with all that the rules count. */
export interface EventWithHistory {
  readonly userId: string
  readonly event: MonitoredEvent
  /** Sorted by `compareTransactions`, from before the longest window of the rules on. */
  readonly history: readonly MonitoredTransaction[]
}

/** A rule's hit of an event, or null; for each event in the order of the rules. */
export type HitsOfEvent = readonly (RuleHit | null)[]

/**
 * Applies rules to events: the one way for a request that arrives, a test of past ones and an explanation. Trading is read at once for all that
 * need it, and other work has its turn in between.
 */
export async function applyRules(
  { traded }: MonitoringPorts,
  reader: Reader,
  rules: readonly MonitoringRule[],
  events: readonly EventWithHistory[],
): Promise<readonly HitsOfEvent[]> {
  const needed = (
    await inShortTurns(events, ({ userId, event, history }, number) =>
      rules.flatMap((rule, place) => {
        const stretch = tradingNeeded(rule, event, history)
        return stretch === null ? [] : [{ key: `${number} ${place}`, userId, ...stretch }]
      }),
    )
  ).flat()
  const sums = await traded(reader, needed)
  const tradedOf = new Map(needed.map(({ key }, index) => [key, sums[index] ?? null]))
  return inShortTurns(events, ({ event, history }, number) =>
    rules.map((rule, place) => applyRule(rule, event, history, tradedOf.get(`${number} ${place}`) ?? null)),
  )
}

/** Maps a long list, a few milliseconds at a time. */
async function inShortTurns<One, Result>(
  list: readonly One[],
  map: (one: One, index: number) => Result,
): Promise<Result[]> {
  const turns = new ShortTurns()
  const results: Result[] = []
  for (const [index, one] of list.entries()) {
    results.push(map(one, index))
    if (turns.isOver()) await turns.next()
  }
  return results
}
