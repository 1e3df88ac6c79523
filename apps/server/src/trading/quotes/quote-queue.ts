import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BoardQuote, conversionCodes, type Market, type TradableQuote } from '@candor/rules'
import type { Account } from '../engine/position.ts'
import type { ProcessedBoard } from './processed-board.ts'
import type { Walk } from './walk.ts'

/** Units of a walk in one turn of the event loop, some milliseconds: a step that only reads is one unit. */
export const unitsPerTurn = 200
/** Units of a decision that is written. */
export const unitsPerEffect = 4

export interface QuoteQueueOptions {
  readonly board: ProcessedBoard
  readonly unitsPerTurn: number
  /** Takes a quote, one that was missed too, and begins its walk; null when an action begins before it: the queue is paused then. */
  readonly begin: (quote: TradableQuote, missed: MissedQuote | null) => Walk | null
  /** Does what the clock brings before the next quote; may begin a walk of its own. */
  readonly passTime: () => void
  /** Returns the number of effects decided so far. */
  readonly decisionCount: () => number
  /** Called when a walk continues in a later turn, where its quote may no longer be the newest. */
  readonly interrupted: (quote: TradableQuote) => void
}

/** A quote that waits, with those just before it. */
interface Waiting {
  readonly quote: TradableQuote
  readonly recent: readonly BoardQuote[]
  readonly missed?: MissedQuote
}

/** A quote that never came and was looked up. */
export interface MissedQuote {
  readonly quote: TradableQuote
  /** The two before it and itself. */
  readonly recent: readonly BoardQuote[]
  /** It came before this engine began: what accounts were worth at it is not known, only which levels it reached. */
  readonly levelsOnly: boolean
  /** Done right before it is taken. */
  readonly prepare?: () => void
}

/** Quotes of these markets that never came are being looked up; what came after them waits. */
interface Gap {
  readonly codes: readonly string[]
}

/** Remaining units of one turn. */
interface Turn {
  units: number
}

/**
 * Processes quotes in order. A walk that is too long for one turn of the event loop continues in the next ones. Quotes that arrive meanwhile
 * wait, and so do calls of accounts that the walk or a waiting quote has not reached yet; everything else runs in between. Each account
 * therefore sees quotes and calls in their order of arrival, as if no walk were interrupted. Missed quotes are read and processed before
 * later ones.
 */
export class QuoteQueue {
  private readonly options: QuoteQueueOptions
  private walk: Walk | null = null
  private waiting: (Waiting | Gap)[] = []
  /** Gaps, and quotes found for them that were not taken yet. */
  private missing = 0
  /** Number of waiting quotes, by market. */
  private readonly waitingIn = new Map<string, number>()
  private isScheduled = false
  private paused = false
  private change: { readonly completed: Promise<void>; readonly complete: () => void } | null = null

  constructor(options: QuoteQueueOptions) {
    this.options = options
  }

  /** A walk was interrupted and has not ended, or quotes that were missed have still to be taken: no time passes meanwhile. */
  get walking(): boolean {
    return this.walk !== null || this.missing > 0
  }

  /** True while an action is carried out, or the next item waits for quotes that are being looked up. */
  private get isStuck(): boolean {
    const [next] = this.waiting
    return this.paused || (this.walk === null && next !== undefined && 'codes' in next)
  }

  /** A quote is walked, or waits to be. */
  get busy(): boolean {
    return this.walk !== null || this.waiting.length > 0
  }

  /** A tradable quote: taken now, or once those before it are through. */
  offer(quote: TradableQuote): void {
    this.options.passTime()
    const waiting = { quote, recent: this.options.board.newest(quote.code) }
    // Until the next turn, the board may still be read as it was before.
    if (this.busy || this.paused || this.isScheduled) {
      this.waiting.push(waiting)
      this.count(quote.code, 1)
      return
    }
    this.take(waiting, { units: this.options.unitsPerTurn })
    if (this.busy) this.later()
  }

  /** Holds back every quote from now on, while an action of a market is carried out, and reads the board in its present state. */
  pause(): void {
    this.paused = true
    this.options.board.freeze()
  }

  /** Takes the quotes that waited meanwhile, in their order; those of `dropped` are of another scale or contract and decide nothing. */
  resume(dropped: string | null): void {
    this.paused = false
    const isDropped = (one: Waiting | Gap): one is Waiting => 'quote' in one && one.quote.code === dropped
    for (const { quote, missed } of this.waiting.filter(isDropped)) {
      this.count(quote.code, -1)
      if (missed !== undefined) this.missing -= 1
    }
    this.waiting = this.waiting.filter((one) => !isDropped(one))
    this.work({ units: this.options.unitsPerTurn })
  }

  /** Completes one walk after the other until there is none, in turns of the event loop, while quotes are held back by `pause`. */
  async complete(next: () => Walk | null): Promise<void> {
    // No cases: completes what is due, in order.
    for (let walk = next(); walk !== null; walk = next())
      while (!this.run(walk, { units: this.options.unitsPerTurn })) await nextTurn()
  }

