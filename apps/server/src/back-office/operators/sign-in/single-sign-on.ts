import { randomBytes } from 'node:crypto'
import type { OperatorShown } from '@candor/contract'
import { Refusal } from '../../../platform/http/refusal.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { Stranger } from '../operator.ts'
import type { OperatorsContext } from '../operators-context.ts'
import type { WithCookie } from '../ops-handlers.ts'
import { openFor, ownSecret, stepNow, useStep } from './sign-in.ts'
import type { SsoCallback, SsoDoor, SsoIdentity } from './sso-provider.ts'
import { addAttempt, noteProven, operatorOf, provenBy, redeemAttempt, takeAttempt } from './sso-store.ts'

/** The provider's response that the browser returns, with the key the browser stored. */
export type SsoReturn = SsoCallback & { readonly key: string }

/** Long enough to sign in at the provider, with a phone to be looked for. */
const attemptLastsMs = 10 * 60_000

/**
 * Sends a person to the provider, to sign in or, in a session, to link an account. Refuses `signInMethodNotOffered`, and
 * `providerUnreachable` while it cannot be reached.
 */
export async function beginSso(
  context: OperatorsContext,
  sessionId: string | null,
): Promise<{ url: string; key: string }> {
  const { db, clock, hashOf } = context
  const begun = await offered(context).begin(sessionId)
  if (begun === null) throw new Refusal('providerUnreachable')
  const key = randomBytes(32).toString('base64url')
  await addAttempt(db, hashOf(key), begun.attempt, new Date(clock.now() + attemptLastsMs))
  return { url: begun.url, key }
}

/** Refuses `signInMethodNotOffered` where there is no single sign-on. */
export function offered({ sso }: OperatorsContext): SsoDoor {
  if (sso === null) throw new Refusal('signInMethodNotOffered')
  return sso
}

/**
 * Returns the attempt and its account, once. A response that was not requested here causes no call to the provider. Refuses
 * `signInMethodNotOffered` and `singleSignOnFailed`.
 */
export async function identityThatCameBack(
  context: OperatorsContext,
  { key, ...callback }: SsoReturn,
  sessionId: string | null,
): Promise<SsoIdentity> {
  const { db, clock, hashOf } = context
  const sso = offered(context)
  const now = new Date(clock.now())
  const { state } = callback
  const attempt = await redeemAttempt(db, { keyHash: hashOf(key), state, sessionId }, now)
  const identity = attempt === null ? null : await sso.identityOf(attempt, callback)
  if (identity === null) throw new Refusal('singleSignOnFailed')
  return identity
}

/**
 * Signs in the operator of the linked account. Its email address counts for nothing. Refuses `singleSignOnFailed` for any fault
 * in the response, `accountNotLinked` when no operator who can sign in has linked it, and `secondFactorRequired` when the
 * second factor is still needed, for `finishSsoWithCode`.
 */
export async function finishSso(
  context: OperatorsContext,
  given: SsoReturn,
  from: Stranger,
): Promise<WithCookie<OperatorShown>> {
  offered(context)
  const attempt = await context.loginThrottle.admit(`sso ${networkOf(from.address)}`, from.address)
  const identity = await identityThatCameBack(context, given, null)
  const person = await operatorOf(context.db, identity)
  await (person === null ? attempt.withdraw() : attempt.succeeded())
  if (person === null) throw new Refusal('accountNotLinked')
  const keyHash = context.hashOf(given.key)
  if (!identity.secondFactor) {
    await noteProven(context.db, keyHash, person.id)
    throw new Refusal('secondFactorRequired')
  }
  await takeAttempt(context.db, keyHash)
  return openFor(context, person, from, 'sso-second-factor')
}

/**
 * Completes single sign-on with the operator's second factor. A wrong code does not end the attempt. Refuses
 * `singleSignOnFailed` and `secondFactorRequired`; guessing gets 429.
 */
export async function finishSsoWithCode(
  context: OperatorsContext,
  { key, totp }: { readonly key: string; readonly totp: string },
  from: Stranger,
): Promise<WithCookie<OperatorShown>> {
  const keyHash = context.hashOf(key)
  const person = await provenBy(context.db, keyHash, new Date(context.clock.now()))
  if (person === null) throw new Refusal('singleSignOnFailed')
  const attempt = await context.loginThrottle.admit(`sso ${person.id}`, from.address)
  const step = stepNow(context, ownSecret(context, person), totp)
  if (step === null || !(await useStep(context.db, person.id, step)))
    throw new Refusal('secondFactorRequired')
  await attempt.succeeded()
  if (!(await takeAttempt(context.db, keyHash))) throw new Refusal('singleSignOnFailed')
  return openFor(context, person, from, 'sso')
}
