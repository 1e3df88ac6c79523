import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { settingLine } from '../../platform/config/settings-file.ts'
import { CommandError } from '../say.ts'
import type { SettingValues } from './check-value.ts'
import { type SetupSetting, setupSettings } from './setup-settings.ts'

const head = `# Settings of Candor, written by \`candor setup\`, which also changes them: it keeps every setting, and no comment of yours.
# The environment takes precedence over this file. It contains passwords: only its owner may read it, and no backup contains it.
`

const sandboxAbout = 'A sandbox, for trying out, or a real installation. Permanent: the database has it too.'

/** Writes what each setting is for, the settings themselves, and those that setup does not ask for at the end. */
export function settingsText(values: SettingValues): string {
  const collected: readonly { readonly name: string; readonly about: string }[] = [
    { name: 'CANDOR_DATA', about: 'Folder for database, keys and files.' },
    { name: 'CANDOR_SANDBOX', about: sandboxAbout },
    ...(setupSettings as readonly SetupSetting[]),
  ]
  const others = [...values].filter(([name]) => !collected.some((one) => one.name === name))
  const lines = collected.map(({ name, about }) => {
    const value = values.get(name)
    return `# ${about}\n${value === undefined ? `# ${name}=` : settingLine(name, value)}\n`
  })
  const rest = others.map(([name, value]) => settingLine(name, value))
  return [head, ...lines, ...(rest.length === 0 ? [] : [`# Other settings\n${rest.join('\n')}\n`])].join('\n')
}

/** Lists what differs from the settings of before, a line each; what may be secret is not shown. */
export function changesOf(before: SettingValues, after: SettingValues): string[] {
  const secrets = new Set(
    (setupSettings as readonly SetupSetting[])
      .filter(({ secret }) => secret === true)
      .map(({ name }) => name),
  )
  const shown = (name: string, value: string | undefined): string => {
    if (value === undefined) return 'not set'
    return secrets.has(name) ? '(secret)' : value
  }
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${shown(name, before.get(name))} → ${shown(name, after.get(name))}`)
}

/** Writes the file, which has its name once it is whole and on the disk, for its owner alone: that of the folder, if root writes it. */
export function writeSettings(file: string, text: string): void {
  const part = `${file}.part`
  try {
    mkdirSync(dirname(file), { recursive: true })
    rmSync(part, { force: true })
    const opened = openSync(part, 'wx', 0o600)
    try {
      writeSync(opened, text)
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    const { uid, gid } = statSync(dirname(file))
    if (process.getuid?.() === 0) chownSync(part, uid, gid)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('E') !== true) throw error
    throw new CommandError(`${file} cannot be written (${code}). Nothing was changed.`)
  }
}
