import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { IntervalName, Market } from '@candor/rules'
import { recordingName } from '../feeds/replay/recording.ts'
import { ImportError } from './import-error.ts'
import { type ImportedFile, type ImportOptions, importFile } from './import-file.ts'

export interface FolderChoice {
  readonly dir: string
  /** Every listed market. */
  readonly markets: readonly Market[]
  /** Imports only this market's files, and takes those whose names say no market for its own. */
  readonly market: Market | null
  /** Length of the candles in files of candles; null: as each file says. */
  readonly interval: IntervalName | null
}

/** A file's outcome, as soon as it is known. */
export type FileOutcome =
  | { readonly file: string; readonly code: string; readonly imported: ImportedFile | null }
  | { readonly refused: string }

/** Names of the files in a folder that can be imported, in their order. Throws the file system's error. */
export async function listImportFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.csv(\.gz)?$/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

/** Imports the files of a folder one after the other. A file that is refused holds up no other. */
export async function* importFolder(
  options: ImportOptions,
  names: readonly string[],
  { dir, markets, market: wanted, interval }: FolderChoice,
): AsyncGenerator<FileOutcome> {
  for (const name of names) {
    try {
      const market = marketOf(name, markets, wanted)
      if (market === null) continue
      const file = { path: join(dir, name), market, interval, now: options.clock.now() }
      yield { file: name, code: market.code, imported: await importFile(options, file) }
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      yield { refused: error.message }
    }
  }
}

/** The market that a file's name begins with, or the one named; null: a market that is not asked for. */
function marketOf(name: string, markets: readonly Market[], wanted: Market | null): Market | null {
  const [code = ''] = name.toUpperCase().split(/[._-]/)
  const market = markets.find((one) => one.code === code)
  if (market !== undefined) return wanted === null || wanted.code === market.code ? market : null
  if (wanted !== null && !recordingName.test(name)) return wanted
  throw new ImportError(
    name,
    null,
    `there is no market ${code}: a name begins with a market’s code, such as BTCUSDT.2026.csv`,
  )
}
