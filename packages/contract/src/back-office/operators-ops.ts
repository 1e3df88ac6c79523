import { refusals } from '@candor/refusals'
import { secondPersonReasons } from '@candor/rules'
import { z } from 'zod'
import { id, isoTime, pageOf, pageQuery } from '../fields.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

export const operatorShown = z.object({ id, email: z.string(), role: z.enum(operatorRoles) })
export type OperatorShown = z.infer<typeof operatorShown>
export const byWhom = z.object({ id, email: z.string() })

/** Kinds of cases that an operator decides. */
export const caseKinds = ['kyc', 'recharge', 'withdrawal', 'loan', 'names'] as const
export const caseKind = z.enum(caseKinds)
export type CaseKindName = (typeof caseKinds)[number]

export const caseDecisions = ['approve', 'reject', 'sent'] as const
export type CaseDecision = (typeof caseDecisions)[number]

/** A section shown to an operator: the claim, the evidence, or the check on the chain. */
export const shownSection = z.object({
  title: z.string(),
  rows: z.array(
    z.object({ label: z.string(), value: z.string(), tone: z.enum(['plain', 'good', 'warn', 'bad']) }),
  ),
  /** Fetched one by one; each view is written to the audit log. */
  images: z.array(z.object({ fileId: id, label: z.string() })),
})
export type ShownSection = z.infer<typeof shownSection>

const customerShown = z.object({ id, userName: z.string() })

export const queueEntry = z.object({
  kind: caseKind,
  id,
  customer: customerShown,
  /** One line: the request. */
  summary: z.string(),
  status: z.string(),
  createdAt: isoTime,
  deadlineAt: isoTime.nullable(),
  late: z.boolean(),
  claimedBy: byWhom.nullable(),
  claimedUntil: isoTime.nullable(),
  /** One person approved exactly this state; a second approval is missing. */
  awaitsSecond: z.boolean(),
})
export type QueueEntry = z.infer<typeof queueEntry>

export const caseShown = queueEntry.extend({
  sections: z.array(shownSection),
  timeline: z.array(
    z.object({ status: z.string(), at: isoTime, by: z.string().nullable(), reason: z.string().nullable() }),
  ),
  /** The customer's other requests, in every queue, newest first. */
  history: z.array(
    z.object({ kind: caseKind, id, summary: z.string(), status: z.string(), createdAt: isoTime }),
  ),
  allowed: z.array(z.enum(caseDecisions)),
  /** Items that a refusal may name, each with its reason; empty: the case is refused as a whole. */
  items: z.array(z.object({ key: z.string(), label: z.string() })),
  /** The reasons for a refusal: keys of the catalogue, which the customer reads in their language. */
  reasons: z.array(z.object({ key: z.string(), text: z.string() })),
  /** An approval must name the whole transaction hash. */
  hashNeeded: z.boolean(),
  /** Number of people an approval needs if this operator approves now. */
  approvalsNeeded: z.number().int().min(1).max(2),
  /** Reasons why two people are needed; empty: one is enough. */
  secondPerson: z.array(z.enum(secondPersonReasons)),
  /** Number of people a refusal needs in this state. */
  rejectionsNeeded: z.number().int().min(1).max(2),
  /** First decisions that wait for a second person, whose `hash` or reason must be the same. */
  approvals: z.array(
    byWhom.extend({
      at: isoTime,
      decision: z.enum(['approve', 'reject']),
      reason: z.string().nullable(),
      hash: z.string().nullable(),
    }),
  ),
  /** SHA-256 over exactly what is shown above; a decision names it. */
  shownHash: z.string(),
})
export type CaseShown = z.infer<typeof caseShown>

const onCase = { kind: caseKind, id }
export const shownHash = z.string().regex(/^[0-9a-f]{64}$/)
/** A reason or a note that an operator writes. */
export const words = z.string().trim().min(3).max(500)
const outcome = z.object({ status: z.string(), approvalsMissing: z.number().int() })

/** Proof of an operator's identity, before they change how they sign in. */
export const ownFactors = { password: z.string().max(200), totp: z.string().max(20) }

