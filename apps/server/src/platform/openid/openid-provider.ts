import * as openid from 'openid-client'
import type { Logger } from 'pino'

/** Our client at an OpenID provider. */
export interface OpenIdClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** One provider that people sign in with, by the authorization code flow. */
export interface OpenIdProvider {
  readonly issuer: string
  /** Returns the provider's configuration; null while it cannot be reached. */
  found(): Promise<openid.Configuration | null>
  /**
   * Redeems the response with which a person returned to the address `came`, and returns the claims of the ID token. Null for
   * any fault: an error of the provider, another issuer, audience, nonce or signature, or a used code.
   */
  redeem(came: URL, checks: openid.AuthorizationCodeGrantChecks): Promise<openid.IDToken | null>
}

const asksAgainMs = 30_000

/** Discovers the provider's configuration when it is first needed. */
export function openIdProvider(client: OpenIdClient, log: Logger): OpenIdProvider {
  const found = rememberedDiscovery(client, log)
  return {
    issuer: client.issuer,
    found,
    redeem: async (came, checks) => {
      const config = await found()
      if (config === null) return null
      const tokenResponse = openid.authorizationCodeGrant(config, came, { ...checks, idTokenExpected: true })
      const tokens = await tokenResponse.catch((err: unknown) => {
        log.info({ err }, 'a response of the OpenID provider was not valid')
        return null
      })
      return tokens?.claims() ?? null
    },
  }
}

/** Retries a provider that could not be reached, with one request for all callers. */
function rememberedDiscovery(client: OpenIdClient, log: Logger): () => Promise<openid.Configuration | null> {
  let configuration: Promise<openid.Configuration | null> | null = null
  let failedAt = 0
  return () => {
    if (configuration === null || (failedAt > 0 && performance.now() - failedAt > asksAgainMs)) {
      failedAt = 0
      configuration = discover(client).catch((err: unknown) => {
        failedAt = performance.now()
        log.warn({ err, issuer: client.issuer }, 'the configuration of the OpenID provider could not be read')
        return null
      })
    }
    return configuration
  }
}

/** Requests the provider's configuration; throws when it cannot be reached. Plain HTTP only to this machine, as in tests. */
export function discover({ issuer, clientId, clientSecret }: OpenIdClient): Promise<openid.Configuration> {
  const url = new URL(issuer)
  const here = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  // The token comes from the provider itself; its signature is checked in case something intercepts the connection.
  const execute = [openid.enableNonRepudiationChecks, ...(here ? [openid.allowInsecureRequests] : [])]
  return openid.discovery(url, clientId, clientSecret, undefined, { execute })
}
