import {
  add,
  bankers,
  ceiling,
  decimal,
  div,
  type Fraction,
  fraction,
  half,
  median,
  mul,
  sub,
} from './fractions.ts'
import { isFar, isWellFormed, type Tick } from './judgements.ts'
import type { MarketTerms } from './market-terms.ts'
import type { Row } from './rows.ts'

interface Holding {
  readonly code: string
  readonly buys: boolean
  readonly lots: Fraction
  readonly open: Fraction
}

/** Tradable prices, and the values computed from them. */
export class Prices {
  private readonly markets: Readonly<Record<string, MarketTerms>>
  private readonly rates: Readonly<Record<string, string>>
  private readonly mids: Record<string, Fraction[]> = {}
  private readonly last: Record<string, Tick> = {}
  private readonly marks: Record<string, Tick> = {}
  /** Every quote that was tradable in hours, as `CODE time bid ask`; null when not requested. */
  readonly traded: Set<string> | null

  constructor(
    markets: Readonly<Record<string, MarketTerms>>,
    rates: Readonly<Record<string, string>>,
    traded: Set<string> | null,
  ) {
    this.markets = markets
    this.rates = rates
    this.traded = traded
  }

  terms(code: string): MarketTerms {
    const terms = this.markets[code]
    if (terms === undefined) throw new Error(`no terms of ${code}`)
    return terms
  }

  /** The newest tradable quote. */
  newest(code: string): Tick {
    return known(this.last[code], code)
  }

  /** The newest one in the market's hours. */
  mark(code: string): Tick {
    return known(this.marks[code], code)
  }

  /** A tradable quote with the added spread, and whether it came in hours; null for one that is not tradable. */
  take(row: Row): { readonly tick: Tick; readonly open: boolean } | null {
    const { code } = row
    const mid = half(add(row.bid, row.ask))
    if (!isWellFormed(row, mid)) return null
    const before = this.mids[code] ?? []
    this.mids[code] = [...before, mid].slice(-20)
    if (before.length < 5 || isFar(mid, median(before))) return null
    const { spread, open } = this.terms(code)
    const added = half(decimal(spread))
    const tick = { sell: sub(row.bid, added), buy: add(row.ask, added), mid }
    this.last[code] = tick
    const inHours = open(row.time)
    if (inHours) this.marks[code] = tick
    this.traded?.add(quoteName(row.code, row.time, row.bid, row.ask))
    return { tick, open: inHours }
  }

  margin(code: string, lots: Fraction, at: Fraction, leverage: number): bigint {
    return ceiling(div(mul(mul(lots, at), this.worth(code)), fraction(BigInt(leverage))))
  }

  profit(one: Holding, tick: Tick): bigint {
    return bankers(this.gain(one, tick))
  }

  /** The same before it is rounded. */
  gain(one: Holding, tick: Tick): Fraction {
    const move = one.buys ? sub(tick.sell, one.open) : sub(one.open, tick.buy)
    return mul(mul(move, one.lots), this.worth(one.code))
  }

  hasMark(code: string): boolean {
    return this.marks[code] !== undefined
  }

  fee(code: string, lots: Fraction, at: Fraction): bigint {
    return bankers(mul(mul(mul(lots, at), decimal(this.terms(code).commission)), this.worth(code)))
  }

  /** Swaps look at the newest tradable mid, in hours or not. */
  swap(one: Holding, nights: bigint): bigint {
    const { mid } = this.newest(one.code)
    const share = mul(decimal(this.terms(one.code).swap), fraction(nights))
    return bankers(mul(mul(mul(one.lots, mid), share), this.worth(one.code)))
  }

  /** Returns the value of one lot at a price of one. */
  private worth(code: string): Fraction {
    const { size, currency } = this.terms(code)
    return mul(fraction(size), this.usdt(currency))
  }

  private usdt(currency: string): Fraction {
    if (currency === 'USD' || currency === 'USDT') return fraction(1n)
    const direct = this.last[`${currency}USD`]
    if (direct) return direct.mid
    const inverse = this.last[`USD${currency}`]
    return inverse ? div(fraction(1n), inverse.mid) : decimal(this.rates[currency] ?? '0')
  }
}

function known(tick: Tick | undefined, code: string): Tick {
  if (tick === undefined) throw new Error(`no quote of ${code}`)
  return tick
}

/** Names a quote by its content; prices as plain numbers of 10⁻¹⁰. */
export const quoteName = (code: string, time: number, bid: Fraction, ask: Fraction): string =>
  `${code} ${time} ${tenDigits(bid)} ${tenDigits(ask)}`

const tenDigits = ({ n, d }: Fraction): bigint => (n * 10n ** 10n) / d
