import { z } from 'zod'
import { decimal } from '../fields.ts'
import { marketSource } from './markets.ts'

/** One entry of a `/websocket/message` frame; only subscribed markets have the last fields. */
export const priceEntry = z.object({
  code: z.string(),
  price: z.string(),
  zdf: z.number(),
  bid: decimal.optional(),
  ask: decimal.optional(),
  /** The source's time in epoch milliseconds. */
  time: z.number().int().optional(),
  seq: z.number().int().optional(),
  source: marketSource.optional(),
})
export type PriceEntry = z.infer<typeof priceEntry>

/** Messages that a client may send on `/websocket/message`. */
export const priceSubscription = z.object({
  subscribe: z.array(z.string().max(20)).max(200).optional(),
  unsubscribe: z.array(z.string().max(20)).max(200).optional(),
})
