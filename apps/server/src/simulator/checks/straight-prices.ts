import type { QuoteSource } from '@candor/rules'
import {
  add,
  cmp,
  decimal,
  type Fraction,
  fraction,
  half,
  median,
  mul,
  sub,
} from '../../trading/reference-model/fractions.ts'
import { quoteName } from '../../trading/reference-model/prices.ts'

/** A quote as it was handed to the server. */
export interface Given {
  readonly code: string
  readonly bid: string
  readonly ask: string
  readonly at: number
  /** By the source's own time. */
  readonly madeAt: number
  readonly source: QuoteSource
  /** Within the market's hours, whether it is halted or not. */
  readonly inSession: boolean
  /** Within the market's hours, and not halted. */
  readonly open: boolean
}

interface Seen {
  readonly bid: Fraction
  readonly ask: Fraction
  readonly at: number
}

/** A quote that may be traded on, in its market's hours: options settle on it, and trailing stops follow it unless it is halted. */
export interface Settling {
  readonly at: number
  readonly madeAt: number
  readonly bid: Fraction
  readonly ask: Fraction
  readonly mid: Fraction
  readonly source: QuoteSource
  readonly halted: boolean
  /** Number of first-day shares that one share represented then, after the splits until then. */
  readonly shares: Fraction
}

/** A dividend for one unit that was paid; quotes up to its moment, epoch ms, contain it. */
export interface PaidDividend {
  readonly id: string
  readonly code: string
  readonly at: bigint
  readonly amount: string
}

type Mode = 'demo' | 'real'

const neighbours = 20
const least = 5
const far = fraction(1n, 20n)

/**
 * Judges independently of the product which quotes may be traded on: by the rulebook's sentences and nothing else. Prices of the market and
 * made-up prices are each held against their own kind, and only the former decide about real money.
 */
export class StraightPrices {
  /** Every quote that was tradable, by what it says, for whose money it may decide. */
  private readonly traded: Record<Mode, Set<string>> = { demo: new Set(), real: new Set() }
  private readonly newestOf: Record<Mode, Map<string, Seen>> = { demo: new Map(), real: new Map() }
  /** The same, whether the market is open or not: money is converted at these. */
  private readonly convertingOf: Record<Mode, Map<string, Seen>> = { demo: new Map(), real: new Map() }
  private readonly settling = new Map<string, Settling[]>()
  private readonly rescaled = new Map<string, { readonly at: number; readonly shares: Fraction }[]>()
  /** Ids of dividends that were taken off the newest prices where these contained them. */
  private readonly dividends = new Set<string>()
  private mids = new Map<string, Fraction[]>()
  /** The server that takes them in followed another before. */
  private followed = false

  /**
   * Another server takes prices in. A newly started one knows no earlier quote; one that followed heard what the bus brought of
   * them, so its own word is taken until it has heard as many as count.
   */
  restart(followed: boolean): void {
    this.mids = new Map()
    this.followed = followed
  }

  /** A split: what is known of the past goes on at the new scale, and nothing trades before the first new quote. */
  rescale(code: string, fresh: bigint, old: bigint, at: number): void {
    const before = this.rescaled.get(code) ?? []
    this.rescaled.set(code, [...before, { at, shares: mul(this.sharesAt(code, at), fraction(fresh, old)) }])
    for (const kind of ['live', 'made up']) {
      const mids = this.mids.get(`${code} ${kind}`) ?? []
      this.mids.set(
        `${code} ${kind}`,
        mids.map((mid) => mul(mid, fraction(old, fresh))),
      )
    }
    for (const mode of ['demo', 'real'] as const) this.newestOf[mode].delete(code)
  }

  /** A dividend: what its market is worth falls by it, once, until the next quote. */
  payDividend({ id, code, at, amount }: PaidDividend): void {
    if (this.dividends.has(id)) return
    this.dividends.add(id)
    for (const newest of Object.values(this.newestOf)) {
      const seen = newest.get(code)
      if (seen === undefined || seen.at > Number(at)) continue
      const paid = decimal(amount)
      newest.set(code, { ...seen, bid: sub(seen.bid, paid), ask: sub(seen.ask, paid) })
    }
  }

