import {
  type AccountMode,
  type CarriedOutSplit,
  contractAt,
  conversionCodes,
  type MarketAction,
  type PaidDividend,
  splitPauseMs,
  type TradableQuote,
} from '@candor/rules'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Clock } from '../../platform/clock.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import type { PositionBook } from '../engine/book.ts'
import { lastStoredQuote, type StoredQuoteRequest } from '../quotes/last-quote.ts'
import type { ModeValuation } from './mode-valuation.ts'
import type { Valuation } from './valuation.ts'

export interface RestoreMarksOptions {
  readonly board: PriceBoard
  readonly book: PositionBook
  readonly clock: Clock
  readonly quoteHistory: QuoteHistory
  /** By market, the splits that were carried out, the earliest first. */
  readonly splits: () => Promise<ReadonlyMap<string, readonly CarriedOutSplit[]>>
  /** By market, the dividends that were paid, the earliest first. */
  readonly dividends: () => Promise<ReadonlyMap<string, readonly PaidDividend[]>>
  /** Actions of markets that are not carried out yet. */
  readonly due: () => Promise<readonly MarketAction[]>
  /** By futures market, the newest roll that was carried out. */
  readonly rolled: () => Promise<ReadonlyMap<string, number>>
  readonly onFailure: (error: unknown) => void
}

/** Time for which decisions wait for the first quote of an open market whose last stored one is outdated. */
const awaitedMs = 60_000

const modes: readonly AccountMode[] = ['demo', 'real']

/**
 * Values every open position, and the currency it is in, by the last stored quote of its market's hours, as the previous engine did
 * (ADR-179). Without it, a position would be worth nothing known until its market quotes: it would pay for no loss of its account, and
 * the account would not be stopped out.
 */
export async function restoreMarks(options: RestoreMarksOptions, valuation: Valuation): Promise<void> {
  const { book, clock, dividends, onFailure, quoteHistory, splits } = options
  if (book.positions.size === 0) return
  valuation.awaitUntil(clock.now() + awaitedMs)
  try {
    // If this fails, the quotes stored so far are still the best available.
    await withRetry(() => quoteHistory.paths.upToNow()).catch(onFailure)
    const [carriedOut, paid, ends] = [await splits(), await dividends(), await endsOfScales(options)]
    // No cases: each market's quotes are read, or read again.
    for (const mode of modes)
      for (const code of codesOf(book, mode))
        await restoreMark(options, valuation.of(mode), {
          ...{ code, mode, before: ends.get(code) ?? Number.MAX_SAFE_INTEGER },
          splits: carriedOut.get(code) ?? [],
          dividends: paid.get(code) ?? [],
        })
  } catch (error) {
    // Without them the accounts wait for those markets to quote.
    onFailure(error)
  }
}

interface MarketState {
  readonly code: string
  readonly mode: AccountMode
  /** From this moment on, epoch ms, its quotes are of another scale or contract than its positions. */
  readonly before: number
  readonly splits: readonly CarriedOutSplit[]
  readonly dividends: readonly PaidDividend[]
}

async function restoreMark(
  { board, quoteHistory }: RestoreMarksOptions,
  valuation: ModeValuation,
  { code, splits, dividends, ...state }: MarketState,
): Promise<void> {
  const market = board.listed(code)
  if (market === null) return
  const last = await lastOfOneScale(quoteHistory, { ...state, market, splitAt: null }, splits)
  if (last !== null) valuation.restore(last)
  let deducted = 0
  const deductUntil = (time: number) => {
    for (; (dividends[deducted]?.at ?? Number.POSITIVE_INFINITY) <= time; deducted += 1)
      valuation.knowDividend(code, dividends[deducted] as PaidDividend)
  }
  for (const split of splits) {
    // A dividend of the same moment was paid on the shares of before the split.
    deductUntil(split.at)
    if (last !== null && split.at > last.receivedAt) valuation.rebase(code, split)
  }
  deductUntil(Number.MAX_SAFE_INTEGER)
}

/** A quote of the minute after a split may be of either scale: then the last one before the split. */
async function lastOfOneScale(
  history: QuoteHistory,
  request: StoredQuoteRequest,
  splits: readonly CarriedOutSplit[],
): Promise<TradableQuote | null> {
  let { before } = request
  // No cases: each split is passed once.
  for (;;) {
    const last = await withRetry(() => lastStoredQuote(history, { ...request, before }))
    const split = splits.find(({ at }) => last !== null && isWithin(last.receivedAt, at))
    if (split === undefined) return last
    before = split.at
  }
}

const isWithin = (time: number, splitAt: number): boolean => time >= splitAt && time < splitAt + splitPauseMs

/** By market, the earliest moment from which its quotes are of another scale or contract than its positions. */
async function endsOfScales(options: RestoreMarksOptions): Promise<ReadonlyMap<string, number>> {
  const { board, book, clock, due, rolled } = options
  const ends = new Map<string, number>()
  const end = (code: string, at: number) => ends.set(code, Math.min(at, ends.get(code) ?? at))
  // A quote of an action's very moment came before the action: no engine has carried it out.
  for (const { code, kind, at } of await due()) if (kind !== 'roll') end(code, at + 1)
  const rolls = await rolled()
  for (const { createdAt, market } of book.positions.values()) {
    const listed = board.listed(market.code)
    const since = listed === null ? undefined : contractAt(listed, clock.now())?.since
    // The market's first quote since then rolls it.
    if (since !== undefined && createdAt < since && (rolls.get(market.code) ?? 0) < since)
      end(market.code, since)
  }
  return ends
}

/** Markets that value the open positions of a mode. */
function codesOf({ positions }: PositionBook, mode: AccountMode): Set<string> {
  const codes = new Set<string>()
  for (const { account, market } of positions.values()) {
    if (account.mode !== mode) continue
    codes.add(market.code)
    for (const { code } of conversionCodes(market.quoteCurrency)) codes.add(code)
  }
  return codes
}
