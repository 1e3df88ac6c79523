import { z } from 'zod'
import { decimal } from '../fields.ts'

/** Exchanges whose order books and trades are shown. */
export const depthExchanges = ['kraken', 'coinbase', 'binance'] as const
export type DepthExchange = (typeof depthExchanges)[number]

/**
 * `waiting`: the exchange has not sent the book yet. `stale`: it has stopped sending, or the book is read again after a gap; what was sent is
 * the last known. `none`: the market's price has no exchange with a book, such as a simulated price.
 */
export const depthStates = ['waiting', 'live', 'stale', 'none'] as const
export type DepthState = (typeof depthStates)[number]

/** Price, and the volume in the base asset that waits there. */
export const bookLevel = z.tuple([decimal, decimal])
export type BookLevel = z.infer<typeof bookLevel>

/** A trade between two customers of the exchange; none of this platform's. */
export const marketTrade = z.object({
  /** The exchange's number of it. */
  id: z.string(),
  price: decimal,
  /** In the base asset. */
  volume: decimal,
  /** Side of the order that met a waiting one. */
  direction: z.enum(['buy', 'sell']),
  /** The exchange's time, epoch ms. */
  time: z.number().int(),
})
export type MarketTrade = z.infer<typeof marketTrade>

/** A `/websocket/depth` frame: the order book and the trades of one market at the exchange that its quotes come from. */
export const depthMessage = z.object({
  code: z.string(),
  state: z.enum(depthStates),
  exchange: z.enum(depthExchanges).nullable(),
  /** Time of the exchange's newest message about this market, epoch ms; null before the first. */
  time: z.number().int().nullable(),
  /** Best price first; absent: unchanged. */
  bids: z.array(bookLevel).optional(),
  asks: z.array(bookLevel).optional(),
  /** Newest first, without those that were sent before; absent: no new ones. */
  trades: z.array(marketTrade).optional(),
  /** True: everything known, in place of what was sent before. */
  whole: z.boolean(),
})
export type DepthMessage = z.infer<typeof depthMessage>

/** Most markets that one socket may follow at a time. */
export const mostDepthMarkets = 4
const depthCodes = z.array(z.string().max(20)).max(mostDepthMarkets).optional()

/** Messages that a client may send on `/websocket/depth`. */
export const depthSubscription = z.object({ subscribe: depthCodes, unsubscribe: depthCodes })
