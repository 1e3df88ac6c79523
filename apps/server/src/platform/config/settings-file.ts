import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './flags.ts'
import { environmentNames } from './help-text.ts'

export type Settings = ReadonlyMap<string, string>

/** Place of the settings: the file, and whether it is the data folder's own. */
export interface SettingsPlace {
  readonly file: string
  readonly dataDir: string
  /** Named by --settings or CANDOR_SETTINGS; false: candor.env of the data folder. */
  readonly isNamed: boolean
}

/** Read only where a process begins: a file can name neither itself nor another. */
const ofFile = 'CANDOR_SETTINGS'
const dataName = 'CANDOR_DATA'

/** Finds the settings file for these flags and this environment, which may not exist. Paths are relative to `cwd`. */
export function settingsPlace(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): SettingsPlace {
  const dataDir = resolve(cwd, flagOf(args, 'data') ?? (env[dataName] || 'data'))
  const named = flagOf(args, 'settings') ?? (env[ofFile] || null)
  return named === null
    ? { file: join(dataDir, 'candor.env'), dataDir, isNamed: false }
    : { file: resolve(cwd, named), dataDir, isNamed: true }
}

/**
 * Adds the settings of the file to `env`, where a name is not set there; a name that is set and empty stays empty. Refuses with a
 * `ConfigError` a named file that does not exist, an unknown name, and a data folder in the file of another one. Does nothing without a file.
 */
export function applySettings(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): void {
  const place = settingsPlace(args, env, cwd)
  if (!place.isNamed && !existsSync(place.file)) return
  for (const [name, value] of readSettings(place)) if (env[name] === undefined) env[name] = value
}

/** Reads and checks the file. The sentences of a refusal contain no value, which may be secret. */
export function readSettings({ file, dataDir, isNamed }: SettingsPlace): Settings {
  const settings = parseSettings(textOf(file), file)
  const folder = settings.get(dataName)
  if (!isNamed && folder !== undefined && resolve(folder) !== dataDir)
    throw new ConfigError(`${file} names another data folder in ${dataName}: remove that line.`)
  return settings
}

/** Parses lines of the form NAME=value, with comments after #; a value with spaces or # is in quotes. `from` names them in refusals. */
export function parseSettings(text: string, from: string): Settings {
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const name = /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1]
    if (name === undefined) throw new ConfigError(`Line ${at + 1} of ${from} is not of the form NAME=value.`)
    refuseUnknown(name, `line ${at + 1} of ${from}`)
  }
  return new Map(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? '']))
}

function refuseUnknown(name: string, where: string): void {
  if (name === ofFile) throw new ConfigError(`${ofFile} cannot be set in a settings file (${where}).`)
  if (name.startsWith('OTEL_') || environmentNames.includes(name)) return
  throw new ConfigError(`There is no setting ${name} (${where}). Did you mean ${nearestTo(name)}?`)
}

/** Returns the known name with the fewest changed, missing and added letters. */
function nearestTo(name: string): string {
  const [nearest = ''] = environmentNames.toSorted((a, b) => distanceOf(name, a) - distanceOf(name, b))
  return nearest
}

/** Levenshtein distance. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** Writes one line of a settings file. Refuses a value that no quotes can hold. */
export function settingLine(name: string, value: string): string {
  const written = [value, `'${value}'`, `"${value}"`].find(
    (text) => !/[\r\n]/.test(text) && parseEnv(`${name}=${text}`)[name] === value,
  )
  if (written === undefined)
    throw new ConfigError(
      `The value of ${name} has line breaks or both kinds of quotes: set it in the environment.`,
    )
  return `${name}=${written}`
}

function flagOf(args: readonly string[], name: string): string | null {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  const arg = args[at]
  if (arg === undefined) return null
  return (arg === `--${name}` ? args[at + 1] : arg.slice(name.length + 3)) ?? null
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `The settings file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}
