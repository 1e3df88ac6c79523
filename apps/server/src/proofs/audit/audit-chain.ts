import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

export interface ChainLink {
  readonly seq: bigint
  readonly previous: string
  readonly body: string
  readonly hash: string
}

export interface ChainCheck {
  readonly entries: number
  /** Empty when every link holds. */
  readonly findings: readonly string[]
  /** The hash of the last entry; 64 zeros of an empty log. */
  readonly head: string
}

export const beforeTheFirst = '0'.repeat(64)

/** SHA-256 over the hash before, the number and the text, a line each: what the database computes as well. */
export const hashOfLink = ({ previous, seq, body }: Omit<ChainLink, 'hash'>): string =>
  createHash('sha256').update(`${previous}\n${seq}\n${body}`).digest('hex')

const pageSize = 2_000
const manyFindings = 50

/** Recomputes the whole chain: finds an entry that was changed, removed, inserted or moved. */
export async function checkChain(db: Database): Promise<ChainCheck> {
  const findings: string[] = []
  let last = { seq: 0n, hash: beforeTheFirst }
  let entries = 0
  for (let page = await pageAfter(db, last.seq); page.length > 0; page = await pageAfter(db, last.seq)) {
    for (const link of page) {
      findings.push(...faultsOf(link, last))
      last = link
    }
    entries += page.length
  }
  return { entries, findings: findings.slice(0, manyFindings), head: last.hash }
}

function faultsOf(link: ChainLink, last: { readonly seq: bigint; readonly hash: string }): string[] {
  const missing =
    link.seq === last.seq + 1n ? [] : [`entries ${last.seq + 1n} to ${link.seq - 1n} are missing`]
  const moved = link.previous === last.hash ? [] : [`entry ${link.seq} does not follow the one before it`]
  const changed = hashOfLink(link) === link.hash ? [] : [`entry ${link.seq} was changed`]
  return [...missing, ...moved, ...changed]
}

async function pageAfter(db: Database, seq: bigint): Promise<readonly ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    SELECT seq, previous, body, hash FROM trust_audit WHERE seq > ${seq} ORDER BY seq LIMIT ${pageSize}`.execute(
    db.query,
  )
  return rows
}
