import { Exact, lots, type Price, parseScaled, price, rate, writeScaled } from '@candor/money'
import {
  closingPrice,
  commissionMinor,
  type Direction,
  marginMinor,
  openingPrice,
  profitMinor,
  swapMinor,
} from '@candor/rules'
import { z } from 'zod'

const quote = z.object({ code: z.string(), seq: z.number(), bid: z.string(), ask: z.string() })
const event = z.object({
  number: z.number(),
  kind: z.enum(['open', 'edit', 'swap', 'close']),
  quote: quote.optional(),
  neighbours: z.array(quote).optional(),
  after: quote.nullish(),
  conversion: z
    .object({ currency: z.string(), numerator: z.string(), denominator: z.string(), quote: quote.nullable() })
    .optional(),
  spreadAdded: z.string().optional(),
  price: z.string().optional(),
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
    direction: z.enum(['buy', 'sell']),
    lots: z.string(),
    contractSize: z.string(),
    leverage: z.number(),
    commissionRate: z.string(),
    openPrice: z.string(),
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
  const same = (what: string, stated: string | undefined, computed: string) => {
    if (stated !== computed) findings.push(`${what}: stated ${stated}, computed ${computed}`)
  }
  const sums = { fee: 0n, swap: 0n }
  for (const one of events) {
    checkConversion(one, same)
    checkNeighbours(one, findings)
    if (one.kind === 'open') sums.fee += checkOpen(order, one, same)
    if (one.kind === 'swap') sums.swap += checkSwap(order, one, same)
    if (one.kind === 'close') sums.fee += checkClose(order, one, same)
  }
  same('sum of commissions', order.fee, written(sums.fee))
  same('sum of swaps', order.swap, written(sums.swap))
  return findings
}

type Same = (what: string, stated: string | undefined, computed: string) => void

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

const commissionOf = (order: Contract, at: Price, one: Event): bigint =>
  commissionMinor(
    lots(order.lots),
    at,
    BigInt(order.contractSize),
    rate(order.commissionRate),
    conversionOfEvent(one),
  )

function checkOpen(order: Contract, one: Event, same: Same): bigint {
  const at = openingPrice(order.direction, tariffed(one))
  const margin = marginMinor(
    lots(order.lots),
    at,
    BigInt(order.contractSize),
    order.leverage,
    conversionOfEvent(one),
  )
  const commission = commissionOf(order, at, one)
  same('opening price', one.price, writeScaled(at, 10))
  same('margin', one.margin, written(margin))
  same('margin of the order', order.margin, written(margin))
  same('opening commission', one.commission, written(commission))
  return commission
}

function checkClose(order: Contract, one: Event, same: Same): bigint {
  const at = closingPrice(order.direction, tariffed(one))
  const holding = {
    direction: order.direction as Direction,
    lots: lots(order.lots),
    openPrice: price(order.openPrice),
  }
  const profit = profitMinor(holding, at, BigInt(order.contractSize), conversionOfEvent(one))
  const commission = commissionOf(order, at, one)
  same('closing price', one.price, writeScaled(at, 10))
  same('profit', one.profit, written(profit))
  same('profit of the order', order.profit ?? undefined, written(profit))
  same('closing commission', one.commission, written(commission))
  return commission
}

function checkSwap(order: Contract, one: Event, same: Same): bigint {
  const { bid, ask } = need(one.quote, 'quote')
  const mid = ((price(bid) + price(ask)) / 2n) as Price
  const minor = swapMinor(
    lots(order.lots),
    mid,
    BigInt(order.contractSize),
    rate(need(one.swapRate, 'swapRate')),
    need(one.nights, 'nights'),
    conversionOfEvent(one),
  )
  same(`swap of event ${one.number}`, need(one.swap, 'swap'), written(minor))
  return minorOf(need(one.swap, 'swap'))
}
