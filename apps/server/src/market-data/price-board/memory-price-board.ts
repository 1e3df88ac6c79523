import type { HaltReason } from '@candor/contract'
import {
  type AccountMode,
  type BoardQuote,
  emptyMarketState,
  isOpenAt,
  type Market,
  type MarketState,
  type Quote,
  type SplitRatio,
  type TradableQuote,
  underlayMinutes,
} from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import { BoardMarkets } from './board-markets.ts'
import { DroppedQuotes } from './dropped-quotes.ts'
import {
  type AdoptedPlace,
  adoptPlace,
  isOnItsScale,
  keepQuote,
  numberQuote,
  type Place,
  rebasePlace,
} from './place.ts'
import type { PriceBoard } from './price-board.ts'
import type { JudgedQuote } from './price-items.ts'

export interface PriceBoardOptions {
  readonly markets: readonly Market[]
  readonly clock: Clock
  /** The number of the first quote of this run (see `beginRun`). */
  readonly firstSeq: number
  /** The recorded time now, of a market that is being replayed; null for any other. */
  readonly recordedNow?: (code: string) => number | null
  /** The whole installation is a sandbox: every source may decide for real accounts too (trust T4). Without it, only the market's own. */
  readonly sandbox?: boolean
}

/** The price board in the memory of one process. What it holds is bounded: per market 20 mids, 64 quotes, 20 bad prints and a day of minutes. */
export class MemoryPriceBoard extends BoardMarkets implements PriceBoard {
  readonly dropped = new DroppedQuotes()
  /** Moment at which this process began to wait for quotes, epoch ms. */
  readonly begunAt: number
  /** The recorded time now, of a market that is being replayed; null for any other. */
  readonly recordedTime: (code: string) => number | null
  private readonly tradableListeners = new Set<(quote: TradableQuote) => void>()
  private readonly quoteListeners = new Set<(quote: BoardQuote) => void>()
  private readonly displayListeners = new Set<(quote: BoardQuote) => void>()
  private readonly missingListeners = new Set<(code: string, through: number) => void>()

  constructor(options: PriceBoardOptions) {
    super(options)
    this.begunAt = options.clock.now()
    this.recordedTime = options.recordedNow ?? (() => null)
  }

  latest(code: string): BoardQuote | null {
    return this.places.get(code)?.latest ?? null
  }

  displayed(code: string): BoardQuote | null {
    return this.places.get(code)?.state.latest ?? null
  }

  badPrints(code: string): readonly BoardQuote[] {
    return this.places.get(code)?.badPrints ?? []
  }

  latestTradable(code: string, mode: AccountMode): TradableQuote | null {
    return this.places.get(code)?.tradable.latest(mode) ?? null
  }

  /** Returns a market's displayed state: the last 100 mids and the day's figures. */
  state(code: string): MarketState {
    return this.places.get(code)?.state ?? emptyMarketState
  }

  ageMs(quote: BoardQuote): number {
    if (quote.source === 'replay') {
      const recorded = this.recordedTime(quote.code)
      if (recorded !== null) return recorded - quote.time
    }
    return this.clock.now() - quote.receivedAt
  }

  isOpen(code: string): boolean {
    return this.isInSession(code) && this.haltedFor(code) === null
  }

  isInSession(code: string): boolean {
    const market = this.places.get(code)?.market
    return market !== undefined && isOpenAt(market, this.timeFor(code))
  }

  /** Returns the time that decides a market's hours now: the recorded time while it is being replayed, else the server's clock. */
  timeFor(code: string): number {
    return this.recordedTime(code) ?? this.clock.now()
  }

  recent(code: string, count: number): readonly BoardQuote[] {
    return count <= 0 ? [] : (this.places.get(code)?.recent.slice(-count) ?? [])
  }

  /** Halts a market (rulebook, Markets): as closed, with a reason that is shown; null lets it trade again. */
  halt(code: string, reason: HaltReason | null): void {
    const place = this.places.get(code)
    if (place !== undefined) place.haltedFor = reason
  }

  /** A split: what is shown of the past is put on the new scale. The last quote is no price of this market any more. */
  rebase(code: string, ratio: SplitRatio): void {
    const place = this.places.get(code)
    if (place !== undefined) rebasePlace(place, ratio)
  }

  /** A split that was carried out before this board began: its prices are on the new scale from the first on. */
  countSplit(code: string): void {
    const place = this.places.get(code)
    if (place !== undefined) place.splits += 1
  }

  /** From this moment on, epoch ms, no quote of a market trades, until a split is carried out or cancelled; null: none is due. */
  awaitSplit(code: string, at: number | null): void {
    const place = this.places.get(code)
    if (place !== undefined) place.splitDue = at
  }

  splitsOf(code: string): number {
    return this.places.get(code)?.splits ?? 0
  }

