import { existsSync, readFileSync } from 'node:fs'
import { parseSettings, readSettings, type SettingsPlace } from '../../platform/config/settings-file.ts'
import { CommandError } from '../say.ts'
import type { SettingValues } from './check-value.ts'
import { type SetupName, type SetupSetting, setupSettings } from './setup-settings.ts'

export interface SetupOptions {
  readonly data?: string
  readonly settings?: string
  /** File with further answers, in the form of a settings file; `-`: standard input. */
  readonly from?: string
  readonly yes?: boolean
  readonly sandbox?: boolean
  /** Addresses of the first admins. */
  readonly admin?: readonly string[]
  readonly sendAgain?: boolean
  /** Values of the flags of `setupSettings`, by the names that commander gives them. */
  readonly [flag: string]: unknown
}

/** SettingValues given before anything is asked. */
export interface Given {
  /** By flags, `--from`, the environment or the settings of before, in this order; empty: not set. */
  readonly of: (name: SetupName) => string | undefined
  /** Tells whether a flag answers it. */
  readonly byFlag: (name: SetupName) => boolean
  /** Settings that setup does not ask for. */
  readonly others: SettingValues
}

/** Reads the settings of before; none where there is no file yet. */
export const settingsOfBefore = (place: SettingsPlace): SettingValues =>
  existsSync(place.file) ? readSettings(place) : new Map()

const settingOf = (name: SetupName): SetupSetting =>
  setupSettings.find((setting) => setting.name === name) as SetupSetting

const optionName = (flag: string): string =>
  flag.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Gathers what was given. */
export function readGivenValues(options: SetupOptions, before: SettingValues): Given {
  const from = options.from === undefined ? new Map<string, string>() : readFrom(options.from)
  const flagValue = (name: SetupName): string | undefined => {
    const { flag } = settingOf(name)
    const value = flag === undefined ? undefined : options[optionName(flag)]
    return typeof value === 'string' ? value : undefined
  }
  const collected = new Set<string>([
    ...setupSettings.map(({ name }) => name),
    'CANDOR_DATA',
    'CANDOR_SANDBOX',
  ])
  return {
    of: (name) => flagValue(name) ?? from.get(name) ?? process.env[name] ?? before.get(name),
    byFlag: (name) => flagValue(name) !== undefined,
    others: new Map([...before, ...from].filter(([name]) => !collected.has(name))),
  }
}

function readFrom(file: string): SettingValues {
  try {
    return parseSettings(
      readFileSync(file === '-' ? 0 : file, 'utf8'),
      file === '-' ? 'standard input' : file,
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('E') !== true) throw error
    throw new CommandError(`The values in ${file} cannot be read (${code}).`)
  }
}
