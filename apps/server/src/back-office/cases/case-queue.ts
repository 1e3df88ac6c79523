import type { QueueEntry } from '@candor/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { readMoment, readOffset } from '../../platform/http/pages.ts'
import type { Json } from '../../platform/json.ts'
import type { CaseKind, CaseLine } from './case-kind.ts'
import { toLineResponse } from './case-response.ts'
import { approvalsOf, approvedOnce, claimsOf } from './claims-store.ts'
import { shownOf } from './shown-case.ts'

export interface QueueRequest {
  readonly state: 'waiting' | 'decided'
  readonly cursor?: string | undefined
  readonly limit: number
}

export interface QueuePage {
  readonly items: QueueEntry[]
  readonly nextCursor: string | null
}

/** Lists the cases of a kind as lines of its queue, each with its claim and whether it awaits a second person. */
export class CaseQueue {
  private readonly db: Database
  private readonly clock: Clock
  private readonly hashOf: (shown: Json) => string

  constructor(db: Database, clock: Clock, hashOf: (shown: Json) => string) {
    this.db = db
    this.clock = clock
    this.hashOf = hashOf
  }

  async page(kind: CaseKind, { state, cursor, limit }: QueueRequest): Promise<QueuePage> {
    if (state === 'waiting') {
      const from = readOffset(cursor)
      const all = await kind.waiting()
      const page = all.slice(from, from + limit)
      const nextCursor = all.length > from + limit ? String(from + limit) : null
      return { items: await this.entries(kind, page), nextCursor }
    }
    const before = readMoment(cursor)
    const page = await kind.closed({ before, limit })
    const nextCursor = page.length < limit ? null : (page.at(-1)?.createdAt.toISOString() ?? null)
    return { items: await this.entries(kind, page), nextCursor }
  }

  async entries(kind: CaseKind, lines: readonly CaseLine[]): Promise<QueueEntry[]> {
    const now = this.clock.now()
    const ids = lines.map(({ id }) => id)
    const claims = await claimsOf(this.db.query, kind.kind, ids, new Date(now))
    const seconds = await this.awaitingSecond(kind, ids)
    return lines.map((line) => {
      const { id } = line
      const shown = { kind: kind.kind, line, claim: claims.get(id), awaitsSecond: seconds.has(id) }
      return toLineResponse(shown, now)
    })
  }

  /** Finds the cases that one person has decided in exactly their current state. Few cases are ever approved, so few are read. */
  private async awaitingSecond(kind: CaseKind, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { query } = this.db
    const found = new Set<string>()
    for (const id of await approvedOnce(query, kind.kind, ids)) {
      const details = await kind.details(query, id, false)
      if (details === null || details.allowed.length === 0) continue
      const approved = { kind: kind.kind, id, hash: this.hashOf(shownOf(kind.kind, details)) }
      const approvals = await approvalsOf(query, approved, { roles: kind.roles, lock: false })
      if (approvals.length > 0) found.add(id)
    }
    return found
  }
}