  /** Begins what the clock brings, now that nothing is under way. */
  start(walk: Walk): void {
    if (this.run(walk, { units: this.options.unitsPerTurn })) return
    this.walk = walk
    this.options.board.freeze()
    this.later()
  }

  /**
   * Holds back every quote from now on until the missing ones of these markets are found, and takes these first. Until then the board is
   * read in its present state, so call this before it changes. A promise that fails brings none.
   */
  hold(codes: readonly string[], found: Promise<readonly MissedQuote[]>): void {
    const gap: Gap = { codes }
    this.options.board.freeze()
    this.missing += 1
    this.waiting.push(gap)
    for (const code of codes) this.count(code, 1)
    found.then(
      (quotes) => this.fill(gap, quotes),
      () => this.fill(gap, []),
    )
  }

  private fill(gap: Gap, quotes: readonly MissedQuote[]): void {
    const at = this.waiting.indexOf(gap)
    const found = quotes.map((missed): Waiting => ({ ...missed, missed }))
    for (const { quote } of found) this.count(quote.code, 1)
    for (const code of gap.codes) this.count(code, -1)
    this.missing += found.length - 1
    this.waiting = [...this.waiting.slice(0, at), ...found, ...this.waiting.slice(at + 1)]
    if (this.walk === null && at === 0) this.later()
  }

  /** Returns the promise that a decision for an account, or in a market, has to wait for; null for none. Check again after it. */
  obstacle(account: Account | null, code: string | null): Promise<void> | null {
    if (!this.busy) return null
    const isWalked = account !== null && this.walk?.pending.has(account) === true
    return isWalked || this.isBehind(account, code) ? this.changed() : null
  }

  /** Resolves after the next turn. */
  changed(): Promise<void> {
    if (this.change === null) {
      let complete: () => void = () => undefined
      const completed = new Promise<void>((resolve) => {
        complete = resolve
      })
      this.change = { completed, complete }
    }
    return this.change.completed
  }

  /** Ends the walk and takes every quote that waits, in one turn: nothing that came is lost with the engine's end. */
  finish(): void {
    if (this.busy) this.work({ units: Number.POSITIVE_INFINITY })
  }

  /** Checks whether a quote waits that the account, or a decision in the market, has to see first. */
  private isBehind(account: Account | null, code: string | null): boolean {
    if (this.waitingIn.size === 0) return false
    const market = code === null ? null : this.options.board.market(code)
    const codes = market === null ? [] : [market.code, ...conversionsOf(market)]
    for (const one of [...codes, ...(account === null ? [] : codesOf(account))])
      if (this.waitingIn.has(one)) return true
    return false
  }

  private take(waiting: Waiting, turn: Turn): void {
    const { quote, missed = null } = waiting
    const walk = this.options.begin(quote, missed)
    if (walk === null) {
      this.waiting.unshift(waiting)
      this.count(quote.code, 1)
      return
    }
    if (missed !== null) this.missing -= 1
    if (this.run(walk, turn)) return
    this.walk = walk
    this.options.board.freeze()
    this.options.interrupted(quote)
  }

  /** True when the walk has ended within this turn. */
  private run(walk: Walk, turn: Turn): boolean {
    while (turn.units > 0) {
      const before = this.options.decisionCount()
      if (walk.steps.next().done === true) return true
      turn.units -= 1 + unitsPerEffect * (this.options.decisionCount() - before)
    }
    return false
  }

  private later(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      // Nothing may be left: the engine's end finished it, or no quote was found.
      this.work({ units: this.options.unitsPerTurn })
    })
  }

  /** One turn. */
  private work(turn: Turn): void {
    while (turn.units > 0 && this.busy && !this.isStuck) this.resumeWalk(turn)
    if (this.paused) return
    if (!this.busy) this.options.board.thaw()
    else if (!this.isStuck) this.later()
    this.change?.complete()
    this.change = null
  }

  /** With the walk, or with the quote that waits longest. */
  private resumeWalk(turn: Turn): void {
    if (this.walk !== null) {
      if (this.run(this.walk, turn)) this.walk = null
      return
    }
    this.options.passTime()
    if (this.walk !== null || this.paused) return
    const next = this.waiting.shift()
    if (next === undefined || 'codes' in next) return
    const { quote, recent, missed } = next
    this.count(quote.code, -1)
    turn.units -= 1
    missed?.prepare?.()
    this.options.board.take(quote, recent)
    this.take(next, turn)
  }

  private count(code: string, by: 1 | -1): void {
    const now = (this.waitingIn.get(code) ?? 0) + by
    if (now === 0) this.waitingIn.delete(code)
    else this.waitingIn.set(code, now)
  }
}

/** Yields the markets whose quotes change the value of an account, or can reach one of its levels. */
function* codesOf({ legs, waiting }: Account): Iterable<string> {
  for (const { market } of [...legs.values(), ...waiting.values()]) {
    yield market.code
    yield* conversionsOf(market)
  }
}

const conversionsOf = ({ quoteCurrency }: Market): string[] =>
  conversionCodes(quoteCurrency).map(({ code }) => code)