  /** Returns the product of a market's splits at a moment. */
  sharesAt(code: string, at: number): Fraction {
    return (this.rescaled.get(code) ?? []).findLast((split) => split.at <= at)?.shares ?? fraction(1n)
  }

  /** A well-formed quote joins those the next of its kind is held against. True when it is near enough to them to trade. */
  private judge({ code, bid: bidText, ask: askText, source }: Given, taken: boolean): boolean {
    const [bid, ask] = [decimal(bidText), decimal(askText)]
    const mid = half(add(bid, ask))
    if (bid.n <= 0n || cmp(ask, bid) < 0 || cmp(sub(ask, bid), mul(far, mid)) > 0) return false
    const key = `${code} ${source === 'live' ? 'live' : 'made up'}`
    const before = this.mids.get(key) ?? []
    this.mids.set(key, [...before, mid].slice(-neighbours))
    if (this.followed && before.length < neighbours) return taken
    return before.length >= least && !isFar(mid, median(before))
  }

  /** `taken`: what the server made of it. */
  take(given: Given, taken: boolean): void {
    const { code, at, madeAt, source, open, inSession } = given
    if (!this.judge(given, taken)) return
    const [bid, ask] = [decimal(given.bid), decimal(given.ask)]
    const modes: readonly Mode[] = source === 'live' ? ['demo', 'real'] : ['demo']
    // Receipts name a quote by its source's time, conversions by its arrival.
    for (const mode of modes)
      for (const moment of [at, madeAt]) this.traded[mode].add(quoteName(code, moment, bid, ask))
    const mid = half(add(bid, ask))
    const shares = this.sharesAt(code, at)
    if (inSession) this.settlingOf(code).push({ at, madeAt, bid, ask, mid, source, halted: !open, shares })
    for (const mode of modes) this.convertingOf[mode].set(code, { bid, ask, at })
    // Outside its hours, or halted, a market is worth what it was worth at its close.
    if (open) for (const mode of modes) this.newestOf[mode].set(code, { bid, ask, at })
  }

  /** Prices an account of this mode may have been filled or settled at. */
  tradedBy(mode: Mode): ReadonlySet<string> {
    return this.traded[mode]
  }

  /** The newest quote an account of this mode may trade on; null before the first. */
  newest(code: string, mode: Mode): Seen | null {
    return this.newestOf[mode].get(code) ?? null
  }

  /** The newest quote that this mode's money is converted at, while its market is closed or halted too; null before the first. */
  converting(code: string, mode: Mode): Seen | null {
    return this.convertingOf[mode].get(code) ?? null
  }

  /** The first quote of its hours from a moment on that may decide about an option; null when none came. */
  firstFrom(code: string, mode: Mode, at: number): Settling | null {
    return this.settlingOf(code).find((quote) => quote.at >= at && mayDecide(quote, mode)) ?? null
  }

  /** Quotes from a moment on that trailing stops of this mode follow. */
  followedFrom(code: string, mode: Mode, at: number): Settling[] {
    const follows = (quote: Settling) => quote.at >= at && !quote.halted && mayDecide(quote, mode)
    return this.settlingOf(code).filter(follows)
  }

  /** Starts of the minutes, epoch ms, in which the market had such quotes from a moment on. */
  minutesFrom(code: string, at: number): ReadonlySet<number> {
    const times = this.settlingOf(code).filter((quote) => quote.at >= at)
    return new Set(times.map((quote) => Math.floor(quote.at / 60_000) * 60_000))
  }

  private settlingOf(code: string): Settling[] {
    const known = this.settling.get(code) ?? []
    this.settling.set(code, known)
    return known
  }
}

const mayDecide = ({ source }: Settling, mode: Mode): boolean => mode === 'demo' || source === 'live'

function isFar(mid: Fraction, middle: Fraction): boolean {
  const away = sub(mid, middle)
  return cmp(away.n < 0n ? fraction(-away.n, away.d) : away, mul(far, middle)) > 0
}
