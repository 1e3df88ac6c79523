import { Exact, type Lots, type Price, parseScaled, price, writeScaled } from '@candor/money'
import { z } from 'zod'

const quote = z.object({ code: z.string(), seq: z.number(), bid: z.string(), ask: z.string() })
const event = z.object({
  number: z.number(),
  kind: z.enum([
    'place',
    'open',
    'edit',
    'swap',
    'part',
    'close',
    'cancel',
    'expire',
    'split',
    'dividend',
    'roll',
  ]),
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
  ratio: z.string().optional(),
  lotsBefore: z.string().optional(),
  lotStep: z.string().optional(),
  openPriceBefore: z.string().optional(),
  openPrice: z.string().optional(),
  cash: z.string().optional(),
  perUnit: z.string().optional(),
  dividend: z.string().optional(),
  lastClose: z.string().optional(),
})
export type Event = z.infer<typeof event>

/** The part of a contract's receipt that numbers follow from. */
export const contract = z.object({
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
export type Contract = z.infer<typeof contract>['order']

export const minorOf = (text: string): bigint => {
  const minor = parseScaled(text, 6)
  if (minor === null) throw new RangeError(`not an amount: ${text}`)
  return minor
}
export const written = (minor: bigint): string => writeScaled(minor, 6, 6)
export const need = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new RangeError(`${name} is missing`)
  return value
}

/** What the events so far add up to. */
export interface Sums {
  fee: bigint
  swap: bigint
  /** Null until it opened. */
  margin: bigint | null
  lots: Lots
  /** Null until it opened. */
  openPrice: Price | null
}

export type Same = (what: string, stated: string | null | undefined, computed: string) => void

export const conversionOfEvent = (one: Event): Exact => {
  const { numerator, denominator } = need(one.conversion, 'conversion')
  return new Exact(BigInt(numerator), BigInt(denominator))
}

/** The feed's quote with half of the tariff's spread on each side; the odd unit falls to the buyer's side. */
export function tariffed(one: Event) {
  const { bid, ask } = need(one.quote, 'quote')
  const added = price(need(one.spreadAdded, 'spreadAdded'))
  const half = added / 2n
  return { sellPrice: (price(bid) - half) as Price, buyPrice: (price(ask) + added - half) as Price }
}
