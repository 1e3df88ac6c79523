import { UnreadableList } from './unreadable-list.ts'

/**
 * Reads comma-separated rows from a stream of text: quoted fields can contain commas, line ends and doubled quotes. A file that
 * ends within one throws.
 */
export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  const reader = new RowReader()
  // No cases: one file, chunk after chunk
  for await (const chunk of chunks) yield* reader.read(chunk)
  yield* reader.end()
}

/** Of a line, and of a file as old systems end one. */
const endMarks: ReadonlySet<string> = new Set(['\r', '\u001a'])

class RowReader {
  private row: string[] = []
  private field = ''
  private quoted = false
  /** A quote within a quoted field: its end, or the first of two. */
  private atQuote = false

  /** Reads a character of a quoted field; false: it belongs to none. */
  private takes(sign: string): boolean {
    if (this.atQuote) {
      this.atQuote = false
      this.quoted = sign === '"'
      if (this.quoted) this.field += sign
      return this.quoted
    }
    if (!this.quoted) return false
    if (sign === '"') this.atQuote = true
    else this.field += sign
    return true
  }

  *read(chunk: string): Generator<string[]> {
    for (const sign of chunk) {
      if (this.takes(sign)) continue
      if (sign === '\n') yield* this.endRow()
      else this.takePlain(sign)
    }
  }

  *end(): Generator<string[]> {
    if (this.quoted && !this.atQuote) throw new UnreadableList('the file ends within a quoted field')
    if (this.field !== '' || this.row.length > 0) yield* this.endRow()
  }

  private takePlain(sign: string): void {
    if (sign === ',') this.endField()
    else if (sign === '"' && this.field === '') this.quoted = true
    else if (!endMarks.has(sign)) this.field += sign
  }

  private endField(): void {
    this.row.push(this.field)
    this.field = ''
  }

  private *endRow(): Generator<string[]> {
    this.endField()
    const row = this.row
    this.row = []
    if (row.length > 1 || row[0] !== '') yield row
  }
}
