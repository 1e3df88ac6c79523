import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type BackupSettings, backupSettingsOf } from './config/backup-settings.ts'
import {
  type DatabaseSettings,
  databaseSettingsOf,
  type NatsSettings,
  natsSettingsOf,
} from './config/certificate-settings.ts'
import { ConfigError, type FlagValues, flagTable, readFlags } from './config/flags.ts'
import { googleOf, type SingleSignOnSettings, singleSignOnOf } from './config/openid-settings.ts'
import { allRoles, type Role } from './config/roles.ts'
import { urlOf } from './config/url-setting.ts'
import type { OpenIdClient } from './openid/openid-provider.ts'

export { ConfigError } from './config/flags.ts'

export type FeedName = 'live' | 'replay' | 'simulated' | 'auto'

export interface Config extends DatabaseSettings, NatsSettings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly feed: FeedName
  readonly replayDir: string | null
  /** Multiple of real time; Infinity for as fast as possible. */
  readonly replaySpeed: number
  readonly replayLoop: boolean
  readonly seed: number
  readonly sandbox: boolean
  readonly roles: readonly Role[]
  readonly metricsHost: string
  readonly metricsPort: number
  readonly logLevel: string
  /** OTLP receiver over HTTP that traces are sent to; null: there are none. */
  readonly traceTo: string | null
  readonly trustProxy: boolean | string
  readonly smtpUrl: string | null
  /** Public key of age that encrypts backups; null: unencrypted ones, in a sandbox alone. */
  readonly backupKey: string | null
  /** Backups that the server makes by itself; null: none. */
  readonly backups: BackupSettings | null
  readonly mailFrom: string
  readonly publicUrl: string | null
  /** An address of the console's own, outside a sandbox; null: it is at /console of this server. */
  readonly console: {
    readonly port: number
    readonly host: string
    readonly url: string | null
    /** Addresses and networks that may reach it; null: all. */
    readonly networks: readonly string[] | null
  } | null
  /** Gateway for text messages; null: files in a sandbox, none elsewhere. */
  readonly smsUrl: string | null
  readonly smsFrom: string
  /** Sign-in with Google; null: not offered. */
  readonly google: OpenIdClient | null
  /** Operators' single sign-on; null: not offered. */
  readonly singleSignOn: SingleSignOnSettings | null
  /** An S3-compatible store for uploaded files, with its key; null: the data folder. */
  readonly s3Url: string | null
  /** Networks of the operator's own that webhooks may be sent to, besides public addresses. */
  readonly webhookNetworks: readonly string[]
  /** Venue and markets where surplus positions are laid off, with the keys of the account there; null: nothing is hedged. */
  readonly hedging: {
    readonly file: string
    readonly keys: { readonly key: string; readonly secret: string } | null
  } | null
  /** Folder with the lists of names that customers are compared with; null: there is none. */
  readonly screeningDir: string | null
  /** Node that checks deposits; null: a reviewer decides alone. */
  readonly evmRpcUrl: string | null
  readonly evmUsdtAddress: string
  readonly esploraUrl: string | null
  /** Lets tests check every result against its schema; no flag sets it. */
  readonly checkResults?: boolean
}

/** Configuration as requested; `sandbox` is null without a choice, and the installation's own nature applies. */
export interface RequestedConfig extends Omit<Config, 'sandbox'> {
  readonly sandbox: boolean | null
}

