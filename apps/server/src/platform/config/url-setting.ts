import { ConfigError } from './flags.ts'

/** Reads an address from the environment; null where it is not set. Errors do not contain the value, which may hold a password. */
export function urlOf(
  env: NodeJS.ProcessEnv,
  name: string,
  protocol: RegExp,
  example: string,
): string | null {
  const text = env[name]
  if (text === undefined || text === '') return null
  const found = URL.canParse(text) ? new URL(text) : null
  // Only PostgreSQL may go without a host: by a socket.
  const named = found !== null && (found.hostname !== '' || name === 'DATABASE_URL')
  if (named && protocol.test(found.protocol)) return text
  throw new ConfigError(`${name} is not an address of the form ${example}.`)
}
