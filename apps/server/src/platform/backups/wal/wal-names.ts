import type { BackupStore } from '../backup-store.ts'

/*
 * lines/<line>/wal/<segment>              segments, and what PostgreSQL writes about them
 * lines/<line>/base/<begun>.base          the cluster and the data folder, as they were copied
 * lines/<line>/bases/<done>_<segment>_<begun>   empty: this base was read back; its first segment, and from when on it can be used
 * lines/<line>/files/<time>.files         files of the data folder that changed
 */

export const linesFolder = 'lines/'

/** Names in the archive of one line. */
export const walName = (line: string, segment: string): string => `${linesFolder}${line}/wal/${segment}`
export const baseName = (line: string, begun: string): string => `${linesFolder}${line}/base/${begun}.base`
export const filesName = (line: string, at: Date): string =>
  `${linesFolder}${line}/files/${stampOf(at)}.files`

/** Segments, parts of a timeline's history, and notes of base backups. */
export const isWalFile = (name: string): boolean =>
  /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/.test(name)

/** Writes a time to the millisecond without separators: names are in the order of time. */
export const stampOf = (at: Date): string => at.toISOString().replace(/[-:.]/g, '')

export function readStamp(stamp: string): number {
  const [, day, hour, minute, second, ms] = /^(\d{8})T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(stamp) ?? []
  if (day === undefined) return Number.NaN
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  return Date.parse(`${date}T${hour}:${minute}:${second}.${ms}Z`)
}

/** A base backup that can be restored. */
export interface StoredBase {
  readonly line: string
  /** Name of its archive in the store. */
  readonly name: string
  readonly begunMs: number
  /** The earliest moment that it can be restored to, epoch ms. */
  readonly doneMs: number
  /** The first segment that it needs. */
  readonly segment: string
  /** Name of the object that says so. */
  readonly entry: string
}

export const baseEntry = (base: {
  readonly line: string
  readonly begun: Date
  readonly done: Date
  readonly segment: string
}): string => `${linesFolder}${base.line}/bases/${stampOf(base.done)}_${base.segment}_${stampOf(base.begun)}`

/** Lists the base backups of all lines, or of one, in the order of their times. */
export async function listBases(store: BackupStore, line: string | null = null): Promise<StoredBase[]> {
  const objects = await store.list(line === null ? linesFolder : `${linesFolder}${line}/bases/`)
  const bases = objects.flatMap(({ name: entry }) => {
    const found = /^lines\/([^/]+)\/bases\/(\w+)_([0-9A-F]{24})_(\w+)$/.exec(entry)
    if (found === null) return []
    const [, of = '', done = '', segment = '', begun = ''] = found
    const times = { doneMs: readStamp(done), begunMs: readStamp(begun) }
    return [{ line: of, name: baseName(of, begun), segment, entry, ...times }]
  })
  return bases.sort((a, b) => a.doneMs - b.doneMs)
}
