import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { count, id, isoTime, pageOf, pageQuery } from '../fields.ts'
import { longestSupportText, supportMessage } from './support.ts'

const claimedBy = z.object({ id, email: z.string() }).nullable()

/** One conversation in the list; its id is the customer's. */
export const supportEntry = z.object({
  id,
  userName: z.string(),
  /** Beginning of the newest message; empty for a picture alone. */
  newest: z.string(),
  by: z.enum(['customer', 'operator']),
  lastAt: isoTime,
  /** Time since which the customer has waited for an answer; null: they do not wait. */
  waitingSince: isoTime.nullable(),
  claimedBy,
})
export type SupportEntry = z.infer<typeof supportEntry>

export const supportConversation = z.object({
  id,
  userName: z.string(),
  language: z.string(),
  waitingSince: isoTime.nullable(),
  claimedBy,
  claimedUntil: isoTime.nullable(),
  /** The newest messages, in order of time. */
  messages: z.array(supportMessage.extend({ operator: z.string().nullable() })),
})
export type SupportConversation = z.infer<typeof supportConversation>

const roles = ['reviewer', 'finance', 'risk', 'admin'] as const

export const supportOps = {
  opsSupport: opsCall({
    method: 'GET',
    path: '/ops/support',
    summary: 'Conversations: who waits longest first, or all, the newest first',
    roles,
    input: z.object({ state: z.enum(['waiting', 'all']).default('waiting'), ...pageQuery }),
    result: pageOf(supportEntry),
  }),
  opsSupportConversation: opsCall({
    method: 'GET',
    path: '/ops/support/{id}',
    summary: 'A customer’s conversation: its newest messages, two hundred unless asked',
    roles,
    input: z.object({ id, limit: count(1000).default(200) }),
    result: supportConversation,
  }),
  opsSupportClaim: opsCall({
    method: 'POST',
    path: '/ops/support/{id}/claim',
    summary:
      'Claims a conversation for ten minutes, so that two people do not reply at once; repeating extends it by ten',
    roles,
    input: z.object({ id }),
    result: z.object({ claimedUntil: isoTime }),
  }),
  opsSupportRelease: opsCall({
    method: 'POST',
    path: '/ops/support/{id}/release',
    summary: 'Releases a conversation',
    roles,
    input: z.object({ id }),
    result: z.literal(true),
  }),
  opsSupportAnswer: opsCall({
    method: 'POST',
    path: '/ops/support/{id}/answer',
    summary:
      'Answers, for who holds the conversation (else 11007); the customer sees it at once, without a name',
    roles,
    input: z.object({ id, text: z.string().trim().min(1).max(longestSupportText) }),
    result: supportMessage,
  }),
  opsSupportDone: opsCall({
    method: 'POST',
    path: '/ops/support/{id}/done',
    summary: 'Marks a conversation as answered, by the operator who has claimed it (11007 otherwise)',
    roles,
    input: z.object({ id }),
    result: z.literal(true),
  }),
  opsSupportPicture: opsCall({
    method: 'GET',
    path: '/ops/support/{id}/picture/{fileId}',
    summary:
      'A picture of the conversation, for who holds it (else 11007); that it was looked at stands in the audit log',
    roles,
    input: z.object({ id, fileId: id }),
    result: z.object({ contentType: z.string(), base64: z.string() }),
  }),
} as const
