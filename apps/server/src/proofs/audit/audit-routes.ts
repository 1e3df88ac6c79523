import type { AuditEntry } from '@candor/contract'
import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import { readSequence } from '../../platform/http/pages.ts'
import { type HeadDocument, hashOfHead } from '../signed-heads/signed-heads.ts'
import { checkChain } from './audit-chain.ts'

interface AuditRequest {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The audit log for the console: reading it and computing it again. Nothing here writes. */
export const auditHandlers = (db: Database) =>
  ({
    opsAudit: async (request) => {
      const items = await auditPage(db, request)
      const last = items.at(-1)
      return {
        items,
        nextCursor: items.length < request.limit || last === undefined ? null : String(last.seq),
      }
    },
    opsAuditCheck: async () => {
      const { entries, findings, head } = await checkChain(db)
      return { entries, findings: [...findings], head, signed: await newestHead(db) }
    },
  }) satisfies OpsHandlers

/** The newest head that was signed and published; null before the first. */
export async function newestHead(db: Database) {
  const row = await db.query
    .selectFrom('trust_heads')
    .select(['document', 'key_id'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const head: HeadDocument = JSON.parse(row.document)
  return { number: head.number, at: head.at, hash: hashOfHead(head), keyId: row.key_id }
}

async function auditPage(db: Database, request: AuditRequest): Promise<AuditEntry[]> {
  let query = db.query
    .selectFrom('trust_audit as a')
    .leftJoin('operators_actors as p', 'p.actor', 'a.actor')
    .select(['a.seq', 'a.body', 'a.hash', 'a.actor', 'p.name'])
    .orderBy('a.seq', 'desc')
    .limit(request.limit)
  const before = readSequence(request.cursor)
  if (before !== null) query = query.where('a.seq', '<', before)
  if (request.actor !== undefined)
    query = query.where((eb) =>
      eb.or([eb('a.actor', '=', request.actor ?? ''), eb('p.name', '=', request.actor ?? '')]),
    )
  if (request.action !== undefined)
    query = query.where('a.action', 'like', `${request.action.replaceAll(/[%_\\]/g, '\\$&')}%`)
  if (request.subject !== undefined) query = query.where('a.subject', '=', request.subject)
  return (await query.execute()).map(({ seq, body, hash, actor, name }) =>
    entryOf(Number(seq), body, hash, name ?? actor),
  )
}

interface Body {
  readonly at: number
  readonly action: string
  readonly subject: string
  readonly reason: string | null
  readonly before: unknown
  readonly after: unknown
}

function entryOf(seq: number, text: string, hash: string, actor: string): AuditEntry {
  const { at, action, subject, reason, before, after } = JSON.parse(text) as Body
  return { seq, at: new Date(at).toISOString(), actor, action, subject, reason, before, after, hash }
}
