import { promisify } from 'node:util'
import { type AsyncZippable, zip } from 'fflate'
import { csvOf } from '../http/csv.ts'

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

/** A list as JSON, and as CSV with a column for each field that any of its records has. */
export function listFiles(path: string, items: readonly Readonly<Record<string, unknown>>[]): ExportFile[] {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const rows = items.map((item) => columns.map((column) => cellOf(item[column])))
  return [jsonFile(`${path}.json`, items), textFile(`${path}.csv`, csvOf([columns, ...rows]))]
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The archive. Packing happens beside the server's other work. */
export async function zipOf(files: readonly ExportFile[]): Promise<Buffer> {
  const contents: AsyncZippable = Object.fromEntries(files.map(({ path, content }) => [path, content]))
  return Buffer.from(await promisify<AsyncZippable, Uint8Array>(zip)(contents))
}
