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

const viewedAccount = { virtually: z.enum(['YES', 'NO']).default('NO') }

/** The first message on `/websocket/account`, by a session or by an API key of any scope: neither is ever in the URL. */
export const accountHello = z.union([
  z.object({ token: z.string().max(200), ...viewedAccount }),
  z.object({ key: z.string().max(200), ...viewedAccount }),
])

export const accountMessageTypes = [
  'order',
  'balance',
  'notification',
  'alert',
  'session',
  'support',
] as const

/** Messages that a socket opened with an API key gets: those about what a key of scope `read` can read by calls. */
export const keyMessageTypes = [
  'order',
  'balance',
  'alert',
  'session',
] as const satisfies readonly (typeof accountMessageTypes)[number][]

export const accountMessage = z.object({
  type: z.enum(accountMessageTypes),
  seq: z.number().int(),
  at: z.number().int(),
  data: z.unknown(),
})
export type AccountMessage = z.infer<typeof accountMessage>
