import type { OpenIdClient } from '../openid/openid-provider.ts'
import { ConfigError } from './flags.ts'
import { urlOf } from './url-setting.ts'

/** Operators' single sign-on at their own OpenID provider. */
export interface SingleSignOnSettings extends OpenIdClient {
  /** Name on the button. */
  readonly label: string
  /** Values of the provider's `amr` and `acr` that count as the second factor; none: the operator's own is always required. */
  readonly secondFactor: { readonly amr: readonly string[]; readonly acr: readonly string[] }
}

/** Customers' sign-in with Google, or with another provider in its place; null where it is not set. */
export function googleOf(env: NodeJS.ProcessEnv): OpenIdClient | null {
  const ours = clientOf(env, 'GOOGLE')
  if (ours === null) return null
  const issuer = urlOf(env, 'GOOGLE_ISSUER', /^https?:$/, 'https://accounts.google.com')
  return { issuer: issuer ?? 'https://accounts.google.com', ...ours }
}

/** Single sign-on to the console; null where it is not set. */
export function singleSignOnOf(env: NodeJS.ProcessEnv): SingleSignOnSettings | null {
  const issuer = urlOf(env, 'CONSOLE_OIDC_ISSUER', /^https?:$/, 'https://login.example/realms/desk')
  const ours = clientOf(env, 'CONSOLE_OIDC')
  if (issuer === null && ours === null) return null
  if (issuer === null || ours === null)
    throw new ConfigError(
      'CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET belong together: set all three, or none.',
    )
  if (!isSafe(issuer))
    throw new ConfigError('CONSOLE_OIDC_ISSUER must begin with https://, except on localhost.')
  const label = env.CONSOLE_OIDC_LABEL || 'single sign-on'
  return { issuer, ...ours, label, secondFactor: secondFactorOf(env.CONSOLE_OIDC_SECOND_FACTOR || '') }
}

function clientOf(env: NodeJS.ProcessEnv, name: string): Omit<OpenIdClient, 'issuer'> | null {
  const clientId = env[`${name}_CLIENT_ID`] || null
  const clientSecret = env[`${name}_CLIENT_SECRET`] || null
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
  if (clientId === null && clientSecret === null) return null
  throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both, or neither.`)
}

const isSafe = (issuer: string): boolean => {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname)
}

function secondFactorOf(text: string): SingleSignOnSettings['secondFactor'] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const wrong = parts.find((part) => !/^(amr|acr)=./.test(part))
  if (wrong !== undefined)
    throw new ConfigError(
      `CONSOLE_OIDC_SECOND_FACTOR must contain values of amr or acr, such as amr=mfa; “${wrong}” is not one.`,
    )
  const valuesOf = (claim: string) =>
    parts.filter((part) => part.startsWith(`${claim}=`)).map((part) => part.slice(claim.length + 1))
  return { amr: valuesOf('amr'), acr: valuesOf('acr') }
}