/** Reads the configuration from flags and environment; throws a `ConfigError` that names the fault in one sentence. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): RequestedConfig {
  const values = readFlags(flagTable, args, env)
  const config = configOf(values, env, cwd)
  refuseContradictions(config)
  return config
}

function configOf(values: FlagValues, env: NodeJS.ProcessEnv, cwd: string): RequestedConfig {
  const replayDir = values.text('replay-dir')
  return {
    port: values.whole('port', 0, 65_535),
    host: values.text('host') ?? 'localhost',
    dataDir: resolve(cwd, values.text('data') ?? 'data'),
    feed: values.oneOf('feed', ['live', 'replay', 'simulated', 'auto']) as FeedName,
    replayDir: replayDir === null ? null : resolve(cwd, replayDir),
    replaySpeed: replaySpeedOf(values),
    replayLoop: values.yes('replay-loop'),
    seed: values.whole('seed', 0, 4_294_967_295),
    sandbox: values.text('sandbox') === null ? null : values.yes('sandbox'),
    roles: rolesOf(values),
    metricsHost: values.text('metrics-host') ?? '127.0.0.1',
    metricsPort: values.whole('metrics-port', 0, 65_535),
    logLevel: values.oneOf('log-level', ['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    traceTo: traceToOf(values, env),
    trustProxy: trustProxyOf(values),
    ...databaseSettingsOf(env),
    ...natsSettingsOf(env),
    smtpUrl: urlOf(env, 'SMTP_URL', /^smtps?:$/, 'smtp://user:password@host:587'),
    backupKey: backupKeyOf(env),
    backups: backupSettingsOf(env),
    mailFrom: env.MAIL_FROM || 'Candor <no-reply@localhost>',
    s3Url: urlOf(env, 'S3_URL', /^https?:$/, 'https://key:secret@host/bucket?region=eu-central-1'),
    screeningDir: env.SCREENING_DIR ? resolve(env.SCREENING_DIR) : null,
    hedging: hedgingOf(env),
    publicUrl: urlOf(env, 'PUBLIC_URL', /^https?:$/, 'https://trade.example'),
    console: consoleOf(values),
    webhookNetworks: env.WEBHOOK_NETWORKS ? networksOf(env.WEBHOOK_NETWORKS, 'WEBHOOK_NETWORKS') : [],
    smsUrl: urlOf(env, 'SMS_URL', /^https?:$/, 'https://account:token@host/path'),
    smsFrom: env.SMS_FROM || 'Candor',
    google: googleOf(env),
    singleSignOn: singleSignOnOf(env),
    ...chainsOf(env),
  }
}

function traceToOf(values: FlagValues, env: NodeJS.ProcessEnv): string | null {
  const text = values.text('trace-to')
  const name = text === null ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : values.nameOf('trace-to')
  return urlOf(text === null ? env : { [name]: text }, name, /^https?:$/, 'http://localhost:4318')
}

function consoleOf(values: FlagValues): Config['console'] {
  if (values.text('console-port') === null) return refuseWithoutPort(values)
  const [url, networks] = [values.text('console-url'), values.text('console-networks')]
  return {
    port: values.whole('console-port', 0, 65_535),
    host: values.text('console-host') ?? '127.0.0.1',
    url: url === null ? null : consoleUrlOf(url, values.nameOf('console-url')),
    networks: networks === null ? null : networksOf(networks, values.nameOf('console-networks')),
  }
}

/** Refuses console settings without a console port: an operator who lists networks would believe the console closed to all others. */
function refuseWithoutPort(values: FlagValues): null {
  const alone = ['console-url', 'console-networks'].find((name) => values.text(name) !== null)
  if (alone === undefined) return null
  const flag = values.nameOf(alone)
  throw new ConfigError(`${flag} works only with --console-port: set that as well.`)
}

function consoleUrlOf(text: string, flag: string): string {
  const found = URL.canParse(text) ? new URL(text) : null
  if (found === null || !/^https?:$/.test(found.protocol))
    throw new ConfigError(`${flag} is not an address of the form https://console.example.`)
  return found.origin
}

function networksOf(text: string, flag: string): readonly string[] {
  const networks = text.split(',').map((one) => one.trim())
  const wrong = networks.find((one) => proxyNames.has(one) || !isNetwork(one))
  if (wrong === undefined) return networks
  throw new ConfigError(
    `${flag} must contain addresses such as 10.0.0.1 or 10.0.0.0/8; “${wrong}” is not one.`,
  )
}

function backupKeyOf(env: NodeJS.ProcessEnv): string | null {
  const key = env.BACKUP_KEY || null
  if (key === null || /^age1[02-9ac-hj-np-z]+$/.test(key)) return key
  throw new ConfigError(
    'BACKUP_KEY is not a public key of the form age1…: create one with `candor backup-key`.',
  )
}

