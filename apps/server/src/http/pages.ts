import { Refusal } from './refusal.ts'

/** What a list is asked for: where the page before ended, and how many. */
export interface PageAsk {
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * One page of a list that can grow: `read` gets the sequence the page before ended with and one more than asked for, which tells whether
 * there is a next page. Refuses `invalidInput` for a cursor that is none of ours.
 */
export async function readPage<Row extends { readonly sequence: bigint }>(
  { cursor, limit }: PageAsk,
  read: (before: bigint | null, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const found = await read(cursor === undefined ? null : sequenceOf(cursor), limit + 1)
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > rows.length ? String(rows.at(-1)?.sequence) : null }
}

function sequenceOf(cursor: string): bigint {
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor)
  throw new Refusal('invalidInput', { issues: [{ path: 'cursor', code: 'unknown' }] })
}
