import * as openid from 'openid-client'
import type { Logger } from 'pino'
import type { SingleSignOnSettings } from '../../../platform/config/openid-settings.ts'
import { openIdProvider } from '../../../platform/openid/openid-provider.ts'
import { sessionLastsMs } from './sessions-store.ts'
import type { SsoAccount, SsoAttempt } from './sso-store.ts'

/** Path of the provider's redirect, at the console's address. */
export const ssoCallbackPath = '/sign-in'

export interface SsoCallback {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

/** Identity that the provider confirms. */
export interface SsoIdentity extends SsoAccount {
  /** The provider's name of the account, for its owner to read. */
  readonly account: string
  /** True when the provider required a second factor that the installation accepts. */
  readonly secondFactor: boolean
}

export interface SsoDoor {
  readonly issuer: string
  readonly label: string
  /** A new attempt and where it leads; null while the provider cannot be reached, or the console's own address is not known. */
  begin(sessionId: string | null): Promise<{ readonly attempt: SsoAttempt; readonly url: string } | null>
  /** Redeems the response; null for any fault in it. */
  identityOf(attempt: SsoAttempt, callback: SsoCallback): Promise<SsoIdentity | null>
}

/** Operators' single sign-on: authorization code flow with PKCE, state and nonce, all stored on the server and not in the browser. */
export function openSso(
  settings: SingleSignOnSettings | null,
  consoleUrl: () => string | null,
  log: Logger,
): SsoDoor | null {
  if (settings === null) return null
  const provider = openIdProvider(settings, log)
  const { acr, amr } = settings.secondFactor
  const callback = () => {
    const url = consoleUrl()
    return url === null ? null : `${url}${ssoCallbackPath}`
  }
  // A second factor of last week does not begin a session of today.
  const maxAge = acr.length + amr.length === 0 ? null : sessionLastsMs / 1_000
  return {
    issuer: settings.issuer,
    label: settings.label,
    begin: async (sessionId) => {
      const [config, redirectUri] = [await provider.found(), callback()]
      if (config === null || redirectUri === null) return null
      const attempt = newAttempt(sessionId)
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        ...(acr.length === 0 ? {} : { acr_values: acr.join(' ') }),
        ...(maxAge === null ? {} : { max_age: String(maxAge) }),
      })
      return { attempt, url: url.href }
    },
    identityOf: async (attempt, { code, state, iss }) => {
      const redirectUri = callback()
      if (redirectUri === null) return null
      const came = new URL(redirectUri)
      came.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
      const claims = await provider.redeem(came, {
        pkceCodeVerifier: attempt.codeVerifier,
        expectedNonce: attempt.nonce,
        expectedState: attempt.state,
        ...(maxAge === null ? {} : { maxAge }),
      })
      return claims === null ? null : identityIn(claims, settings)
    },
  }
}

const newAttempt = (sessionId: string | null): SsoAttempt => ({
  state: openid.randomState(),
  nonce: openid.randomNonce(),
  codeVerifier: openid.randomPKCECodeVerifier(),
  sessionId,
})

function identityIn(claims: openid.IDToken, { issuer, secondFactor }: SingleSignOnSettings): SsoIdentity {
  const { sub: subject, email } = claims
  return {
    issuer,
    subject,
    account: typeof email === 'string' ? email.slice(0, 200) : subject,
    secondFactor: isSecondFactor(claims, secondFactor),
  }
}

/** Only the values that the installation configured count, whatever else the provider reports. */
const isSecondFactor = (
  { acr, amr }: openid.IDToken,
  accepted: SingleSignOnSettings['secondFactor'],
): boolean =>
  (typeof acr === 'string' && accepted.acr.includes(acr)) ||
  (Array.isArray(amr) && amr.some((method) => accepted.amr.includes(String(method))))
