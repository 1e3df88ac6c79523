import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { csvRows } from './csv-rows.ts'
import type { ListedPerson, ListSource } from './screening-tables.ts'
import { UnreadableList } from './unreadable-list.ts'

export interface ListedEntry {
  readonly entry: string
  readonly person: ListedPerson
}

/** The files of each list, under the names their publishers give them. */
export const listFiles: Readonly<Record<ListSource, readonly string[]>> = {
  'ofac-sdn': ['sdn.csv', 'alt.csv'],
  opensanctions: ['targets.simple.csv'],
}

/** The operator's copy of a list. */
export interface ListCopy {
  /** Date of its oldest file. */
  readonly datedAt: Date
  /** Changes with any of its files. */
  readonly mark: string
}

/** Reads the state of a list's files; null when one is missing. */
export async function copyOf(folder: string, source: ListSource): Promise<ListCopy | null> {
  const files = await Promise.all(
    listFiles[source].map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null)
      return found?.isFile() === true ? found : null
    }),
  )
  const found = files.filter((file) => file !== null)
  if (found.length < files.length) return null
  return {
    datedAt: new Date(Math.min(...found.map(({ mtimeMs }) => mtimeMs))),
    mark: found.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join('; '),
  }
}

/** Reads the entries of a list, and adds all its bytes to the hash. A file that is not of its kind or ends too early throws. */
export const entriesOf = (folder: string, source: ListSource, hash: Hash): AsyncGenerator<ListedEntry> => {
  const rowsOf = (name: string) => csvRows(chunksOf(folder, name, hash))
  return source === 'ofac-sdn' ? ofacEntries(rowsOf) : openSanctionsEntries(rowsOf)
}

type RowsOf = (name: string) => AsyncGenerator<string[]>

async function* chunksOf(folder: string, name: string, hash: Hash): AsyncGenerator<string> {
  // No cases: one file, chunk after chunk
  for await (const chunk of createReadStream(join(folder, name), { encoding: 'utf8' })) {
    hash.update(chunk)
    yield chunk
  }
}

/** OFAC writes `-0-` for nothing. */
const givenIn = (field = ''): string => (field.trim() === '-0-' ? '' : field.trim())
const isGiven = (text: string): boolean => text !== ''

/** `alt.csv`: number of the entry, number of the alias, its kind, the alias. */
async function ofacAliases(rowsOf: RowsOf): Promise<ReadonlyMap<string, readonly string[]>> {
  const aliases = new Map<string, string[]>()
  // No cases: one file, row after row
  for await (const [number, , , alias] of rowsOf('alt.csv'))
    aliases.set(givenIn(number), [...(aliases.get(givenIn(number)) ?? []), givenIn(alias)])
  return aliases
}

const withoutName: ReadonlySet<string> = new Set(['vessel', 'aircraft'])

/** `sdn.csv`: number, name, type, programmes, title, six columns of vessels, remarks. */
async function* ofacEntries(rowsOf: RowsOf): AsyncGenerator<ListedEntry> {
  const aliases = await ofacAliases(rowsOf)
  // No cases: one file, row after row
  for await (const row of rowsOf('sdn.csv')) {
    if (row.length < 12) throw new UnreadableList(`sdn.csv: a row has ${row.length} columns instead of 12`)
    const [entry = '', name = '', type = '', programs = ''] = row.map(givenIn)
    const names = [name, ...(aliases.get(entry) ?? [])].filter(isGiven)
    if (!withoutName.has(type))
      yield { entry, person: ofacPerson({ names, type, programs }, givenIn(row[11])) }
  }
}

function ofacPerson(
  { names, type, programs }: { readonly names: string[]; readonly type: string; readonly programs: string },
  remarks: string,
): ListedPerson {
  const afterWord = (pattern: RegExp) => [...remarks.matchAll(pattern)].map(([, match = '']) => match.trim())
  return {
    kind: type === 'individual' ? 'person' : 'organisation',
    names,
    births: afterWord(/\bDOB ([^;.]+)/g),
    countries: afterWord(/\bnationality ([^;.]+)/gi).join(', '),
    programs,
  }
}

const withoutPerson: ReadonlySet<string> = new Set([
  'Vessel',
  'Airplane',
  'CryptoWallet',
  'Security',
  'Address',
])

/** `targets.simple.csv`: named columns, some with several values between semicolons. */
async function* openSanctionsEntries(rowsOf: RowsOf): AsyncGenerator<ListedEntry> {
  let header: readonly string[] | null = null
  // No cases: one file, row after row
  for await (const row of rowsOf('targets.simple.csv')) {
    if (header === null) {
      header = openSanctionsHeader(row)
      continue
    }
    if (row.length !== header.length)
      throw new UnreadableList(
        `targets.simple.csv: a row has ${row.length} columns instead of ${header.length}`,
      )
    const columns = new Map(header.map((name, index) => [name, (row[index] ?? '').trim()]))
    const { entry, schema, person } = openSanctionsEntry((name) => columns.get(name) ?? '')
    if (!withoutPerson.has(schema)) yield { entry, person: person }
  }
}

function openSanctionsHeader(row: readonly string[]): readonly string[] {
  const header = row.map((name) => name.replace(/^\uFEFF/, ''))
  const missing = ['id', 'schema', 'name', 'aliases', 'birth_date'].find((name) => !header.includes(name))
  if (missing !== undefined) throw new UnreadableList(`targets.simple.csv has no column ${missing}`)
  return header
}

function openSanctionsEntry(column: (name: string) => string): ListedEntry & { readonly schema: string } {
  const several = (name: string) =>
    column(name)
      .split(';')
      .map((one) => one.trim())
      .filter(isGiven)
  const schema = column('schema')
  return {
    entry: column('id'),
    schema,
    person: {
      kind: schema === 'Person' ? 'person' : 'organisation',
      names: [column('name'), ...several('aliases')].filter(isGiven),
      births: several('birth_date'),
      countries: several('countries').join(', '),
      programs: several('sanctions').join('; ') || column('dataset'),
    },
  }
}
