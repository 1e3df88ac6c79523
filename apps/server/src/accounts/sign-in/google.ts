import { skipStateCheck } from 'openid-client'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config.ts'
import { type OpenIdProvider, openIdProvider } from '../../platform/openid/openid-provider.ts'
import type { RelyingParty } from './relying-party.ts'

/** Identity according to Google. */
export interface GoogleIdentity {
  readonly subject: string
  /** An address Google has proven; null where it has not. */
  readonly email: string | null
}

export interface GoogleCallback {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly nonce: string
}

export interface GoogleDoor {
  /** Returns the address to send people to, and our client id there; null while Google cannot be reached. */
  asks(): Promise<{ authorizeUrl: string; clientId: string } | null>
  /** Redeems a response; null for any fault in it. */
  identityOf(callback: GoogleCallback): Promise<GoogleIdentity | null>
}

export const googleCallbackPath = '/api/loginCallback/google'

/** Sign-in with Google, or with another OpenID provider in its place (authorization code and PKCE). */
export function openGoogle(
  { google }: Pick<Config, 'google'>,
  party: RelyingParty,
  log: Logger,
): GoogleDoor | null {
  if (google === null) return null
  const provider = openIdProvider(google, log)
  return {
    asks: async () => {
      const authorizeUrl = (await provider.found())?.serverMetadata().authorization_endpoint
      return authorizeUrl === undefined ? null : { authorizeUrl, clientId: google.clientId }
    },
    identityOf: async (callback) => (isOurs(callback.redirectUri, party) ? redeem(provider, callback) : null),
  }
}

const isOurs = (redirectUri: string, party: RelyingParty): boolean => {
  const url = new URL(redirectUri)
  return (
    party.allows(url.origin) && url.pathname === googleCallbackPath && url.search === '' && url.hash === ''
  )
}

/** The browser has compared the returned state with the one it sent; the nonce and the verifier are compared here. */
async function redeem(provider: OpenIdProvider, callback: GoogleCallback): Promise<GoogleIdentity | null> {
  const metadata = (await provider.found())?.serverMetadata()
  const url = new URL(callback.redirectUri)
  url.searchParams.set('code', callback.code)
  // There is only one provider, so a response cannot belong to another.
  if (metadata?.authorization_response_iss_parameter_supported === true)
    url.searchParams.set('iss', metadata.issuer)
  const claims = await provider.redeem(url, {
    pkceCodeVerifier: callback.codeVerifier,
    expectedNonce: callback.nonce,
    expectedState: skipStateCheck,
  })
  if (claims === null) return null
  const { sub, email, email_verified: proven } = claims
  return { subject: sub, email: proven === true && typeof email === 'string' ? email : null }
}
