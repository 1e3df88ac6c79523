import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Json } from '../../platform/json.ts'
import { canonicalJson } from '../canonical-json.ts'

export interface AuditWrite {
  /** An operator's id, `service-token:<id>`, or what acted by itself: `system`, `command-line`. */
  readonly actor: string
  /** Dotted, the capability first: `funding.withdrawal.approve`. */
  readonly action: string
  /** Object of the action: `withdrawal:<id>`, `customer:<id>`, `parameter:<key>`. */
  readonly subject: string
  readonly reason?: string | null
  /** State before and after. Data that must not be copied here (photos, card numbers) is recorded as a hash. */
  readonly before?: Json
  readonly after?: Json
}

/**
 * Writes one entry of the audit log within the transaction of its action: both are committed, or neither. Call it last: from
 * here on, writers wait for each other's commit.
 */
export interface Audit {
  write(tx: Tx, entry: AuditWrite): Promise<void>
  /** Checks whether the actor did this to the same subject since a moment (epoch ms): reading a page again is no further look. */
  wasWritten(
    db: Kysely<Schema>,
    entry: Pick<AuditWrite, 'actor' | 'action' | 'subject'>,
    since: number,
  ): Promise<boolean>
}

export function createAudit(clock: Clock): Audit {
  return {
    write: async (tx, { actor, action, subject, reason = null, before = null, after = null }) => {
      const body = canonicalJson({ at: clock.now(), actor, action, subject, reason, before, after })
      await sql`SELECT trust_audit_write(${body})`.execute(tx)
    },
    wasWritten: async (db, { actor, action, subject }, since) => {
      const row = await db
        .selectFrom('trust_audit')
        .select('seq')
        .where('subject', '=', subject)
        .where('actor', '=', actor)
        .where('action', '=', action)
        .where('at', '>', BigInt(since))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
