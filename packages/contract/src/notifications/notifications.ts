import { z } from 'zod'
import { accountMode } from '../accounts/account-entities.ts'
import { call } from '../call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal } from '../fields.ts'
import { marketSource } from '../markets/markets.ts'

export const alertSide = z.enum(['above', 'below'])

export const priceAlert = z.object({
  id,
  code: z.string(),
  price: decimal,
  side: alertSide,
  createdAt: isoTime,
  /** Null while it waits; it fires once only. */
  firedAt: isoTime.nullable(),
  /** Mid of the tradable quote that reached it. */
  firedPrice: decimal.nullable(),
  source: marketSource.nullable(),
})
export type PriceAlert = z.infer<typeof priceAlert>

/** Kinds of notices to customers; the words for each are in the texts. */
export const noticeKinds = [
  'marginCall',
  'stopOut',
  'trigger',
  'filled',
  'unfunded',
  'notTaken',
  'expired',
  'roll',
  'split',
  'optionSplit',
  'dividend',
  'rollCancelled',
  'splitCancelled',
  'dividendCancelled',
  'halted',
  'resumed',
  'tariff',
  'loanApproved',
  'loanRejected',
  'loanDueSoon',
  'loanCharged',
  'loanOverdue',
  'loanRepaid',
  'inviteJoined',
  'inviteCommission',
  'supportAnswered',
  'accountFrozen',
  'depositReversed',
  'nftOutbid',
  'nftWon',
  'nftUnpaid',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  /** The account concerned; null: the person. */
  mode: accountMode.nullable(),
  code: z.string().nullable(),
  orderId: id.nullable(),
  at: isoTime,
  read: z.boolean(),
  /** Values for the placeholders of its text: decimals, names and keys of texts. */
  facts: z.record(z.string(), z.string()),
})
export type Notice = z.infer<typeof notice>

const own = '/swx/customer/user'

export const notificationsCalls = {
  notifications: call({
    method: 'GET',
    path: `${own}/notifications`,
    summary: 'The customer’s notifications of both accounts, newest first; `unread` counts all unread ones',
    access: 'customer',
    input: z.object(pageQuery),
    result: pageOf(notice).extend({ unread: z.number().int() }),
  }),
  readNotifications: call({
    method: 'POST',
    path: `${own}/notifications/read`,
    summary: 'Marks notices as read: those named, or without `ids` all',
    access: 'customer',
    input: z.object({ ids: z.array(id).max(100).optional() }),
    result: z.object({ unread: z.number().int() }),
  }),
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
    summary:
      'Sets an alert for when a market’s mid price reaches a level on a tradable quote; it fires once, at most 50 may wait',
    access: 'customer',
    input: z.object({ code: z.string().min(1).max(20), price: positiveDecimal, side: alertSide }),
    result: priceAlert,
  }),
  removeAlert: call({
    method: 'POST',
    path: `${own}/removeAlert`,
    summary: 'Deletes a price alert, waiting or fired',
    access: 'customer',
    input: z.object({ id }),
    result: z.literal(true),
  }),
} as const
