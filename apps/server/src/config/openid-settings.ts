import type { OpenIdClient } from '../openid/openid-provider.ts'
import { ConfigError } from './flags.ts'
import { urlOf } from './url-setting.ts'

/** Customers' sign-in with Google, or with another provider in its place; null where it is not set. */
export function googleOf(env: NodeJS.ProcessEnv): OpenIdClient | null {
  const ours = clientOf(env, 'GOOGLE')
  if (ours === null) return null
  const issuer = urlOf(env, 'GOOGLE_ISSUER', /^https?:$/, 'https://accounts.google.com')
  return { issuer: issuer ?? 'https://accounts.google.com', ...ours }
}

function clientOf(env: NodeJS.ProcessEnv, name: string): Omit<OpenIdClient, 'issuer'> | null {
  const clientId = env[`${name}_CLIENT_ID`] || null
  const clientSecret = env[`${name}_CLIENT_SECRET`] || null
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
  if (clientId === null && clientSecret === null) return null
  throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both, or neither.`)
}