function hedgingOf(env: NodeJS.ProcessEnv): Config['hedging'] {
  if (!env.HEDGING_FILE) return null
  const [key, secret] = [env.HEDGING_KEY || null, env.HEDGING_SECRET || null]
  if ((key === null) !== (secret === null))
    throw new ConfigError('HEDGING_KEY and HEDGING_SECRET belong together: set both, or neither.')
  return { file: resolve(env.HEDGING_FILE), keys: key === null || secret === null ? null : { key, secret } }
}

/** Tether's own contract on Ethereum. */
const mainUsdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

function chainsOf(env: NodeJS.ProcessEnv) {
  const evmUsdtAddress = env.EVM_USDT_ADDRESS || mainUsdt
  if (!/^0x[0-9a-fA-F]{40}$/.test(evmUsdtAddress))
    throw new ConfigError('EVM_USDT_ADDRESS is not an address of the form 0x….')
  return {
    evmRpcUrl: urlOf(env, 'EVM_RPC_URL', /^https?:$/, 'https://node.example'),
    evmUsdtAddress,
    esploraUrl: urlOf(env, 'ESPLORA_URL', /^https?:$/, 'https://blockstream.info/api'),
  }
}

function replaySpeedOf(values: FlagValues): number {
  const text = values.text('replay-speed') ?? '1'
  if (text === 'max') return Number.POSITIVE_INFINITY
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (speed > 0) return speed
  const name = values.nameOf('replay-speed')
  throw new ConfigError(`${name} must be a number above 0, or max; it was “${text}”.`)
}

function rolesOf(values: FlagValues): readonly Role[] {
  const names = (values.text('roles') ?? 'all').split(',').map((name) => name.trim())
  if (names.includes('all')) return allRoles
  const unknown = names.find((name) => !(allRoles as readonly string[]).includes(name))
  if (unknown !== undefined) {
    const flag = values.nameOf('roles')
    throw new ConfigError(`${flag} must list ${allRoles.join(', ')} or all; “${unknown}” is not one of them.`)
  }
  return allRoles.filter((role) => names.includes(role))
}

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

function trustProxyOf(values: FlagValues): boolean | string {
  const text = values.text('trust-proxy')
  if (text === null || text === 'off') return false
  const wrong = text.split(',').find((part) => !isNetwork(part.trim()))
  if (wrong === undefined) return text
  const flag = values.nameOf('trust-proxy')
  throw new ConfigError(
    `${flag} must contain addresses such as 10.0.0.1 or 10.0.0.0/8; “${wrong}” is not one.`,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)]
  if (proxyNames.has(text)) return true
  return most !== undefined && more === undefined && (bits === undefined || isBits(bits, most))
}

const isBits = (text: string, most: number) => /^\d{1,3}$/.test(text) && Number(text) <= most

function refuseContradictions(config: RequestedConfig): void {
  if (config.feed === 'replay' && config.replayDir === null) {
    throw new ConfigError('--feed replay needs --replay-dir: the folder with the recorded quotes.')
  }
  refuseBackupsWithin(config)
  if (config.databaseUrl !== null) return
  if (config.roles.length < allRoles.length) {
    throw new ConfigError(
      `A process with --roles ${config.roles.join(',')} shares one database with the others: set DATABASE_URL, or omit --roles.`,
    )
  }
  if (config.natsUrl !== null) {
    throw new ConfigError(
      'NATS_URL connects processes that share one database: set DATABASE_URL as well, or unset NATS_URL.',
    )
  }
}

/** Refuses backups in the folder that they are of: they would be lost with it, and be part of each other. */
function refuseBackupsWithin({ backups, dataDir }: RequestedConfig): void {
  if (backups !== null && `${backups.to}/`.startsWith(`${dataDir}/`))
    throw new ConfigError('BACKUP_TO is within the data folder: set a folder on another disk or machine.')
}

/**
 * Returns the public address of this server, without a slash at its end: as the operator configured it, or as it listens. Null for any free
 * port, which is known only once it listens.
 */
export function ownUrlOf({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string | null {
  if (publicUrl !== null) return publicUrl.replace(/\/$/, '')
  if (port === 0) return null
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`
}
