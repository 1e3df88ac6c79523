import {
  countedFor,
  provesReasons,
  type StatedEvent,
  shownRange,
  type WatchedLevel,
  type WatchedSince,
  watchedSince,
} from '@candor/rules'
import type { QuoteHistory, QuotePath } from '../../market-data/history/quote-paths.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { ContractRow, EventRow } from '../orders/orders-tables.ts'
import { seqOf, statedEvent } from './stated-event.ts'

type Shown = Readonly<Record<string, unknown>>

/** Proofs by the number of the event they are of. */
export type Proofs = ReadonlyMap<number, Shown>

const levelOfReason: Readonly<Record<string, WatchedLevel>> = {
  stopLoss: 'stopLoss',
  takeProfit: 'takeProfit',
  trailing: 'trailing',
}

/** Returns the level that triggered an event; null for events of the customer or the clock. */
function levelReached(row: ContractRow, event: EventRow): WatchedLevel | null {
  if (event.kind === 'open') return row.kind === 'market' ? null : 'price'
  if (event.kind !== 'close') return null
  return levelOfReason[String(event.facts.reason)] ?? null
}

/** Checks whether all of an order's events record its levels. */
export const isProvable = (events: readonly EventRow[]): boolean => provesReasons(events.map(statedEvent))

/** Shows, for every event that a quote brought about by reaching a level, what lay between its watch's beginning and that quote. */
export async function proveEvents(
  row: ContractRow,
  events: readonly EventRow[],
  { paths, sandbox }: QuoteHistory,
): Promise<Proofs> {
  const proofs = new Map<number, Shown>()
  if (!isProvable(events)) return proofs
  const steps = events.map(statedEvent)
  for (const event of events) {
    const level = levelReached(row, event)
    const used = seqOf(event.facts.quote)
    const since = level && watchedSince(steps, event.number, level)
    if (since == null || used === null) continue
    const after = await firstWatched(row.code, since, { steps, used: used.seq }, paths)
    const path = await paths.between(row.code, after, used.seq)
    const counts = countedFor(row.mode, sandbox)
    proofs.set(event.number, { since: { event: since.event, seq: after }, counts, ...shownPath(path) })
  }
  return proofs
}

/** The last quote that was not watched yet. */
async function firstWatched(
  code: string,
  since: WatchedSince,
  { steps, used }: { readonly steps: readonly StatedEvent[]; readonly used: number },
  paths: QuoteHistory['paths'],
): Promise<number> {
  if (since.seq !== null) return since.seq
  const before = steps.filter(({ number, quote }) => number <= since.event && quote != null)
  const from = Math.max(0, ...before.map(({ quote }) => quote?.seq ?? 0))
  return paths.lastBefore(code, since.at, { from, to: used - 1 })
}

/** A path as a receipt shows it. */
const shownPath = ({ ranges, runs }: QuotePath): Shown => ({
  runs,
  ranges: ranges.map((range) => shownRange(range, sha256)),
})
