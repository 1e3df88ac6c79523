import { z } from 'zod'
import { id, isoTime } from '../fields.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

const role = z.enum(operatorRoles)
const reason = z.string().trim().min(3).max(500)
const email = z.string().trim().max(200)
const token = z.string().max(100)

export const operatorPerson = z.object({
  id,
  email: z.string(),
  role,
  createdAt: isoTime,
  /** Null: may sign in. */
  disabledAt: isoTime.nullable(),
  lastSeenAt: isoTime.nullable(),
  /** Number of open sessions. */
  sessions: z.number().int(),
})
export type OperatorPerson = z.infer<typeof operatorPerson>

export const operatorInvitation = z.object({
  id,
  email: z.string(),
  role,
  /** The person is an operator already, and gets a new password and second factor. */
  resets: z.boolean(),
  madeAt: isoTime,
  expiresAt: isoTime,
  /** Time at which its link was passed to the mail server; null: not yet. */
  mailedAt: isoTime.nullable(),
})
export type OperatorInvitation = z.infer<typeof operatorInvitation>

/** Calls for operators: the list, an invitation by two people, disabling by one. Operators never decide about themselves. */
export const peopleOps = {
  opsOperators: opsCall({
    method: 'GET',
    path: '/ops/operators',
    summary: 'Every operator there is or was, and the invitations that wait',
    roles: ['risk', 'admin'],
    input: z.object({}),
    result: z.object({ people: z.array(operatorPerson), invitations: z.array(operatorInvitation) }),
  }),
  opsProposeOperator: opsCall({
    method: 'POST',
    path: '/ops/operators',
    summary:
      'Proposes that somebody becomes an operator; a second person approves, then there is an invitation',
    roles: ['admin'],
    input: z.object({ email, role, reason }),
    result: z.object({ id }),
  }),
  opsMailInvitation: opsCall({
    method: 'POST',
    path: '/ops/operators/invitation/{id}/mail',
    summary:
      'Mails a new link to the invited address, and to nobody else; the one before does not hold any more',
    roles: ['admin'],
    input: z.object({ id }),
    /** False: the mail server did not accept it; each minute brings a new attempt. */
    result: z.object({ mailed: z.boolean() }),
  }),
  opsProposeRole: opsCall({
    method: 'POST',
    path: '/ops/operators/{id}/role',
    summary: 'Proposes another role for an operator; a second person approves',
    roles: ['admin'],
    input: z.object({ id, role, reason }),
    result: z.object({ id }),
  }),
  opsProposeEnable: opsCall({
    method: 'POST',
    path: '/ops/operators/{id}/enable',
    summary: 'Proposes that a disabled operator may sign in again; a second person approves',
    roles: ['admin'],
    input: z.object({ id, reason }),
    result: z.object({ id }),
  }),
  opsProposeReset: opsCall({
    method: 'POST',
    path: '/ops/operators/{id}/reset',
    summary:
      'Proposes a new password and authenticator app for an operator who lost theirs; once another admin approves, the old ones open nothing and a link is mailed to them alone',
    roles: ['admin'],
    input: z.object({ id, reason }),
    result: z.object({ id }),
  }),
  opsDisableOperator: opsCall({
    method: 'POST',
    path: '/ops/operators/{id}/disable',
    summary:
      'Shuts the door to an operator at once and ends their sessions; never one’s own, never the last admin’s',
    roles: ['admin'],
    input: z.object({ id, reason }),
    result: z.literal(true),
  }),
  opsEndSessions: opsCall({
    method: 'POST',
    path: '/ops/operators/{id}/sessions/end',
    summary: 'Ends every session of an operator at once; they may sign in again',
    roles: ['admin'],
    input: z.object({ id, reason }),
    result: z.object({ ended: z.number().int() }),
  }),
  opsInvitation: opsCall({
    method: 'POST',
    path: '/ops/join/look',
    summary: 'Details of an invitation: the future operator, and the secret for their authenticator app',
    roles: 'visitor',
    input: z.object({ token }),
    result: z.object({
      email: z.string(),
      role,
      /** The person is an operator already, and lost password or second factor. */
      resets: z.boolean(),
      secret: z.string(),
      otpauthUrl: z.string(),
    }),
  }),
  opsJoin: opsCall({
    method: 'POST',
    path: '/ops/join',
    summary: 'Makes the invited person an operator, with a password and an authenticator app only they have',
    roles: 'visitor',
    input: z.object({ token, password: z.string().max(200), totp: z.string().max(20) }),
    result: z.literal(true),
  }),
} as const
