import {
  Exact,
  type Lots,
  lots,
  type Price,
  parseScaled,
  price,
  rate,
  writeLots,
  writeScaled,
} from '@candor/money'
import {
  closingPrice,
  commissionMinor,
  type Direction,
  marginMinor,
  openingPrice,
  profitMinor,
  shareOf,
  swapMinor,
} from '@candor/rules'
import { z } from 'zod'

const quote = z.object({ code: z.string(), seq: z.number(), bid: z.string(), ask: z.string() })
const event = z.object({
  number: z.number(),
  kind: z.enum(['place', 'open', 'edit', 'swap', 'part', 'close', 'cancel', 'expire']),
  quote: quote.optional(),
  neighbours: z.array(quote).optional(),
  after: quote.nullish(),
  conversion: z
    .object({ currency: z.string(), numerator: z.string(), denominator: z.string(), quote: quote.nullable() })
    .optional(),
  spreadAdded: z.string().optional(),
  lots: z.string().optional(),
  order: z.string().optional(),
  part: z.string().optional(),
  wholeLots: z.string().optional(),
  wholeMargin: z.string().optional(),
  wholeFee: z.string().optional(),
  wholeSwap: z.string().optional(),
  fee: z.string().optional(),
  /** Null in an edit that moves no level. */
  price: z.string().nullish(),
  margin: z.string().optional(),
  commission: z.string().optional(),
  profit: z.string().optional(),
  mid: z.string().optional(),
  swapRate: z.string().optional(),
  nights: z.number().optional(),
  swap: z.string().optional(),
})
type Event = z.infer<typeof event>

const contract = z.object({
  order: z.object({
    id: z.string(),
    direction: z.enum(['buy', 'sell']),
    lots: z.string(),
    contractSize: z.string(),
    leverage: z.number(),
    commissionRate: z.string(),
    openPrice: z.string().nullable(),
    closePrice: z.string().nullable(),
    margin: z.string(),
    fee: z.string(),
    swap: z.string(),
    profit: z.string().nullable(),
  }),
  events: z.array(event),
})
type Contract = z.infer<typeof contract>['order']

const minorOf = (text: string): bigint => {
  const minor = parseScaled(text, 6)
  if (minor === null) throw new RangeError(`not an amount: ${text}`)
  return minor
}
const written = (minor: bigint): string => writeScaled(minor, 6, 6)
const need = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new RangeError(`${name} is missing`)
  return value
}

/** Every number of a contract's receipt computed again from its inputs; answers what differs. Source: rulebook, Contracts. */
export function recomputeContract(document: unknown): string[] {
  const { order, events } = contract.parse(document)
  const findings: string[] = []
  const same = (what: string, stated: string | null | undefined, computed: string) => {
    if (stated !== computed) findings.push(`${what}: stated ${stated}, computed ${computed}`)
  }
  const sums: Sums = { fee: 0n, swap: 0n, margin: null, lots: lots(order.lots) }
  const [opening] = events.filter(({ kind }) => kind === 'open')
  if (opening?.lots !== undefined) sums.lots = lots(opening.lots)
  for (const one of events) {
    checkConversion(one, same)
    checkNeighbours(one, findings)
    checks[one.kind]?.(order, one, sums, same)
  }
  if (sums.margin !== null) same('margin of the order', order.margin, written(sums.margin))
  if (opening !== undefined) same('lots of the order', order.lots, writeLots(sums.lots))
  same('sum of commissions', order.fee, written(sums.fee))
  same('sum of swaps', order.swap, written(sums.swap))
  return findings
}

/** What the events so far add up to. */
interface Sums {
  fee: bigint
  swap: bigint
  /** Null until it opened. */
  margin: bigint | null
  lots: Lots
}

type Same = (what: string, stated: string | null | undefined, computed: string) => void

const conversionOfEvent = (one: Event): Exact => {
  const { numerator, denominator } = need(one.conversion, 'conversion')
  return new Exact(BigInt(numerator), BigInt(denominator))
}

/** The conversion is the mid of the quote it names, or its inverse where the currency comes second. */
function checkConversion(one: Event, same: Same): void {
  const conversion = one.conversion
  if (conversion === undefined || conversion.quote === null) return
  const { code, bid, ask } = conversion.quote
  const mid = new Exact(price(bid) + price(ask), 2n * 10n ** 10n)
  const expected = code.startsWith(conversion.currency) ? mid : new Exact(1n).over(mid)
  same(`conversion of event ${one.number}`, String(conversionOfEvent(one).compare(expected)), '0')
}

