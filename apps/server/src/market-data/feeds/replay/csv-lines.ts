import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Consecutive lines of a file. */
export interface CsvLines {
  /** Number of the first of them; a file begins with line 1. */
  readonly first: number
  readonly lines: readonly string[]
}

/**
 * Yields the lines of a file, unpacked if its name ends in `.gz`, as they are read: a slow reader makes the file wait. Throws
 * the error of the file system or of the unpacking.
 */
export async function* readCsvLines(file: string): AsyncGenerator<CsvLines> {
  const raw = createReadStream(file)
  // The reader gets the error of either stream.
  const source = file.endsWith('.gz') ? pipeline(raw, createGunzip(), () => undefined) : raw
  let rest = ''
  let first = 1
  try {
    for await (const chunk of source) {
      const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield { first, lines: lines.map(withoutReturn) }
      first += lines.length
    }
  } finally {
    source.destroy()
  }
  yield { first, lines: [withoutReturn(rest)] }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
