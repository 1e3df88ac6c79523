import { Exact, type Lots, type Price, parseScaled, price, type Rate, rate } from '@candor/money'
import { type SplitRatio, standardMarginLevels, type TwoPrices } from '@candor/rules'
import { z } from 'zod'
import { quotePath } from './quote-path-document.ts'
import { statedMarket } from './stated-markets.ts'

const quote = z.object({
  code: z.string(),
  seq: z.number(),
  receivedAt: z.number().optional(),
  source: z.string().optional(),
  bid: z.string(),
  ask: z.string(),
})
const level = z.string().nullable()
const accountFigures = z.object({
  balance: z.string(),
  held: z.string(),
  unrealised: z.string(),
  equity: z.string(),
  margin: z.string(),
  /** Equity at which positions close; absent of older receipts: half of the margin. */
  closeOutAt: z.string().optional(),
  positions: z.number(),
  nextProfit: z.string().nullable(),
  /** SHA-256 over all positions of the account, as its customer alone can have them. */
  positionsHash: z.string().optional(),
})
const event = z.object({
  number: z.number(),
  at: z.number(),
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
    'owe',
    'roll',
  ]),
  quote: quote.optional(),
  neighbours: z.array(quote).optional(),
  after: quote.nullish(),
  /** Of a change: the newest quote then, and the one a trailing stop begins at. */
  since: quote.nullish(),
  trailingQuote: quote.optional(),
  exits: z
    .object({ price: level, stopLoss: level, takeProfit: level, trailing: level, trailingFrom: level })
    .optional(),
  /** The level that was reached; of a trailing stop also the best price and the distance. */
  level: z.string().nullish(),
  best: z.string().optional(),
  trailing: z.string().nullish(),
  reason: z.string().optional(),
  stopLoss: z.string().nullish(),
  takeProfit: z.string().nullish(),
  /** At a stop-out: the account's figures before the position closed. */
  account: accountFigures.optional(),
  /** At a close or a debt that pays another position's loss: the figures it was decided on. */
  cover: z
    .object({
      cost: z.string(),
      balance: z.string(),
      held: z.string(),
      covered: z.string(),
      nextProfit: z.string().nullable(),
    })
    .optional(),
  /** Quotes between the beginning of the watch and the quote that ended it. */
  proof: quotePath.extend({ since: z.object({ event: z.number(), seq: z.number() }) }).optional(),
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
  wholeOwed: z.string().optional(),
  owed: z.string().optional(),
  owedBefore: z.string().optional(),
  lossOf: z.string().optional(),
  fee: z.string().optional(),
  /** Null in an edit that moves no level. */
  price: z.string().nullish(),
  margin: z.string().optional(),
  commission: z.string().optional(),
  profit: z.string().optional(),
  mid: z.string().optional(),
  swapRate: z.string().optional(),
  date: z.string().optional(),
  nights: z.number().optional(),
  swap: z.string().optional(),
  ratio: z.string().optional(),
  lotsBefore: z.string().optional(),
  lotStep: z.string().optional(),
  openPriceBefore: z.string().optional(),
  openPrice: z.string().optional(),
  cash: z.string().optional(),
  perUnit: z.string().optional(),
  exDividend: z.string().optional(),
  dividend: z.string().optional(),
  lastClose: z.string().optional(),
})
export type Event = z.infer<typeof event>

/** The part of a contract's receipt that numbers follow from. */
export const contract = z.object({
  version: z.union([z.literal(1), z.literal(2)]),
  order: z.object({
    id: z.string(),
    mode: z.enum(['demo', 'real']),
    code: z.string(),
    kind: z.enum(['market', 'limit', 'stop']),
    direction: z.enum(['buy', 'sell']),
    lots: z.string(),
    contractSize: z.string(),
    leverage: z.number(),
    commissionRate: z.string(),
    price: level,
    trailing: level,
    partOf: z.string().nullable(),
    status: z.enum(['pending', 'open', 'closed', 'cancelled', 'expired']),
    swapLong: z.string(),
    swapShort: z.string(),
    /** Its own close-out level; absent of older orders: the standard one. */
    marginCloseOut: z.string().optional(),
    closeReason: z.string().nullable(),
    openPrice: z.string().nullable(),
    closePrice: z.string().nullable(),
    margin: z.string(),
    fee: z.string(),
    swap: z.string(),
    profit: z.string().nullable(),
  }),
  events: z.array(event),
  /** The order's market, where the operator added it. */
  markets: z.array(statedMarket).optional(),
})
export type Contract = z.infer<typeof contract>['order']

export const minorOf = (text: string): bigint => {
  const minor = parseScaled(text, 6)
  if (minor === null) throw new RangeError(`not an amount: ${text}`)
  return minor
}
/** Close-out level that an order was placed under (trust T18). */
export const closeOutOf = ({ marginCloseOut }: Contract): Rate =>
  marginCloseOut === undefined ? standardMarginLevels.closeOut : rate(marginCloseOut)

export const need = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new RangeError(`${name} is missing`)
  return value
}

/** Sums over the events so far. */
export interface Sums {
  fee: bigint
  swap: bigint
  /** Debt for other positions' losses. */
  owed: bigint
  /** Null until it opened. */
  margin: bigint | null
  lots: Lots
  /** Null until it opened. */
  openPrice: Price | null
  /** Null until it opened. */
  spreadAdded: Price | null
  /** The newest split: the quote that it was measured by, and the product of all splits since that quote. */
  split: { readonly seq: number; readonly ratio: SplitRatio } | null
}

export type RequireEqual = (field: string, stated: string | null | undefined, computed: string) => void

export const conversionOfEvent = (one: Event): Exact => {
  const { numerator, denominator } = need(one.conversion, 'conversion')
  return new Exact(BigInt(numerator), BigInt(denominator))
}

/** The feed's quote with the added spread. */
export function tariffed(one: Event): TwoPrices {
  const { bid, ask } = need(one.quote, 'quote')
  return withSpread(price(bid), price(ask), price(need(one.spreadAdded, 'spreadAdded')))
}

/** Half of the added spread on each side; the odd unit falls to the buyer's side. */
export function withSpread(bid: Price, ask: Price, added: Price): TwoPrices {
  const half = added / 2n
  return { sellPrice: (bid - half) as Price, buyPrice: (ask + added - half) as Price }
}