  haltedFor(code: string): HaltReason | null {
    return this.places.get(code)?.haltedFor ?? null
  }

  /** Puts a kept day of one source under a market that has had no quote yet. */
  seed(code: string, source: Quote['source'], state: MarketState): void {
    const place = this.places.get(code)
    if (place === undefined || place.state.latest !== null) return
    place.state = state
    place.source = source
  }

  /** Puts older candles of the same source under the figures of the last 24 hours, where quotes do not reach back that far. */
  underlayDay(code: string, source: Quote['source'], candles: Parameters<typeof underlayMinutes>[1]): void {
    const place = this.places.get(code)
    if (place?.state.latest?.source === source) place.state = underlayMinutes(place.state, candles)
  }

  /** Restarts a recording from its beginning: resets the day's figures; the sequence goes on. */
  restartRecording(code: string): void {
    const place = this.places.get(code)
    if (place === undefined) return
    place.state = { ...emptyMarketState, latest: place.state.latest }
    place.badPrints.length = 0
  }

  /** Numbers quotes from here on: this board leads from now (see `beginRun`). */
  beginAt(firstSeq: number): void {
    this.firstSeq = firstSeq
    for (const place of this.places.values()) {
      this.notifyMissing(place, firstSeq)
      place.seq = Math.max(place.seq, firstSeq - 1)
    }
  }

  /**
   * Takes in what the leading board of another process judged; what is older than the newest, from a leader that was overtaken, is passed over.
   * A quote of a leader that has not heard of a split yet is on the scale before it: it came, and nothing here is shown or decided by it.
   */
  follow({ quote, judged, splits, badPrint = false }: JudgedQuote): void {
    const place = this.places.get(quote.code)
    if (place === undefined || quote.seq <= place.seq) return
    this.notifyMissing(place, quote.seq)
    place.seq = quote.seq
    if (splits < place.splits) {
      for (const listener of this.quoteListeners) listener(quote)
      return
    }
    keepQuote(place, quote, badPrint)
    if (isOnItsScale(place, quote)) this.followTrading(place, { quote, judged })
    this.notifyQuote(quote, badPrint)
  }

  /**
   * Takes over the state of another process's board from before this one listened. These quotes are not new: listeners learn only that they
   * were missed here.
   */
  adopt(code: string, adopted: AdoptedPlace): void {
    const place = this.places.get(code)
    const latest = adopted.recent.at(-1) ?? null
    if (place === undefined || latest === null || latest.seq < place.seq) return
    this.notifyMissing(place, latest.seq + 1)
    place.seq = latest.seq
    // On the scale before a split that is counted here.
    if (adopted.splits < place.splits) return
    adoptPlace(place, adopted)
  }

  offer(quote: Quote): void {
    const place = this.places.get(quote.code)
    if (place === undefined) throw new Error(`a feed sent a quote of an unknown market: ${quote.code}`)
    if (!this.dropped.passes(quote)) return
    const accepted = numberQuote(place, quote, this.clock.now())
    const badPrint = place.tradable.isBadPrint(accepted)
    keepQuote(place, accepted, badPrint)
    const judge = () => place.tradable.judge(accepted, place.haltedFor !== null)
    const tradable = isOnItsScale(place, accepted) ? judge() : null
    if (tradable !== null) for (const listener of this.tradableListeners) listener(tradable)
    this.notifyQuote(accepted, badPrint)
  }

  onTradable(listener: (quote: TradableQuote) => void): () => void {
    this.tradableListeners.add(listener)
    return () => this.tradableListeners.delete(listener)
  }

  onQuote(listener: (quote: BoardQuote) => void): () => void {
    this.quoteListeners.add(listener)
    return () => this.quoteListeners.delete(listener)
  }

  onDisplayed(listener: (quote: BoardQuote) => void): () => void {
    this.displayListeners.add(listener)
    return () => this.displayListeners.delete(listener)
  }

  onMissing(listener: (code: string, through: number) => void): () => void {
    this.missingListeners.add(listener)
    return () => this.missingListeners.delete(listener)
  }

  private notifyQuote(quote: BoardQuote, badPrint: boolean): void {
    this.clockOffsets.take(quote)
    for (const listener of this.quoteListeners) listener(quote)
    if (!badPrint) for (const listener of this.displayListeners) listener(quote)
  }

  /** Called before the board goes on with the number `next`. */
  private notifyMissing({ market, seq }: Place, next: number): void {
    if (next > seq + 1) for (const listener of this.missingListeners) listener(market.code, next - 1)
  }

  private followTrading(place: Place, { quote, judged }: Pick<JudgedQuote, 'quote' | 'judged'>): void {
    place.tradable.note(quote)
    if (judged === null) return
    const taken = place.tradable.take(quote, judged)
    for (const listener of this.tradableListeners) listener(taken)
  }
}
