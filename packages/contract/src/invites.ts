import { z } from 'zod'
import { call } from './call.ts'
import { decimal, id, isoTime, pageOf, pageQuery } from './fields.ts'

/** Somebody who came by a customer's invitation. */
export const invitedFriend = z.object({
  id,
  /** Masked: an inviter does not learn who exactly it is. */
  name: z.string(),
  joinedAt: isoTime,
  /** Up to when their fees earn a commission. */
  until: isoTime,
  /** USDT: fees that were counted, what was paid for them, and what comes with the next payment. */
  fees: decimal,
  earned: decimal,
  pending: decimal,
})
export type InvitedFriend = z.infer<typeof invitedFriend>

/** One payment for one friend, with the fees it is a share of. */
export const inviteCommissionPaid = z.object({
  id,
  name: z.string(),
  paidAt: isoTime,
  fees: decimal,
  share: decimal,
  commission: decimal,
})
export type InviteCommissionPaid = z.infer<typeof inviteCommissionPaid>

export const inviteFaults = ['unknown', 'own', 'taken', 'circle', 'late'] as const

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
      /** What a friend who joins today brings. */
      share: decimal,
      months: z.number().int(),
      friends: z.number().int(),
      earned: decimal,
      /** Whether somebody invited the customer, and until when they may still say who. */
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
    summary: 'Says who invited the customer, once, within the days after sign-up; fees count from then on',
    access: 'customer',
    input: z.object({ code: z.string().trim().min(1).max(32) }),
    result: z.literal(true),
  }),
} as const
