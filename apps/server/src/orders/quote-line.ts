import { type BoardQuote, conversionCodes, type Market, type TradableQuote } from '@candor/rules'
import type { BoardAsTaken } from './board-as-taken.ts'
import type { Account } from './position.ts'
import type { Walk } from './quote-walk.ts'

/** What one turn of the event loop holds of a walk, some milliseconds: a step that only looks is one unit. */
export const unitsPerTurn = 200
/** A decision that is written. */
const unitsPerEffect = 4

export interface QuoteLineParts {
  readonly board: BoardAsTaken
  readonly unitsPerTurn: number
  /** Takes a quote and begins its walk; null when something else holds it now. */
  readonly begin: (quote: TradableQuote) => Walk | null
  /** How many effects were decided so far. */
  readonly decided: () => number
  /** A walk goes on in a later turn, when its quote may not be the newest any more. */
  readonly interrupted: (quote: TradableQuote) => void
}

/** A quote that waits, with those just before it. */
interface Waiting {
  readonly quote: TradableQuote
  readonly recent: readonly BoardQuote[]
}

/** What is left of one turn. */
interface Turn {
  units: number
}

/**
 * Quotes on their way through the accounts, one after the other. A walk that is too long for one turn of the event loop goes on in the
 * next ones; quotes that come meanwhile wait, and so do calls of accounts that the walk or a waiting quote has still to
 * come to. Everything else has its turn in between. So each account sees quotes and calls in the order in which
 * they came, as if no walk had ever been interrupted.
 */
export class QuoteLine {
  private readonly parts: QuoteLineParts
  private walk: Walk | null = null
  private readonly waiting: Waiting[] = []
  /** How many quotes wait, by market. */
  private readonly waitingIn = new Map<string, number>()
  private change: { readonly made: Promise<void>; readonly tell: () => void } | null = null

  constructor(parts: QuoteLineParts) {
    this.parts = parts
  }

  /** A walk was interrupted and has not ended. */
  get walking(): boolean {
    return this.walk !== null
  }

  private get busy(): boolean {
    return this.walk !== null || this.waiting.length > 0
  }

  /** A tradable quote: taken now, or once those before it are through. */
  offer(quote: TradableQuote): void {
    if (this.busy) {
      this.waiting.push({ quote, recent: this.parts.board.newest(quote.code) })
      this.count(quote.code, 1)
      return
    }
    this.take(quote, { units: this.parts.unitsPerTurn })
    if (this.busy) this.later()
  }

  /** What a decision for an account, or in a market, has to wait for; null for nothing. To be asked again after it. */
  obstacle(account: Account | null, code: string | null): Promise<void> | null {
    if (!this.busy) return null
    const isWalked = account !== null && this.walk?.pending.has(account) === true
    return isWalked || this.isBehind(account, code) ? this.changed() : null
  }

  /** Resolves after the next turn. */
  changed(): Promise<void> {
    if (this.change === null) {
      let tell: () => void = () => undefined
      const made = new Promise<void>((resolve) => {
        tell = resolve
      })
      this.change = { made, tell }
    }
    return this.change.made
  }

  /** Ends the walk and takes every quote that waits, in one turn: nothing that came is lost with the engine's end. */
  finish(): void {
    if (this.busy) this.work({ units: Number.POSITIVE_INFINITY })
  }

  /** Whether a quote waits that the account, or a decision in the market, has to see first. */
  private isBehind(account: Account | null, code: string | null): boolean {
    if (this.waitingIn.size === 0) return false
    const market = code === null ? null : this.parts.board.market(code)
    const asked = market === null ? [] : [market.code, ...conversionsOf(market)]
    for (const one of [...asked, ...(account === null ? [] : codesOf(account))])
      if (this.waitingIn.has(one)) return true
    return false
  }

  private take(quote: TradableQuote, turn: Turn): void {
    const walk = this.parts.begin(quote)
    if (walk === null || this.run(walk, turn)) return
    this.walk = walk
    this.parts.board.freeze()
    this.parts.interrupted(quote)
  }

  /** True when the walk has ended within this turn. */
  private run(walk: Walk, turn: Turn): boolean {
    while (turn.units > 0) {
      const before = this.parts.decided()
      if (walk.steps.next().done === true) return true
      turn.units -= 1 + unitsPerEffect * (this.parts.decided() - before)
    }
    return false
  }

  private later(): void {
    setImmediate(() => {
      // The engine's end may have finished it.
      if (this.busy) this.work({ units: this.parts.unitsPerTurn })
    })
  }

  /** One turn. */
  private work(turn: Turn): void {
    while (turn.units > 0 && this.busy) this.goOn(turn)
    if (this.busy) this.later()
    else this.parts.board.thaw()
    this.change?.tell()
    this.change = null
  }

  /** With the walk, or with the quote that waits longest. */
  private goOn(turn: Turn): void {
    if (this.walk !== null) {
      if (this.run(this.walk, turn)) this.walk = null
      return
    }
    const next = this.waiting.shift()
    if (next === undefined) return
    this.count(next.quote.code, -1)
    turn.units -= 1
    this.parts.board.take(next.quote, next.recent)
    this.take(next.quote, turn)
  }

  private count(code: string, by: 1 | -1): void {
    const now = (this.waitingIn.get(code) ?? 0) + by
    if (now === 0) this.waitingIn.delete(code)
    else this.waitingIn.set(code, now)
  }
}

/** Markets whose quotes change what an account is worth, or can reach something of it. */
function* codesOf({ legs, waiting }: Account): Iterable<string> {
  for (const { market } of [...legs.values(), ...waiting.values()]) {
    yield market.code
    yield* conversionsOf(market)
  }
}

const conversionsOf = ({ quoteCurrency }: Market): string[] =>
  conversionCodes(quoteCurrency).map(({ code }) => code)
