import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import { csvLines, csvOf } from '../http/csv.ts'
import { inTurns } from '../jobs/in-turns.ts'

/** One file of an export: its path within the archive, and its content. */
export interface ExportFile {
  readonly path: string
  readonly content: Uint8Array
}

const encoder = new TextEncoder()

export const jsonFile = (path: string, value: unknown): ExportFile => ({
  path,
  content: encoder.encode(`${JSON.stringify(value, null, 2)}\n`),
})
export const textFile = (path: string, text: string): ExportFile => ({ path, content: encoder.encode(text) })

type Item = Readonly<Record<string, unknown>>

const itemsPerTurn = 200

/** A list as JSON, and as CSV with a column for each field that any of its records has; written some hundred records a turn. */
export const listFiles = (path: string, items: readonly Item[]): Promise<ExportFile[]> =>
  inTurns(writeList(path, items))

function* writeList(path: string, items: readonly Item[]): Generator<void, ExportFile[]> {
  const columns = new Set<string>()
  const json: Uint8Array[] = []
  for (const page of pagesOf(items)) {
    for (const column of page.flatMap(Object.keys)) columns.add(column)
    const texts = page.map((item) => JSON.stringify(item, null, 2).replaceAll('\n', '\n  '))
    json.push(encoder.encode(`${json.length === 0 ? '[' : ','}\n  ${texts.join(',\n  ')}`))
    yield
  }
  json.push(encoder.encode(json.length === 0 ? '[]\n' : '\n]\n'))
  const header = [...columns]
  const csv = [encoder.encode(csvOf([header]))]
  for (const page of pagesOf(items)) {
    csv.push(encoder.encode(csvLines(page.map((item) => header.map((column) => cellOf(item[column]))))))
    yield
  }
  return [
    { path: `${path}.json`, content: Buffer.concat(json) },
    { path: `${path}.csv`, content: Buffer.concat(csv) },
  ]
}

function* pagesOf(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += itemsPerTurn) yield items.slice(from, from + itemsPerTurn)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const deflate = promisify(deflateRaw)
const pieceBytes = 4 * 1024 * 1024
/** PKZIP's number for what zlib makes. */
const deflated = 8

/** The archive: packed file by file in zlib's own threads, so that everything else has its turn meanwhile. */
export async function zipOf(files: readonly ExportFile[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const failures: Error[] = []
  const archive = new Zip((failure, chunk) => {
    if (failure !== null) failures.push(failure)
    else chunks.push(chunk)
  })
  for (const { path, content } of files) {
    const [packed, crc] = [await deflate(content), await checksumOf(content)]
    const entry: ZipInputFile = { filename: path, size: content.length, crc, compression: deflated }
    archive.add(entry)
    entry.ondata?.(null, packed, true)
  }
  archive.end()
  if (failures[0] !== undefined) throw failures[0]
  return Buffer.concat(chunks)
}

async function checksumOf(content: Uint8Array): Promise<number> {
  let crc = 0
  for (let from = 0; from < content.length; from += pieceBytes) {
    if (from > 0) await nextTurn()
    crc = crc32(content.subarray(from, from + pieceBytes), crc)
  }
  return crc
}
