import {
  add,
  bankers,
  ceiling,
  cmp,
  decimal,
  div,
  type Fraction,
  fraction,
  half,
  millionths,
  mul,
  shown,
  sub,
} from './fractions.ts'
import { quoteName } from './prices.ts'

// Every number of a contract's receipt computed again from the receipt alone, beside `candor verify` and sharing nothing
// with it: plain fractions, and the formulas as the rulebook has them.

interface ShownQuote {
  readonly code: string
  readonly time: number
  readonly bid: string
  readonly ask: string
}
interface Event {
  readonly number: number
  readonly kind: string
  readonly quote?: ShownQuote
  readonly conversion?: {
    readonly currency: string
    readonly numerator: string
    readonly denominator: string
    readonly quote: ShownQuote | null
  }
  readonly spreadAdded?: string
  readonly part?: string
  readonly lots?: string
  readonly wholeLots?: string
  readonly wholeMargin?: string
  readonly wholeFee?: string
  readonly wholeSwap?: string
  readonly price?: string
  readonly margin?: string
  readonly commission?: string
  readonly profit?: string
  readonly fee?: string
  readonly swap?: string
  readonly swapRate?: string
  readonly nights?: number
}
interface Order {
  readonly id: string
  readonly direction: 'buy' | 'sell'
  readonly contractSize: string
  readonly leverage: number
  readonly commissionRate: string
  readonly openPrice: string | null
  readonly margin: string
  readonly fee: string
  readonly swap: string
  readonly profit: string | null
  readonly lots: string
}

/** Describes the differences in words; empty when every number follows. `traded`: the quotes that were tradable. */
export function recomputeReceipt(json: string, traded: ReadonlySet<string>): string[] {
  const { order, events } = JSON.parse(json) as { order: Order; events: Event[] }
  const sheet = new Sheet(order, traded)
  for (const event of events) sheet.read(event)
  return sheet.finish()
}

const half6 = (text: string, share: Fraction): string => millionths(bankers(mul(decimal(text), share)))

class Sheet {
  private readonly order: Order
  private readonly traded: ReadonlySet<string>
  private readonly wrong: string[] = []
  private lots: Fraction | null = null
  private margin = fraction(0n)
  private fee = fraction(0n)
  private swap = fraction(0n)

  constructor(order: Order, traded: ReadonlySet<string>) {
    this.order = order
    this.traded = traded
  }

  read(event: Event): void {
    const { quote } = event
    if (quote !== undefined && event.kind !== 'part' && !this.traded.has(nameOf(quote)))
      this.wrong.push(`event ${event.number} stands on a quote that was not tradable: ${nameOf(quote)}`)
    if (event.kind === 'open') this.open(event)
    if (event.kind === 'swap') this.charge(event)
    if (event.kind === 'part') this.part(event)
    if (event.kind === 'split') this.split(event)
    if (event.kind === 'close') this.close(event)
  }

  finish(): string[] {
    const { order } = this
    if (this.lots !== null) {
      this.requireEqual('lots', shown(decimal(order.lots)), shown(this.lots))
      this.requireEqual('margin', order.margin, millionths(bankers(this.margin)))
    }
    this.requireEqual('fees', order.fee, millionths(bankers(this.fee)))
    this.requireEqual('swaps', order.swap, millionths(bankers(this.swap)))
    return this.wrong
  }

  private requireEqual(field: string, stated: string | null | undefined, computed: string): void {
    if (stated !== computed) this.wrong.push(`${field}: ${stated} is stated, ${computed} follows`)
  }

  /** Returns the value of one lot at a price of one, in USDT. */
  private worth({ conversion }: Event): Fraction {
    const { numerator, denominator, quote, currency } = need(conversion)
    const stated = fraction(BigInt(numerator), BigInt(denominator))
    const follows = quote === null ? withoutQuote(currency, stated) : turnedBy(currency, quote)
    if (follows === null || cmp(stated, follows) !== 0)
      this.wrong.push(`the conversion of ${currency} does not follow`)
    return mul(fraction(BigInt(this.order.contractSize)), stated)
  }

