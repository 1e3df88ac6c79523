import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decimal, type Fraction } from './fractions.ts'

/** One recorded quote. */
export interface Row {
  readonly code: string
  readonly time: number
  readonly bid: Fraction
  readonly ask: Fraction
  readonly index: number
}

/** Every row of the folder's recordings of these markets, by time, then code, then row. */
export function readRows(dir: string, codes: readonly string[]): Row[] {
  const rows = readdirSync(dir)
    .filter((name) => name.endsWith('.csv.gz') && codes.includes(name.split('.')[0] ?? ''))
    .flatMap((name) => rowsOf(dir, name))
  return rows.sort(
    (a, b) => a.time - b.time || (a.code < b.code ? -1 : a.code > b.code ? 1 : a.index - b.index),
  )
}

function rowsOf(dir: string, name: string): Row[] {
  const [code = ''] = name.split('.')
  const lines = gunzipSync(readFileSync(join(dir, name)))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
  return lines.map((line, index) => {
    const [time = '', bid = '', ask = ''] = line.trim().split(',')
    return { code, time: Number(time), bid: decimal(bid), ask: decimal(ask), index }
  })
}

/** Returns the folder of recorded quotes next to the repository; null when it is missing. */
export const recordedFolder = (): string | null => {
  const dir = join(import.meta.dirname, '../../../../../../shared/market-data')
  return existsSync(dir) ? dir : null
}
