import { randomUUID } from 'node:crypto'
import type { Database } from '../../../platform/database/database.ts'
import { changeLimit } from './exposure-limits-store.ts'

/** Sets the exposure limit of a market in USDT's smallest unit, or removes it, as two operators who are made for it. */
export async function setLimit(db: Database, code: string, most: bigint | null): Promise<void> {
  const [id, proposedBy, approvedBy] = [randomUUID(), randomUUID(), randomUUID()]
  await db.pool.query(
    `INSERT INTO operators_people (id, email, email_key, role, password_hash, totp_secret, created_at)
     SELECT id, id || '@candor.example', id || '@candor.example', 'risk', '-', 'sealed:-', now() FROM unnest($1::uuid[]) id`,
    [[proposedBy, approvedBy]],
  )
  await db.pool.query(
    `INSERT INTO operators_proposals (id, kind, payload, summary, reason, proposed_by, proposed_at, expires_at, status, decided_by, decided_at)
     VALUES ($1, 'risk.exposureLimit', '{}', 'a limit', 'a test', $2, now(), now() + interval '1 day', 'approved', $3, now())`,
    [id, proposedBy, approvedBy],
  )
  await db.transaction((tx) =>
    changeLimit(tx, { ...{ id, code, most, reason: 'a test' }, proposedBy, approvedBy, at: Date.now() }),
  )
}