  private priceAt(event: Event, buys: boolean): Fraction {
    const { bid, ask } = need(event.quote)
    const added = half(decimal(need(event.spreadAdded)))
    return buys ? add(decimal(ask), added) : sub(decimal(bid), added)
  }

  private commission(event: Event, at: Fraction): string {
    const turned = mul(mul(need(this.lots), at), this.worth(event))
    const fee = bankers(mul(turned, decimal(this.order.commissionRate)))
    this.fee = add(this.fee, fraction(fee, 1_000_000n))
    return millionths(fee)
  }

  private open(event: Event): void {
    this.lots = decimal(need(event.lots))
    const at = this.priceAt(event, this.order.direction === 'buy')
    const turned = mul(mul(this.lots, at), this.worth(event))
    const margin = ceiling(div(turned, fraction(BigInt(this.order.leverage))))
    this.margin = fraction(margin, 1_000_000n)
    this.requireEqual('opening price', event.price, shown(at))
    this.requireEqual('margin', event.margin, millionths(margin))
    this.requireEqual('opening commission', event.commission, this.commission(event, at))
  }

  private charge(event: Event): void {
    const { bid, ask } = need(event.quote)
    const mid = half(add(decimal(bid), decimal(ask)))
    const share = mul(decimal(need(event.swapRate)), fraction(BigInt(need(event.nights))))
    const swap = bankers(mul(mul(mul(need(this.lots), mid), share), this.worth(event)))
    this.swap = add(this.swap, fraction(swap, 1_000_000n))
    this.requireEqual('swap', event.swap, millionths(swap))
  }

  /** More or fewer of them, worth as much; one that came to less than a step ended as large as it was. */
  private split(event: Event): void {
    const lots = decimal(need(event.lots))
    if (lots.n !== 0n) this.lots = lots
  }

  private part(event: Event): void {
    const lots = decimal(need(event.lots))
    const share = div(lots, decimal(need(event.wholeLots)))
    const margin = mul(decimal(need(event.wholeMargin)), share)
    this.requireEqual('margin of the part', event.margin, millionths((margin.n * 1_000_000n) / margin.d))
    this.requireEqual('fee of the part', event.fee, half6(need(event.wholeFee), share))
    this.requireEqual('swap of the part', event.swap, half6(need(event.wholeSwap), share))
    const [partMargin, fee, swap] = [event.margin, event.fee, event.swap].map((text) => decimal(need(text)))
    if (event.part === this.order.id) {
      Object.assign(this, { lots, margin: partMargin, fee, swap })
      return
    }
    this.lots = sub(need(this.lots), lots)
    this.margin = sub(this.margin, need(partMargin))
    this.fee = sub(this.fee, need(fee))
    this.swap = sub(this.swap, need(swap))
  }

  private close(event: Event): void {
    const buys = this.order.direction === 'buy'
    const at = this.priceAt(event, !buys)
    const opened = decimal(need(this.order.openPrice))
    const move = buys ? sub(at, opened) : sub(opened, at)
    const profit = millionths(bankers(mul(mul(move, need(this.lots)), this.worth(event))))
    this.requireEqual('closing price', event.price, shown(at))
    this.requireEqual('profit', event.profit, profit)
    this.requireEqual('profit of the order', this.order.profit, profit)
    this.requireEqual('closing commission', event.commission, this.commission(event, at))
  }
}

const isDollar = (currency: string): boolean => currency === 'USD' || currency === 'USDT'

/** Dollars convert one to one. Any other rate without a quote is an option of the replay, which no other output repeats. */
const withoutQuote = (currency: string, stated: Fraction): Fraction =>
  isDollar(currency) ? fraction(1n) : stated

/** Returns the worth of one unit in dollars by the market that trades just these two; null by any other market. */
function turnedBy(currency: string, { code, bid, ask }: ShownQuote): Fraction | null {
  if (isDollar(currency)) return null
  const mid = half(add(decimal(bid), decimal(ask)))
  if (code === `${currency}USD` || code === `${currency}USDT`) return mid
  return code === `USD${currency}` ? div(fraction(1n), mid) : null
}

const nameOf = ({ code, time, bid, ask }: ShownQuote): string =>
  quoteName(code, time, decimal(bid), decimal(ask))

function need<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a receipt lacks an input')
  return value
}