export const operatorsOps = {
  opsLogin: opsCall({
    method: 'POST',
    path: '/ops/login',
    summary: 'Signs an operator in with password and authenticator code; the session is a cookie',
    roles: 'visitor',
    input: z.object({ email: z.string().max(200), password: z.string().max(200), totp: z.string().max(20) }),
    result: operatorShown,
  }),
  opsLogout: opsCall({
    method: 'POST',
    path: '/ops/logout',
    summary: 'Ends the operator’s session',
    roles: operatorRoles,
    input: z.object({}),
    result: z.literal(true),
  }),
  opsMe: opsCall({
    method: 'GET',
    path: '/ops/me',
    summary: 'The signed-in operator, and their last sign-ins',
    roles: operatorRoles,
    input: z.object({}),
    result: operatorShown.extend({
      sandbox: z.boolean(),
      signIns: z.array(z.object({ at: isoTime, address: z.string(), device: z.string(), here: z.boolean() })),
    }),
  }),
  opsChangePassword: opsCall({
    method: 'POST',
    path: '/ops/me/password',
    summary: 'Changes one’s own password, with the present one and a code; one’s other sessions end',
    roles: operatorRoles,
    input: z.object({ ...ownFactors, newPassword: z.string().max(200) }),
    result: z.literal(true),
    fieldCodes: { password: refusals.passwordWrong, totp: refusals.secondFactorRequired },
  }),
  opsTotpStart: opsCall({
    method: 'POST',
    path: '/ops/me/totp',
    summary:
      'A new secret for one’s own authenticator app; the one before holds until a code of the new one was given',
    roles: operatorRoles,
    input: z.object(ownFactors),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
    fieldCodes: { password: refusals.passwordWrong, totp: refusals.secondFactorRequired },
  }),
  opsTotpConfirm: opsCall({
    method: 'POST',
    path: '/ops/me/totp/confirm',
    summary: 'Puts the new authenticator app in the place of the one before; one’s other sessions end',
    roles: operatorRoles,
    input: z.object({ totp: z.string().max(20) }),
    result: z.literal(true),
    fieldCodes: { totp: refusals.secondFactorRequired },
  }),
  opsQueue: opsCall({
    method: 'GET',
    path: '/ops/queue/{kind}',
    summary: 'Cases awaiting a decision, nearest deadline first; or decided ones, newest first',
    roles: operatorRoles,
    input: z.object({
      kind: caseKind,
      state: z.enum(['waiting', 'decided']).default('waiting'),
      ...pageQuery,
    }),
    result: pageOf(queueEntry),
  }),
  opsCase: opsCall({
    method: 'GET',
    path: '/ops/case/{kind}/{id}',
    summary: 'One case with its evidence, and the hash of what is shown',
    roles: operatorRoles,
    input: z.object(onCase),
    result: caseShown,
  }),
  opsCaseImage: opsCall({
    method: 'GET',
    path: '/ops/case/{kind}/{id}/image/{fileId}',
    summary:
      'A picture of a case, as a file, for who holds it (else 11007); that it was looked at stands in the audit log',
    roles: operatorRoles,
    input: z.object({ ...onCase, fileId: id }),
    result: z.string(),
  }),
  opsClaim: opsCall({
    method: 'POST',
    path: '/ops/case/{kind}/{id}/claim',
    summary:
      'Claims a case for ten minutes, so that two people do not decide it at once; repeating extends it by ten',
    roles: operatorRoles,
    input: z.object(onCase),
    result: z.object({ claimedUntil: isoTime }),
  }),
  opsRelease: opsCall({
    method: 'POST',
    path: '/ops/case/{kind}/{id}/release',
    summary: 'Releases a case to the queue',
    roles: operatorRoles,
    input: z.object(onCase),
    result: z.literal(true),
  }),
  opsApprove: opsCall({
    method: 'POST',
    path: '/ops/case/{kind}/{id}/approve',
    summary: 'Approves exactly what was shown; where two are needed, the first approval waits for the second',
    roles: operatorRoles,
    input: z.object({
      ...onCase,
      shownHash,
      note: words.optional(),
      /** The whole transaction hash, where the customer named only its end. */
      hash: z.string().trim().min(1).max(200).optional(),
    }),
    result: outcome,
  }),
  opsReject: opsCall({
    method: 'POST',
    path: '/ops/case/{kind}/{id}/reject',
    summary:
      'Refuses a case with a reason that the customer reads in their language; giving back what was sent needs two people',
    roles: operatorRoles,
    input: z.object({
      ...onCase,
      shownHash,
      reason: z.string().max(100),
      /** The refused items, each with its reason, where the case has items. */
      items: z
        .array(z.object({ item: z.string().max(40), reason: z.string().max(100) }))
        .max(40)
        .optional(),
      note: words.optional(),
    }),
    result: outcome,
  }),
  opsSent: opsCall({
    method: 'POST',
    path: '/ops/case/{kind}/{id}/sent',
    summary: 'Marks approved money as sent, with its transaction',
    roles: operatorRoles,
    input: z.object({
      ...onCase,
      shownHash,
      hash: z.string().trim().min(1).max(200),
      note: words.optional(),
    }),
    result: outcome,
  }),
} as const
