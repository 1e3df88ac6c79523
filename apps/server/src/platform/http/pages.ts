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

/**
 * Reads a cursor that is a sequence number; null without one. Refuses `invalidInput` for any other text; `issue` is the word that the
 * call's clients know.
 */
export function readSequence(
  cursor: string | undefined,
  issue: 'unknown' | 'invalid' = 'unknown',
): bigint | null {
  if (cursor === undefined) return null
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor)
  throw new Refusal('invalidInput', { issues: [{ path: 'cursor', code: issue }] })
}
