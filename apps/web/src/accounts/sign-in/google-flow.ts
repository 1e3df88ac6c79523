import type { SignInWays } from '@candor/contract'
import { readForThisVisit, writeForThisVisit } from '../../session/browser-storage.ts'

/** State stored in this browser during the redirect to Google: the response is accepted only together with it. */
export interface GoogleFlow {
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
  const flow: GoogleFlow = {
    state: random(),
    nonce: random(),
    codeVerifier: random(),
    redirectUri: `${location.origin}/api/loginCallback/google`,
    next,
  }
  writeForThisVisit('googleSignIn', JSON.stringify(flow))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(flow.codeVerifier))
  const url = new URL(google.authorizeUrl)
  const parameters = {
    client_id: google.clientId,
    redirect_uri: flow.redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  location.assign(url)
}

/** Reports whether the browser can compute the challenge: on HTTPS and on this machine. */
export const canUseGoogle = (): boolean => globalThis.isSecureContext

/** Finds the stored state that belongs to a response. It deletes nothing, because a page may render twice before it is mounted. */
export function findFlow(state: string | null): GoogleFlow | null {
  const text = readForThisVisit('googleSignIn')
  if (text === null || state === null) return null
  const flow = JSON.parse(text) as GoogleFlow
  return flow.state === state ? flow : null
}

/** A response is accepted once. */
export const forgetFlow = (): void => writeForThisVisit('googleSignIn', null)
