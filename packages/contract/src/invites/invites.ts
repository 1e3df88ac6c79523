import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, id, isoTime, pageOf, pageQuery } from '../fields.ts'

/** A customer who joined by another customer's invitation. */
export const invitedFriend = z.object({
  id,
  /** Masked: an inviter does not learn who it is. */
  name: z.string(),
  joinedAt: isoTime,
  /** End of the time in which their fees earn a commission. */
  until: isoTime,
  /** USDT: the fees counted, the commission paid for them, and the commission of the next payment. */
  fees: decimal,
  earned: decimal,
  pending: decimal,
})
export type InvitedFriend = z.infer<typeof invitedFriend>

/** One payment for one friend, with the fees on which it is based. */
export const inviteCommissionPaid = z.object({
  id,
  name: z.string(),
  paidAt: isoTime,
  fees: decimal,
  share: decimal,
  commission: decimal,
})
export type InviteCommissionPaid = z.infer<typeof inviteCommissionPaid>

const own = '/swx/customer/user'

export const invitesCalls = {
  invites: call({
    method: 'GET',
    path: `${own}/invites`,
    summary:
      'The customer’s code and what it earned: a share of the trading fees invited friends paid, one level, for some months',
    access: 'customer',
    input: z.object(pageQuery),
    result: pageOf(invitedFriend).extend({
      code: z.string(),
      /** Terms for a friend who joins today. */
      share: decimal,
      months: z.number().int(),
      friends: z.number().int(),
      earned: decimal,
      /** States if the customer was invited, and until when they may still name an inviter. */
      invited: z.boolean(),
      enterUntil: isoTime.nullable(),
    }),
  }),
  inviteCommissions: call({
    method: 'GET',
    path: `${own}/inviteCommissions`,
    summary: 'Every commission paid, newest first, with the fees it is a share of',
    access: 'customer',
    input: z.object(pageQuery),
    result: pageOf(inviteCommissionPaid),
  }),
  enterInviteCode: call({
    method: 'POST',
    path: `${own}/enterInviteCode`,
    summary:
      'Records who invited the customer, once, within the allowed days after sign-up; fees count from then on',
    access: 'customer',
    input: z.object({ code: z.string().trim().min(1).max(32) }),
    result: z.literal(true),
  }),
} as const
