import * as openid from 'openid-client'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { RelyingParty } from './relying-party.ts'

/** Who Google says somebody is. */
export interface GoogleIdentity {
  readonly subject: string
  /** An address Google has proven; null where it has not. */
  readonly email: string | null
}

export interface GoogleAnswer {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly nonce: string
}

export interface GoogleDoor {
  /** Where to send people, and who we are there; null while it cannot be reached. */
  asks(): Promise<{ authorizeUrl: string; clientId: string } | null>
  /** Redeems an answer; null for whatever is wrong with it. */
  identityOf(answer: GoogleAnswer): Promise<GoogleIdentity | null>
}

export const googleCallbackPath = '/api/loginCallback/google'
const asksAgainMs = 30_000

/** Sign-in with Google, or with another OpenID provider in its place (authorization code and PKCE). */
export function openGoogle(
  { google }: Pick<Config, 'google'>,
  party: RelyingParty,
  log: Logger,
): GoogleDoor | null {
  if (google === null) return null
  const discover = rememberedDiscovery(google, log)
  return {
    asks: async () => {
      const found = await discover()
      const authorizeUrl = found?.serverMetadata().authorization_endpoint
      return authorizeUrl === undefined ? null : { authorizeUrl, clientId: google.clientId }
    },
    identityOf: async (answer) => {
      const found = await discover()
      if (found === null || !isOurs(answer.redirectUri, party)) return null
      return redeem(found, answer).catch((err: unknown) => {
        log.info({ err }, 'an answer of the OpenID provider was not good')
        return null
      })
    },
  }
}

type Google = NonNullable<Config['google']>

/** Asked for when it is needed first; a provider that could not be reached is asked again, but not by everybody at once. */
function rememberedDiscovery(google: Google, log: Logger): () => Promise<openid.Configuration | null> {
  let kept: Promise<openid.Configuration | null> | null = null
  let failedAt = 0
  return () => {
    if (kept === null || (failedAt > 0 && performance.now() - failedAt > asksAgainMs)) {
      failedAt = 0
      kept = discoverAt(google).catch((err: unknown) => {
        failedAt = performance.now()
        log.warn({ err, issuer: google.issuer }, 'the OpenID provider could not be asked who it is')
        return null
      })
    }
    return kept
  }
}

/** Plain HTTP only to a provider on this very machine, as a test's is. */
function discoverAt({ issuer, clientId, clientSecret }: Google): Promise<openid.Configuration> {
  const url = new URL(issuer)
  const here = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  const options = here ? { execute: [openid.allowInsecureRequests] } : undefined
  return openid.discovery(url, clientId, clientSecret, undefined, options)
}

const isOurs = (redirectUri: string, party: RelyingParty): boolean => {
  const url = new URL(redirectUri)
  return (
    party.allows(url.origin) && url.pathname === googleCallbackPath && url.search === '' && url.hash === ''
  )
}

/** The browser has compared the state it sent with the one that came back; the nonce and the verifier are compared here and there. */
async function redeem(config: openid.Configuration, answer: GoogleAnswer): Promise<GoogleIdentity | null> {
  const { issuer, authorization_response_iss_parameter_supported: namesItself } = config.serverMetadata()
  const url = new URL(answer.redirectUri)
  url.searchParams.set('code', answer.code)
  // There is one provider only, so that no answer can be another's.
  if (namesItself === true) url.searchParams.set('iss', issuer)
  const tokens = await openid.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: answer.codeVerifier,
    expectedNonce: answer.nonce,
    expectedState: openid.skipStateCheck,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) return null
  const { sub, email, email_verified: proven } = claims
  return { subject: sub, email: proven === true && typeof email === 'string' ? email : null }
}
