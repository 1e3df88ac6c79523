import { z } from 'zod'
import { recharge } from '../funding/funding.ts'
import { withdrawal } from '../funding/withdrawal.ts'
import { identityStatus } from '../kyc/kyc.ts'
import { notice, priceAlert } from '../notifications/notifications.ts'
import { option } from '../options/options.ts'
import { contractOrder } from '../orders/orders.ts'
import { plan } from '../smart/smart.ts'
import { supportMessage } from '../support/support.ts'
import { accountMode } from './account-entities.ts'

const viewedAccount = { virtually: z.enum(['YES', 'NO']).default('NO') }

/** The first message on `/websocket/account`, by a session or by an API key of any scope: neither is ever in the URL. */
export const accountHello = z.union([
  z.object({ token: z.string().max(200), ...viewedAccount }),
  z.object({ key: z.string().max(200), ...viewedAccount }),
])

/** `listening` confirms the first message, `alive` comes every 30 seconds, `ended` before the connection closes for good. */
export const streamSession = z.object({
  state: z.enum(['listening', 'alive', 'ended']),
  /** With `listening`. */
  mode: accountMode.optional(),
})

const messageOf = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    /** Counts up on this connection, from 1. */
    seq: z.number().int(),
    /** The server's time in epoch milliseconds. */
    at: z.number().int(),
    data,
  })

/** Messages of `/websocket/account` by their type. `data` is the entity as it now is; null: something of this kind changed, read it again. */
export const accountMessages = {
  order: messageOf('order', z.union([contractOrder, option, plan, z.null()])),
  balance: messageOf(
    'balance',
    z.union([z.object({ deposit: recharge }), z.object({ withdrawal }), z.null()]),
  ),
  notification: messageOf(
    'notification',
    z.union([notice, z.object({ about: z.literal('identity'), status: identityStatus })]),
  ),
  alert: messageOf('alert', priceAlert),
  session: messageOf('session', streamSession),
  support: messageOf('support', supportMessage),
} as const

export const accountMessage = z.discriminatedUnion('type', [
  accountMessages.order,
  accountMessages.balance,
  accountMessages.notification,
  accountMessages.alert,
  accountMessages.session,
  accountMessages.support,
])
export type AccountMessage = z.infer<typeof accountMessage>

/** Messages that a socket opened with an API key gets: those about what a key of scope `read` can read by calls. */
export const keyMessageTypes = [
  'order',
  'balance',
  'alert',
  'session',
] as const satisfies readonly AccountMessage['type'][]
