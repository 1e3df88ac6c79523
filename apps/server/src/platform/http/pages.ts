import { isUuid } from '../uuid.ts'
import { Refusal } from './refusal.ts'

/** Number of rows read and written in one turn: more would delay other work. */
const filePage = 300

/** Requested page of a list: the end of the page before, and the number of rows. */
export interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * Reads one page of a list that can grow. `read` gets the sequence at which the previous page ended and a limit one above the
 * requested one, to detect a next page. Refuses `invalidInput` for an unknown cursor.
 */
export async function readPage<Row extends { readonly sequence: bigint }>(
  { cursor, limit }: PageRequest,
  read: (before: bigint | null, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const found = await read(readSequence(cursor), limit + 1)
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > rows.length ? String(rows.at(-1)?.sequence) : null }
}

/** Reads a list to its end, newest first, a page at a time. */
export async function* everyPage<Row extends { readonly sequence: bigint }>(
  read: (before: bigint | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before: bigint | null = null
  for (;;) {
    const rows: Row[] = await read(before, filePage)
    if (rows.length > 0) yield rows
    before = rows.at(-1)?.sequence ?? null
    if (rows.length < filePage) return
  }
}

/** The word that the call's clients know for a cursor that is none. */
type CursorIssue = 'unknown' | 'invalid'

const refuseCursor = (issue: CursorIssue): Refusal =>
  new Refusal('invalidInput', { issues: [{ path: 'cursor', code: issue }] })

/** Reads the parts of a cursor by its pattern; null without one. Refuses `invalidInput` for any other text. */
export function readCursor(
  cursor: string | undefined,
  pattern: RegExp,
  issue: CursorIssue = 'unknown',
): readonly string[] | null {
  if (cursor === undefined) return null
  const found = pattern.exec(cursor)
  if (found === null) throw refuseCursor(issue)
  return found.slice(1)
}

/** Reads a cursor that is a sequence number; null without one. Refuses `invalidInput` for any other text. */
export function readSequence(cursor: string | undefined, issue: CursorIssue = 'unknown'): bigint | null {
  const [sequence] = readCursor(cursor, /^(\d{1,18})$/, issue) ?? []
  return sequence === undefined ? null : BigInt(sequence)
}

/** Reads a cursor that is a number of rows to skip; 0 without one. Refuses `invalidInput` for any other text. */
export const readOffset = (cursor: string | undefined): number =>
  Number(readCursor(cursor, /^(\d{1,9})$/)?.[0] ?? 0)

/** Reads a cursor that is a moment in ISO 8601; the end of time without one. Refuses `invalidInput` for any other text. */
export function readMoment(cursor: string | undefined): Date {
  const moment = cursor === undefined ? new Date(8.64e15) : new Date(cursor)
  if (Number.isNaN(moment.getTime())) throw refuseCursor('invalid')
  return moment
}

/** Reads a cursor that is a row's id; undefined without one. Refuses `invalidInput` for any other text. */
export function readId(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !isUuid(cursor)) throw refuseCursor('unknown')
  return cursor
}
