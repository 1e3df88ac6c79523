import type { QuoteWriteBarrier } from '../../market-data/history/quote-write-barrier.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import { newId } from '../../platform/new-id.ts'
import { type CommitListener, CommitQueue, type RefusalListener } from '../commits/commit-queue.ts'
import type { ActionCalendar } from '../corporate-actions/action-calendar.ts'
import { actionWriterOf } from '../corporate-actions/action-writer.ts'
import { PutOffRolls } from '../corporate-actions/rolls/put-off-rolls.ts'
import { MissedQuotes } from '../quotes/missed-quotes.ts'
import type { NextQuotes } from '../quotes/next-quotes.ts'
import type { ProcessedBoard } from '../quotes/processed-board.ts'
import { unitsPerTurn } from '../quotes/quote-queue.ts'
import type { Availability } from '../risk/availability.ts'
import type { ExposureLimits } from '../risk/limits/exposure-limits.ts'
import type { MarginCalls } from '../risk/stop-outs/margin-calls.ts'
import type { Valuation } from '../risk/valuation.ts'
import type { PositionBook } from './book.ts'
import { ContractEngine } from './engine.ts'
import type { ReplayRules, TradingRuntimeOptions } from './runtime-options.ts'

/** Numbers that the next order and the next trailing stop get. */
export interface NextNumbers {
  readonly order: bigint
  readonly trail: bigint
}

interface QueueContext {
  readonly fence: bigint | null
  readonly quoteBarrier: QuoteWriteBarrier | null
  readonly listener: CommitListener
  readonly onRefused: RefusalListener
}

/** Creates the queue that writes the engine's decisions. */
export function createCommitQueue(
  { db, ledger, clock, ordersPerStatement, stopped = endProcess }: TradingRuntimeOptions,
  context: QueueContext,
): CommitQueue {
  return new CommitQueue({ db, ledger, clock, ordersPerStatement, stopped, ...context })
}

/** Ends the process like a failed assertion does: an engine must not decide on changes that the database does not have. */
const endProcess = (error: unknown): void => {
  queueMicrotask(() => {
    throw error
  })
}

/** State and services that the engine decides with. */
interface EngineServices {
  readonly board: ProcessedBoard
  readonly book: PositionBook
  readonly valuation: Valuation
  readonly calendar: ActionCalendar
  readonly availability: Availability
  readonly exposureLimits: ExposureLimits
  readonly queue: CommitQueue
  readonly nextQuotes: NextQuotes
  readonly marginCalls: MarginCalls
  /** By futures market, the newest roll that was written. */
  readonly rolled: () => ReadonlyMap<string, number>
}

/** Creates the engine of a runtime, or of a replay by its rules. */
export function createEngine(
  options: TradingRuntimeOptions,
  { availability, queue, nextQuotes, marginCalls, rolled, ...state }: EngineServices,
  next: NextNumbers,
  replay: ReplayRules | null,
): ContractEngine {
  return new ContractEngine({
    ...state,
    clock: options.clock,
    putOffRolls: new PutOffRolls(),
    write: (effect) => {
      replay?.onDecision(effect)
      const [used] = effect.quotes
      if (used !== undefined) nextQuotes.used(used)
      return queue.add(effect)
    },
    written: () => queue.settled(),
    unavailable:
      replay?.unavailable ??
      ((market, quote, mode, kind) => availability.unavailable(market, quote, mode, kind)),
    unavailableFor: (opening) =>
      replay === null
        ? availability.unavailableFor(opening)
        : replay.unavailable(opening.market, opening.quote),
    isFresh: replay ? () => true : (quote) => availability.isFresh(quote),
    decidesFunds: replay !== null,
    unitsPerTurn: replay === null ? (options.unitsPerTurn ?? unitsPerTurn) : Number.POSITIVE_INFINITY,
    onInterrupted: (quote) => nextQuotes.used(quote),
    actions: replay === null ? actionWriterOf(options, queue, rolled) : null,
    onMarginCall: (account, equity) => marginCalls.call(account, equity),
    newId,
    nextSequence: next.order,
    nextTrail: next.trail,
  })
}

interface MissedQuotesServices {
  readonly book: PositionBook
  readonly engine: ContractEngine
  readonly nextQuotes: NextQuotes
}

/**
 * Creates the search for quotes that did not arrive here; null without stored quotes. Everything it reads waits for an unavailable database:
 * what is not found is not looked up again.
 */
export function createMissedQuotes(
  { quoteHistory, log, actions, db, board, clock }: TradingRuntimeOptions,
  { book, engine, nextQuotes }: MissedQuotesServices,
): MissedQuotes | null {
  if (quoteHistory === undefined) return null
  return new MissedQuotes({
    ...{ db, board, book, clock, engine, quoteHistory },
    splits: () => withRetry(async () => (await actions?.splits()) ?? new Map()),
    dividends: () => withRetry(async () => (await actions?.dividends()) ?? new Map()),
    due: () => withRetry(async () => (await actions?.due()) ?? []),
    rolled: () => withRetry(async () => (await actions?.rolled()) ?? new Map()),
    onFound: (quotes) => nextQuotes.know(quotes),
    onFailure: (err) => log?.error({ err }, 'missed quotes could not be read'),
  })
}
