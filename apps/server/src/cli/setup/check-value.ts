import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { cryptoChoices } from '../../market-data/feeds/live/live-settings.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { refuseNoRecipient } from '../../platform/database/backup/backup-key.ts'
import { DatabaseServerError } from '../../platform/database/embedded/database-server-error.ts'
import { refuseSmtpOptions } from '../../platform/email/smtp-options.ts'
import { StartError } from '../../platform/start-error.ts'
import type { SetupName } from './setup-settings.ts'

/** Values by name; a setting that is not set is missing. */
export type SettingValues = ReadonlyMap<string, string>

export interface Installation {
  readonly dataDir: string
  readonly sandbox: boolean
}

const hasNoConsole = (_values: SettingValues, { sandbox }: Installation) => !sandbox

/** Settings that are asked only where they have a meaning. */
const applies: Partial<Record<SetupName, (values: SettingValues, installation: Installation) => boolean>> = {
  CANDOR_CONSOLE_PORT: hasNoConsole,
  CANDOR_CONSOLE_URL: (values) => values.has('CANDOR_CONSOLE_PORT'),
  CANDOR_CONSOLE_NETWORKS: (values) => values.has('CANDOR_CONSOLE_PORT'),
  MAIL_FROM: (values) => values.has('SMTP_URL'),
  CANDOR_REPLAY_DIR: (values) => values.get('CANDOR_FEED') === 'replay',
  CANDOR_CRYPTO_EXCHANGE: (values) => isLive(values),
  CANDOR_MASSIVE_KEY: (values) => isLive(values),
}

const isLive = (values: SettingValues): boolean => /^(live|auto)$/.test(values.get('CANDOR_FEED') ?? '')

/** Tells whether a setting is asked for, by the answers before it. */
export const isApplicable = (name: SetupName, values: SettingValues, installation: Installation): boolean =>
  applies[name]?.(values, installation) ?? true

/** Proposes a value where nothing was set before; empty: none. */
export function standardOf(name: SetupName, values: SettingValues, { sandbox }: Installation): string {
  const standards: Partial<Record<SetupName, string>> = {
    CANDOR_HOST: 'localhost',
    CANDOR_PORT: '3000',
    CANDOR_TRUST_PROXY: values.get('PUBLIC_URL')?.startsWith('https:') === true ? 'loopback' : 'off',
    CANDOR_FEED: sandbox ? 'simulated' : 'live',
    CANDOR_CRYPTO_EXCHANGE: 'kraken',
    MAIL_FROM: `Candor <no-reply@${hostOf(values.get('PUBLIC_URL'))}>`,
  }
  return standards[name] ?? ''
}

const hostOf = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).hostname : 'localhost'

/** Folders are written in full: the server may start elsewhere. */
export const settled = (name: SetupName, value: string): string =>
  isFolder(name, value) ? resolve(value) : value

const isFolder = (name: SetupName, value: string): boolean =>
  value !== '' &&
  (name === 'SCREENING_DIR' ||
    name === 'CANDOR_REPLAY_DIR' ||
    (name === 'BACKUP_TO' && !/^\w+:\/\//.test(value)))

/**
 * Returns why an answer is refused, in a sentence without the value; null: it is accepted. The rules are those of the server's start, and
 * beyond them what a real installation would regret.
 */
export async function refusalOf(
  name: SetupName,
  value: string,
  values: SettingValues,
  installation: Installation,
): Promise<string | null> {
  if (value === '') return null
  return (
    (await special[name]?.(value, installation, values)) ??
    refusedByServer(name, new Map([...values, [name, settled(name, value)]]), installation)
  )
}

type Rule = (
  value: string,
  installation: Installation,
  values: SettingValues,
) => string | null | Promise<string | null>

const special: Partial<Record<SetupName, Rule>> = {
  PUBLIC_URL: (value, { sandbox }) => {
    if (sandbox || !URL.canParse(value)) return null
    const { protocol, hostname, pathname } = new URL(value)
    if (pathname !== '/') return 'PUBLIC_URL has no path: the app is at the top of its address.'
    return protocol === 'https:' || hostname === 'localhost'
      ? null
      : 'PUBLIC_URL must begin with https:// (only localhost may go without): passwords would travel in the open.'
  },
  SMTP_URL: (value, { sandbox }) => {
    if (sandbox || !URL.canParse(value)) return null
    return sentenceOf(() => refuseSmtpOptions(value))
  },
  MAIL_FROM: (value) =>
    /^([^<>@\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value)
      ? null
      : 'MAIL_FROM is not an address of the form Trade <no-reply@trade.example>.',
  CANDOR_FEED: (value) =>
    /^(live|auto|simulated|replay)$/.test(value)
      ? null
      : 'CANDOR_FEED must be live, auto, simulated or replay.',
  CANDOR_CRYPTO_EXCHANGE: (value) =>
    (cryptoChoices as readonly string[]).includes(value)
      ? null
      : `CANDOR_CRYPTO_EXCHANGE must be one of ${cryptoChoices.join(', ')}.`,
  CANDOR_REPLAY_DIR: (value) => folderRefusal(value, constants.R_OK),
  SCREENING_DIR: (value) => folderRefusal(value, constants.R_OK),
  BACKUP_KEY: (value) => sentenceOf(() => refuseNoRecipient(value)),
  BACKUP_TO: (value, { sandbox }, values) => {
    if (!sandbox && !values.has('BACKUP_KEY'))
      return 'BACKUP_TO needs BACKUP_KEY, because a real installation makes only encrypted backups: create a key pair with `candor backup-key` on another machine.'
    return /^\w+:\/\//.test(value) ? null : backupFolderRefusal(value)
  },
}

function folderRefusal(value: string, access: number): string | null {
  const folder = resolve(value)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `There is no folder ${folder}.`
  try {
    accessSync(folder, access)
    return null
  } catch {
    return `${folder} is not open to this user.`
  }
}

function backupFolderRefusal(value: string): string | null {
  try {
    mkdirSync(resolve(value), { recursive: true, mode: 0o700 })
  } catch (error) {
    return `${resolve(value)} cannot be made (${(error as NodeJS.ErrnoException).code}).`
  }
  return folderRefusal(value, constants.W_OK)
}

function refusedByServer(
  name: SetupName,
  values: SettingValues,
  { dataDir }: Installation,
): Promise<string | null> {
  // The feed that was chosen asks for its folder next.
  const lacksFolder = name === 'CANDOR_FEED' || !values.has('CANDOR_REPLAY_DIR')
  const env = { ...Object.fromEntries(values), ...(lacksFolder ? { CANDOR_FEED: '' } : {}) }
  return sentenceOf(() => readConfig(['--data', dataDir], env, process.cwd()))
}

const plain = [ConfigError, DatabaseServerError, StartError]

async function sentenceOf(check: () => unknown): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (plain.some((kind) => error instanceof kind)) return (error as Error).message
    throw error
  }
}
