import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ConfigError } from './flags.ts'
import { urlOf } from './url-setting.ts'

/** Files of a client certificate and its private key, in PEM form. */
export interface ClientCertificate {
  readonly certFile: string
  readonly keyFile: string
}

/** Files for TLS with the NATS server: the client certificate, and the authority that issued the server's. */
export interface NatsTls {
  readonly certificate: ClientCertificate | null
  /** Null: the authorities that Node trusts. */
  readonly caFile: string | null
}

export interface DatabaseSettings {
  readonly databaseUrl: string | null
  /** Certificate that the application's role connects with; null: that role has a password, or the owner's process switches to it. */
  readonly databaseAppCertificate: ClientCertificate | null
}

export interface NatsSettings {
  /** Carries messages between processes; null: the database does. */
  readonly natsUrl: string | null
  /** Null: no file was given; a tls:// address is encrypted all the same. */
  readonly natsTls: NatsTls | null
}

/** Reads the database's address and certificates, for the server and for commands. */
export function databaseSettingsOf(env: NodeJS.ProcessEnv): DatabaseSettings {
  const databaseUrl = urlOf(
    env,
    'DATABASE_URL',
    /^postgres(ql)?:$/,
    'postgres://user:password@host:5432/database',
  )
  const query = databaseUrl === null ? new URLSearchParams() : new URL(databaseUrl).searchParams
  certificateOf('sslcert and sslkey in DATABASE_URL', query.get('sslcert'), query.get('sslkey'))
  if (query.get('sslrootcert')) checkAuthority('sslrootcert in DATABASE_URL', query.get('sslrootcert') ?? '')
  const names = 'DATABASE_APP_CERT and DATABASE_APP_KEY'
  const databaseAppCertificate = certificateOf(names, env.DATABASE_APP_CERT, env.DATABASE_APP_KEY)
  if (databaseAppCertificate !== null && query.get('sslmode') !== 'verify-full')
    throw new ConfigError(`${names} need a DATABASE_URL with sslmode=verify-full.`)
  return { databaseUrl, databaseAppCertificate }
}

/** Reads the NATS server's address and certificates. */
export function natsSettingsOf(env: NodeJS.ProcessEnv): NatsSettings {
  const natsUrl = urlOf(env, 'NATS_URL', /^(nats|tls):$/, 'nats://user:password@host:4222')
  const certificate = certificateOf('NATS_CERT and NATS_KEY', env.NATS_CERT, env.NATS_KEY)
  const caFile = env.NATS_CA || null
  if (caFile !== null) checkAuthority('NATS_CA', caFile)
  if (certificate === null && caFile === null) return { natsUrl, natsTls: null }
  if (natsUrl?.startsWith('tls:') !== true)
    throw new ConfigError(
      'NATS_CERT, NATS_KEY and NATS_CA work only over TLS: set NATS_URL to an address that begins with tls://.',
    )
  return { natsUrl, natsTls: { certificate, caFile } }
}

/** Checks the files once, so that a start reports a wrong one by name; each connection reads them again. */
function certificateOf(
  names: string,
  certFile: string | null | undefined,
  keyFile: string | null | undefined,
): ClientCertificate | null {
  if (!certFile && !keyFile) return null
  if (!certFile || !keyFile) throw new ConfigError(`${names} belong together: set both, or neither.`)
  const [cert, key] = [contentOf(names, certFile), contentOf(names, keyFile)]
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new ConfigError(
      `${names} are not a certificate and its unencrypted private key in PEM form: ${(error as Error).message}.`,
    )
  }
  return { certFile, keyFile }
}

function checkAuthority(name: string, file: string): void {
  const content = contentOf(name, file)
  try {
    new X509Certificate(content)
  } catch {
    throw new ConfigError(`${name} is not a certificate in PEM form: ${file}.`)
  }
}

function contentOf(names: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new ConfigError(`A file of ${names} cannot be read: ${(error as Error).message}.`)
  }
}
