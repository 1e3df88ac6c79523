import { type StatementGroup, statementGroupOf } from '@candor/rules/accounts/statement-groups.ts'
import type { Ledger, StatementEntry, StatementRequest } from '../../ledger/ledger.ts'
import { readSequence } from '../../platform/http/pages.ts'

export interface EntryPage {
  readonly group?: StatementGroup | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface FoundEntries {
  readonly entries: readonly StatementEntry[]
  /** Begin of the next page; null at the end. */
  readonly next: string | null
}

/** Entries read at a time, and at most, for one page of a group: a rare one must not read a whole account in one request. */
export const readSize = 500
export const mostRead = 2_000

/**
 * Finds a page of entries, newest first. Of a group, the page ends early when too many entries were read; the next one goes on
 * from there.
 */
export async function findEntries(
  ledger: Pick<Ledger, 'statement'>,
  period: Omit<StatementRequest, 'before' | 'limit'>,
  { group, cursor, limit }: EntryPage,
): Promise<FoundEntries> {
  // One more than requested shows whether there is a next page.
  const size = group === undefined ? limit + 1 : readSize
  const found: StatementEntry[] = []
  let before = readSequence(cursor)
  for (let read = 0; read < mostRead; read += size) {
    const entries = await ledger.statement({ ...period, ...(before !== null && { before }), limit: size })
    found.push(...entries.filter(({ kind }) => group === undefined || statementGroupOf(kind) === group))
    if (found.length > limit) return { entries: found.slice(0, limit), next: String(found[limit - 1]?.seq) }
    if (entries.length < size) return { entries: found, next: null }
    before = entries.at(-1)?.seq ?? null
  }
  return { entries: found, next: before === null ? null : String(before) }
}
