import type { SignInWays } from '@candor/contract'
import { readForThisVisit, writeForThisVisit } from '../../session/browser-storage.ts'

/** State stored in this browser during the redirect to Google: the response is accepted only together with it. */
export interface KeptForGoogle {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
  /** The page that required signing in. */
  readonly next: string
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Redirects to Google with a challenge whose verifier only this browser knows (PKCE). */
export async function leaveForGoogle(google: NonNullable<SignInWays['google']>, next: string): Promise<void> {
  const kept: KeptForGoogle = {
    state: random(),
    nonce: random(),
    codeVerifier: random(),
    redirectUri: `${location.origin}/api/loginCallback/google`,
    next,
  }
  writeForThisVisit('googleSignIn', JSON.stringify(kept))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(kept.codeVerifier))
  const url = new URL(google.authorizeUrl)
  const asked = {
    client_id: google.clientId,
    redirect_uri: kept.redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  location.assign(url)
}

/** Reports whether the browser can compute the challenge: on HTTPS and on this machine. */
export const canAskGoogle = (): boolean => globalThis.isSecureContext

/** Finds the stored state that belongs to a response. It deletes nothing, because a page may render twice before it is mounted. */
export function keptFor(state: string | null): KeptForGoogle | null {
  const text = readForThisVisit('googleSignIn')
  if (text === null || state === null) return null
  const kept = JSON.parse(text) as KeptForGoogle
  return kept.state === state ? kept : null
}

/** A response is accepted once. */
export const forgetKept = (): void => writeForThisVisit('googleSignIn', null)