/** The quotes shown beside the one used are of its market, before it and right after it. */
function checkNeighbours({ number, quote: used, neighbours = [], after }: Event, findings: string[]): void {
  if (used === undefined) return
  const before = neighbours.every(({ code, seq }) => code === used.code && seq < used.seq)
  const next = after == null || (after.code === used.code && after.seq === used.seq + 1)
  if (!before || !next) findings.push(`the neighbours of event ${number} do not stand beside its quote`)
}

/** The feed's quote with half of the tariff's spread on each side; the odd unit falls to the buyer's side. */
function tariffed(one: Event) {
  const { bid, ask } = need(one.quote, 'quote')
  const added = price(need(one.spreadAdded, 'spreadAdded'))
  const half = added / 2n
  return { sellPrice: (price(bid) - half) as Price, buyPrice: (price(ask) + added - half) as Price }
}

const commissionOf = (order: Contract, at: Price, one: Event, volume: Lots): bigint =>
  commissionMinor(volume, at, BigInt(order.contractSize), rate(order.commissionRate), conversionOfEvent(one))

function checkOpen(order: Contract, one: Event, sums: Sums, same: Same): void {
  const at = openingPrice(order.direction, tariffed(one))
  const margin = marginMinor(
    sums.lots,
    at,
    BigInt(order.contractSize),
    order.leverage,
    conversionOfEvent(one),
  )
  const commission = commissionOf(order, at, one, sums.lots)
  same('opening price', one.price, writeScaled(at, 10))
  same('margin', one.margin, written(margin))
  same('opening commission', one.commission, written(commission))
  sums.margin = margin
  sums.fee += commission
}

/** The shares a closed part took; in the part's own receipt it begins with them, in its order's they are taken off. */
function checkPart(order: Contract, one: Event, sums: Sums, same: Same): void {
  const whole = {
    lots: lots(need(one.wholeLots, 'wholeLots')),
    marginMinor: minorOf(need(one.wholeMargin, 'wholeMargin')),
    feeMinor: minorOf(need(one.wholeFee, 'wholeFee')),
    swapMinor: minorOf(need(one.wholeSwap, 'wholeSwap')),
  }
  const share = shareOf(whole, lots(need(one.lots, 'lots')))
  same(`margin of the part, event ${one.number}`, one.margin, written(share.marginMinor))
  same(`fee of the part, event ${one.number}`, one.fee, written(share.feeMinor))
  same(`swap of the part, event ${one.number}`, one.swap, written(share.swapMinor))
  if (one.part === order.id) {
    Object.assign(sums, { margin: share.marginMinor, fee: share.feeMinor, swap: share.swapMinor })
    return
  }
  same(`lots before event ${one.number}`, one.wholeLots, writeLots(sums.lots))
  same(`fee before event ${one.number}`, one.wholeFee, written(sums.fee))
  same(`swap before event ${one.number}`, one.wholeSwap, written(sums.swap))
  sums.lots = (sums.lots - share.lots) as Lots
  sums.margin = (sums.margin ?? 0n) - share.marginMinor
  sums.fee -= share.feeMinor
  sums.swap -= share.swapMinor
}

function checkClose(order: Contract, one: Event, sums: Sums, same: Same): void {
  const at = closingPrice(order.direction, tariffed(one))
  const holding = {
    direction: order.direction as Direction,
    lots: sums.lots,
    openPrice: price(need(order.openPrice ?? undefined, 'openPrice')),
  }
  const profit = profitMinor(holding, at, BigInt(order.contractSize), conversionOfEvent(one))
  const commission = commissionOf(order, at, one, sums.lots)
  same('closing price', one.price, writeScaled(at, 10))
  same('profit', one.profit, written(profit))
  same('profit of the order', order.profit ?? undefined, written(profit))
  same('closing commission', one.commission, written(commission))
  sums.fee += commission
}

function checkSwap(order: Contract, one: Event, sums: Sums, same: Same): void {
  const { bid, ask } = need(one.quote, 'quote')
  const mid = ((price(bid) + price(ask)) / 2n) as Price
  const minor = swapMinor(
    sums.lots,
    mid,
    BigInt(order.contractSize),
    rate(need(one.swapRate, 'swapRate')),
    need(one.nights, 'nights'),
    conversionOfEvent(one),
  )
  same(`swap of event ${one.number}`, need(one.swap, 'swap'), written(minor))
  sums.swap += minorOf(need(one.swap, 'swap'))
}

/** Placing, editing, cancelling and expiring move no number that a receipt adds up. */
const checks: Partial<Record<Event['kind'], (order: Contract, one: Event, sums: Sums, same: Same) => void>> =
  { open: checkOpen, swap: checkSwap, part: checkPart, close: checkClose }
