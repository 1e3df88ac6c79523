import type { AccountMode } from '@candor/contract'
import { type FreshLimits, freshMsOf, isFreshQuote, type Market, type TradableQuote } from '@candor/rules'
import type { QuoteArrivals } from './quote-arrivals.ts'

/** Longest wait of a call for a market's next quote; a call that still has none then is refused (`stale`). */
export const longestWaitMs = 5_000
/** A call that is looked at later than this after it could have been is due from the look on: `dueAt` says so. */
export const longestDelayMs = 100

/** Figures of a receipt that show how a fill met the rule; moments in epoch ms. */
export type FillFigures = {
  readonly freshMs: number
  readonly calledAt: number
  /** Since when the call could be decided: when it came, or when its account's turn or, of several markets, the last price came. */
  readonly dueAt: number
  /** Number of the newest quote when the call came and was too old: the fill's is a later one. Null: it was young enough. */
  readonly waitedFrom: number | null
}

/** The prices that a call may be filled at, as decisions see them. */
interface DecidingBoard {
  market(code: string): Market | null
  latestTradable(code: string, mode: AccountMode): TradableQuote | null
}

/** A customer's call that fills at the market. */
export interface MarketCall {
  readonly board: DecidingBoard
  readonly mode: AccountMode
  /** Markets that the call fills in, as they are when it is decided. */
  readonly codes: () => readonly string[]
  /** True when the market fills nothing now, whatever its quote's age: nobody waits for that refusal. */
  readonly isShut: (market: Market, quote: TradableQuote) => boolean
}

/** Rule for the age of prices, as it is when a call comes. */
export interface FreshRuleNow {
  readonly arrivals: QuoteArrivals
  readonly limits: FreshLimits
  /** Longest wait, in ms. */
  readonly waitMs: number
  /** Time by the server's clock, epoch ms. */
  readonly now: () => number
}

/**
 * The rule by which one customer's call fills: at a market's newest tradable quote while it is younger than `freshMs`, else at the first
 * one that was made after the call, or is younger than that when it arrives. The age of a live quote counts from the source's own time. The
 * same for everyone and in both directions, so that nobody who watches the source trades at a price that is already over. A replay keeps
 * its own rule.
 */
export class FreshPrices {
  private readonly call: MarketCall
  private readonly rule: FreshRuleNow
  /** By market, the number of the quote that was newest, and too old, when the call first looked. */
  private readonly tooOld = new Map<string, number>()
  private readonly calledAt: number
  private dueAt: number
  /** Moment from which on the call could be looked at. */
  private readyAt: number
  private timeOver: Promise<void> | null = null
  private isOver = false

  constructor(call: MarketCall, rule: FreshRuleNow) {
    this.call = call
    this.rule = rule
    this.calledAt = rule.now()
    this.dueAt = this.calledAt
    this.readyAt = this.calledAt
  }

  /** Returns what the call has to wait for; null when it can be decided now, or the time is over. */
  obstacle(): Promise<void> | null {
    const { arrivals, now } = this.rule
    if (now() - this.readyAt > longestDelayMs) this.dueAt = now()
    this.readyAt = now()
    const codes = this.call.codes()
    const awaited = codes.filter((code) => this.isTooOld(code))
    if (awaited.length === 0 || this.isOver) return null
    const arrived = Promise.race([this.end(), ...awaited.map((code) => arrivals.nextOf(code))])
    return arrived.then(() => {
      this.readyAt = now()
      // Until now the others waited for this one.
      if (codes.length > 1) this.dueAt = this.readyAt
    })
  }

  /** Resolves once the call can be decided. */
  async untilFresh(): Promise<void> {
    for (let wait = this.obstacle(); wait !== null; wait = this.obstacle()) await wait
  }

  /** Checks whether a fill in any of the call's markets would be at a quote that is too old. */
  get anyTooOld(): boolean {
    return this.call.codes().some((code) => this.isTooOld(code))
  }

  /** Checks whether a fill in this market would be at a quote that is too old. */
  isTooOld(code: string): boolean {
    const { board, mode, isShut } = this.call
    const market = board.market(code)
    const quote = market === null ? null : board.latestTradable(code, mode)
    if (market === null || quote === null) return false
    return !this.allows(market, quote) && !isShut(market, quote)
  }

  /** Returns the figures for the receipt of a fill at this quote; null for a replay's. */
  figuresOf(market: Market, { code, source }: TradableQuote): FillFigures | null {
    if (source === 'replay') return null
    const { calledAt, dueAt } = this
    const freshMs = freshMsOf(market, this.rule.limits)
    return { freshMs, calledAt, dueAt, waitedFrom: this.tooOld.get(code) ?? null }
  }

  private allows(market: Market, quote: TradableQuote): boolean {
    if (quote.source === 'replay') return true
    const { calledAt, rule } = this
    if (isFreshQuote(quote, { now: rule.now(), calledAt, freshMs: freshMsOf(market, rule.limits) }))
      return true
    if (!this.tooOld.has(quote.code)) this.tooOld.set(quote.code, quote.seq)
    return false
  }

  /** Resolves after the longest wait, counted from the first one. */
  private end(): Promise<void> {
    this.timeOver ??= new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.isOver = true
        resolve()
      }, this.rule.waitMs)
      timer.unref()
    })
    return this.timeOver
  }
}
