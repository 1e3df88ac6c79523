import { resolve } from 'node:path'
import { ConfigError, type FlagValues, flagTable, readFlags } from './config/flags.ts'
import { allRoles, type Role } from './config/roles.ts'

export { ConfigError } from './config/flags.ts'

export type FeedName = 'live' | 'replay' | 'simulated' | 'auto'

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly feed: FeedName
  readonly replayDir: string | null
  /** Times real time; Infinity for as fast as it goes. */
  readonly replaySpeed: number
  readonly replayLoop: boolean
  readonly seed: number
  readonly sandbox: boolean
  readonly roles: readonly Role[]
  readonly metricsHost: string
  readonly metricsPort: number
  readonly logLevel: string
  readonly trustProxy: boolean | string
  readonly databaseUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly publicUrl: string | null
  /** Tests let every result be checked against its schema; no flag sets it. */
  readonly checkResults?: boolean
}

/** What the process was asked to be, from its flags and environment; throws a `ConfigError` that says what is wrong in one sentence. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Config {
  const values = readFlags(flagTable, args, env)
  const config = configOf(values, env, cwd)
  refuseContradictions(config, env)
  return config
}

function configOf(values: FlagValues, env: NodeJS.ProcessEnv, cwd: string): Config {
  const replayDir = values.text('replay-dir')
  return {
    port: values.whole('port', 0, 65_535),
    host: values.text('host') ?? 'localhost',
    dataDir: resolve(cwd, values.text('data') ?? 'data'),
    feed: values.oneOf('feed', ['live', 'replay', 'simulated', 'auto']) as FeedName,
    replayDir: replayDir === null ? null : resolve(cwd, replayDir),
    replaySpeed: replaySpeedOf(values.text('replay-speed') ?? '1'),
    replayLoop: values.yes('replay-loop'),
    seed: values.whole('seed', 0, 4_294_967_295),
    sandbox: values.yes('sandbox'),
    roles: rolesOf(values.text('roles') ?? 'all'),
    metricsHost: values.text('metrics-host') ?? '127.0.0.1',
    metricsPort: values.whole('metrics-port', 0, 65_535),
    logLevel: values.oneOf('log-level', ['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    trustProxy: trustProxyOf(values.text('trust-proxy')),
    databaseUrl: env.DATABASE_URL || null,
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || 'Candor <no-reply@localhost>',
    publicUrl: env.PUBLIC_URL || null,
  }
}

function replaySpeedOf(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (speed > 0) return speed
  throw new ConfigError(`--replay-speed must be a number above 0, or max; it was “${text}”.`)
}

function rolesOf(text: string): readonly Role[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('all')) return allRoles
  const unknown = names.find((name) => !(allRoles as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new ConfigError(`--roles takes ${allRoles.join(', ')} or all; “${unknown}” is none of them.`)
  }
  return allRoles.filter((role) => names.includes(role))
}

const trustProxyOf = (text: string | null): boolean | string =>
  text === null || text === 'off' ? false : text

function refuseContradictions(config: Config, env: NodeJS.ProcessEnv): void {
  if (config.feed === 'replay' && config.replayDir === null) {
    throw new ConfigError('--feed replay needs --replay-dir: the folder with the recorded quotes.')
  }
  if (config.roles.length < allRoles.length) {
    throw new ConfigError(
      'One process must take all roles in this release: quotes do not travel between processes yet. Leave --roles out.',
    )
  }
  if (env.NATS_URL) {
    throw new ConfigError('NATS_URL is set, but this release has no bus between processes yet: unset it.')
  }
}
