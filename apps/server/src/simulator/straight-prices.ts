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
} from '../orders/straight-line/fractions.ts'
import { quoteName } from '../orders/straight-line/prices.ts'
import type { Given } from './market.ts'

interface Seen {
  readonly bid: Fraction
  readonly ask: Fraction
}

const neighbours = 20
const least = 5
const far = fraction(1n, 20n)

/** Which quotes may be traded on, judged beside the product: the rulebook's sentence and nothing else. */
export class StraightPrices {
  /** Every quote that was tradable, by what it says. */
  readonly traded = new Set<string>()
  private readonly mids = new Map<string, Fraction[]>()
  private readonly newestOfAny = new Map<string, Seen>()
  private readonly newestLive = new Map<string, Seen>()

  /** A server that starts anew knows no quote of before. */
  restart(): void {
    this.mids.clear()
  }

  take({ code, bid: bidText, ask: askText, at, source, open }: Given): void {
    const [bid, ask] = [decimal(bidText), decimal(askText)]
    const mid = half(add(bid, ask))
    if (bid.n <= 0n || cmp(ask, bid) < 0 || cmp(sub(ask, bid), mul(far, mid)) > 0) return
    const before = this.mids.get(code) ?? []
    this.mids.set(code, [...before, mid].slice(-neighbours))
    if (before.length < least || this.isFar(mid, median(before))) return
    this.traded.add(quoteName(code, at, bid, ask))
    // Outside its hours a market is worth what it was worth at its close.
    if (!open) return
    this.newestOfAny.set(code, { bid, ask })
    if (source === 'live') this.newestLive.set(code, { bid, ask })
  }

  /** The newest quote an account of this mode may trade on; null before the first. */
  newest(code: string, mode: 'demo' | 'real'): Seen | null {
    return (mode === 'real' ? this.newestLive : this.newestOfAny).get(code) ?? null
  }

  private isFar(mid: Fraction, middle: Fraction): boolean {
    const away = sub(mid, middle)
    return cmp(away.n < 0n ? fraction(-away.n, away.d) : away, mul(far, middle)) > 0
  }
}
