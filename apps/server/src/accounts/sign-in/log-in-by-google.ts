import { randomBytes } from 'node:crypto'
import type { ReadVersion, User } from '@candor/contract'
import type { Tx } from '../../platform/database/database.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { UserRow } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { notifyOfChange } from '../profile/notify-of-change.ts'
import { refuseTaken } from '../registration/check-name.ts'
import { refuseStale } from '../registration/consents.ts'
import { refuseClosedCountry } from '../registration/country-standings.ts'
import { compared } from '../registration/identity-keys.ts'
import { inviterOrRefuse, openAccount } from '../registration/open-account.ts'
import { createSession, refuseStopped } from '../sessions/create-session.ts'
import type { GoogleCallback, GoogleIdentity } from './google.ts'
import { isLinked, linkSubject, userOfSubject } from './google-links-store.ts'
import { addTicket, type GoogleProof, readTicket, takeTicket } from './google-tickets-store.ts'
import { reportWrongCode } from './report-wrong-code.ts'
import { useCode } from './second-factor.ts'

type GoogleRequest = GoogleCallback | { readonly ticket: string; readonly totp: string }
type In = Promise<{ token: string; user: User }>

/**
 * Signs in a customer by Google: one who is linked, or the owner of the verified address, who is linked once the second factor, if on, was
 * right. Refuses
 * `signInMethodNotOffered`, `googleSignInFailed` (any fault in the response), `signInBlocked`, `frozenByCustomer`, and with a
 * ticket for the missing step: `secondFactorRequired`, or `googleAccountUnknown` for a person without an account. 429 for guessing.
 */
export async function logInByGoogle(context: OpenedAccounts, request: GoogleRequest, visitor: Visitor): In {
  if (context.google === null) throw new Refusal('signInMethodNotOffered')
  if ('ticket' in request) return bySecondFactor(context, request, visitor)
  // Each response makes a request to Google, so made-up ones count as guesses of their network.
  const attempt = await context.loginThrottle.admit(`google ${networkOf(visitor.address)}`, visitor.address)
  const identity = await context.google.identityOf(request)
  if (identity === null) throw new Refusal('googleSignInFailed')
  await attempt.withdraw()
  const { subject } = identity
  const user = await customerOf(context, identity)
  if (user === null) throw await noAccount(context, identity)
  refuseStopped(user)
  if (user.totp_enabled) {
    const ticket = await addTicket(context.db, context.clock, { subject, email: user.email, userId: user.id })
    throw new Refusal('secondFactorRequired', { ticket })
  }
  await linkIfNew(context, user, subject)
  return createSession(context, user, visitor)
}

async function bySecondFactor(
  context: OpenedAccounts,
  { ticket, totp }: { readonly ticket: string; readonly totp: string },
  visitor: Visitor,
): In {
  const proof = await readTicket(context.db, context.clock, ticket)
  if (proof === null || proof.userId === null) throw new Refusal('googleSignInFailed')
  const key = `google ${proof.userId}`
  const attempt = await context.loginThrottle.admit(key, visitor.address)
  const user = await context.users.byId(proof.userId)
  if (user.totp_enabled && !(await useCode(context, user, totp))) {
    await reportWrongCode(context, user.id, visitor)
    throw new Refusal('secondFactorRequired', { ticket })
  }
  await attempt.withdraw()
  if (!(await takeTicket(context.db.query, ticket))) throw new Refusal('googleSignInFailed')
  await linkIfNew(context, user, proof.subject)
  return createSession(context, user, visitor)
}

/**
 * Finds the customer who is linked, or whose address Google has proven: its owner could set a new password with it as well (ADR-121).
 * Refuses `googleSignInFailed` for an address whose customer is linked to another Google account.
 */
async function customerOf(
  context: OpenedAccounts,
  { subject, email }: GoogleIdentity,
): Promise<UserRow | null> {
  const linked = await userOfSubject(context.db.query, subject)
  if (linked !== null) return context.users.byId(linked)
  const user = email === null ? undefined : await context.users.byEmail(compared(email))
  if (user === undefined) return null
  if (await isLinked(context.db.query, user.id)) throw new Refusal('googleSignInFailed')
  return user
}

/** Links a customer who signs in by Google for the first time, and notifies them. Refuses `googleSignInFailed` for a changed address. */
async function linkIfNew(context: OpenedAccounts, user: UserRow, subject: string): Promise<void> {
  if ((await userOfSubject(context.db.query, subject)) === user.id) return
  await notifyOfChange(context, user.id, async (tx) => {
    const { email_key } = await context.users.byId(user.id, tx)
    const isTheirs = email_key === user.email_key
    if (!isTheirs || !(await linkSubject(tx, subject, user.id, new Date(context.clock.now()))))
      throw new Refusal('googleSignInFailed')
    return { made: undefined, change: { change: 'google', target: subject } }
  })
}

/** Refuses for a missing account. Without a proven address there is no recipient to write to. */
async function noAccount(context: OpenedAccounts, { subject, email }: GoogleIdentity): Promise<Refusal> {
  if (email === null) return new Refusal('googleSignInFailed')
  const ticket = await addTicket(context.db, context.clock, { subject, email, userId: null })
  return new Refusal('googleAccountUnknown', { ticket, email })
}

export interface GoogleRegisterRequest {
  readonly ticket: string
  readonly userName: string
  readonly country: string
  readonly inviteCode?: string | undefined
  readonly accepted?: readonly ReadVersion[] | undefined
}

/**
 * Opens an account for a person whose address Google has verified. It has no password until its owner sets one by email.
 * Refuses `googleSignInFailed`, `userNameTaken`, `emailOrPhoneTaken`, `invalidInput` (closed country, invitation code),
 * `termsChanged`.
 */
export async function registerByGoogle(
  context: OpenedAccounts,
  request: GoogleRegisterRequest,
  visitor: Visitor,
): In {
  const proof = await readTicket(context.db, context.clock, request.ticket)
  if (proof === null || proof.userId !== null) throw new Refusal('googleSignInFailed')
  const { userName, country, accepted = [] } = request
  await refuseTaken(context, { userName, email: proof.email })
  await refuseClosedCountry(context, country)
  const invitedBy = await inviterOrRefuse(context, request.inviteCode)
  if (request.accepted !== undefined) await refuseStale(context, accepted)
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), visitor.address)
  const person = { userName, email: proof.email, phone: null, passwordHash, invitedBy, country, accepted }
  return openAccount(context, { ...person, hasPassword: false }, visitor, (tx, user) =>
    link(context, tx, request.ticket, { subject: proof.subject, userId: user.id }),
  )
}

async function link(
  context: OpenedAccounts,
  tx: Tx,
  ticket: string,
  { subject, userId }: { readonly subject: GoogleProof['subject']; readonly userId: string },
): Promise<void> {
  const taken = await takeTicket(tx, ticket)
  if (!taken || !(await linkSubject(tx, subject, userId, new Date(context.clock.now()))))
    throw new Refusal('googleSignInFailed')
}
