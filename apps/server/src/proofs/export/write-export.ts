import { csvLines, csvOf } from '../../platform/http/files/csv.ts'
import type { UnnamedFile } from '../../platform/http/files/unnamed-file.ts'
import type { ZipEntry } from './zip-pieces.ts'

/** One file of an export that is whole in memory: its path within the archive, and its content. */
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

export type Item = Readonly<Record<string, unknown>>

/** A list of any length for an export: its pages are on disk until each of the list's files is written. */
export class ListOnDisk {
  private readonly file: UnnamedFile
  private readonly columns = new Set<string>()
  private readonly places: { readonly at: number; readonly bytes: number }[] = []

  constructor(file: UnnamedFile) {
    this.file = file
  }

  async push(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return
    for (const column of items.flatMap(Object.keys)) this.columns.add(column)
    const page = encoder.encode(JSON.stringify(items))
    this.places.push({ at: this.file.bytes, bytes: page.length })
    await this.file.append(page)
  }

  /** Reads its pages as they were added. */
  async *pages(): AsyncGenerator<readonly Item[]> {
    for (const { at, bytes } of this.places)
      yield JSON.parse((await this.file.read(at, bytes)).toString()) as readonly Item[]
  }

  /** The list as JSON, and as CSV with a column for each field that any of its records has. */
  files(path: string): readonly ZipEntry[] {
    return [
      { path: `${path}.json`, content: this.json() },
      { path: `${path}.csv`, content: this.csv() },
    ]
  }

  private async *json(): AsyncGenerator<Uint8Array> {
    let begin = '['
    for await (const page of this.pages()) {
      const texts = page.map((item) => JSON.stringify(item, null, 2).replaceAll('\n', '\n  '))
      yield encoder.encode(`${begin}\n  ${texts.join(',\n  ')}`)
      begin = ','
    }
    yield encoder.encode(begin === '[' ? '[]\n' : '\n]\n')
  }

  private async *csv(): AsyncGenerator<Uint8Array> {
    const header = [...this.columns]
    yield encoder.encode(csvOf([header]))
    for await (const page of this.pages())
      yield encoder.encode(csvLines(page.map((item) => header.map((column) => cellOf(item[column])))))
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
