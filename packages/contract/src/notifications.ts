import { z } from 'zod'
import { call } from './call.ts'
import { decimal, id, isoTime, positiveDecimal } from './fields.ts'
import { marketSource } from './markets.ts'

export const alertSide = z.enum(['above', 'below'])

export const priceAlert = z.object({
  id,
  code: z.string(),
  price: decimal,
  side: alertSide,
  createdAt: isoTime,
  /** Null while it waits; it fires once, ever. */
  firedAt: isoTime.nullable(),
  /** Mid of the tradable quote that reached it. */
  firedPrice: decimal.nullable(),
  source: marketSource.nullable(),
})
export type PriceAlert = z.infer<typeof priceAlert>

const own = '/swx/customer/user'

export const notificationsCalls = {
  listAlert: call({
    method: 'GET',
    path: `${own}/listAlert`,
    summary: 'The customer’s price alerts: all that wait, and the newest fifty that fired',
    access: 'customer',
    input: z.object({}),
    result: z.array(priceAlert),
  }),
  addAlert: call({
    method: 'POST',
    path: `${own}/addAlert`,
    summary: 'Tells once when a market’s mid price reaches a level on a tradable quote; at most 50 wait',
    access: 'customer',
    input: z.object({ code: z.string().min(1).max(20), price: positiveDecimal, side: alertSide }),
    result: priceAlert,
  }),
  removeAlert: call({
    method: 'POST',
    path: `${own}/removeAlert`,
    summary: 'Takes a price alert away, waiting or fired',
    access: 'customer',
    input: z.object({ id }),
    result: z.literal(true),
  }),
} as const
