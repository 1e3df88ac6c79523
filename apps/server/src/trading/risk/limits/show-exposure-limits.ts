import type { ExposureLimitChange } from '@candor/contract'
import { writeUsdt } from '@candor/money'
import type { Reader } from '../../../platform/database/database.ts'
import { isoOf } from '../../../platform/iso-time.ts'
import { limitChanges } from './exposure-limits-store.ts'

const mostListed = 100

/** Lists the newest changes of exposure limits, of one market or of all. */
export async function showExposureLimits(
  reader: Reader,
  code: string | undefined,
): Promise<{ readonly changes: ExposureLimitChange[] }> {
  const changes = await limitChanges(reader, code, mostListed)
  return {
    changes: changes.map((row) => ({
      code: row.code,
      limit: row.most === null ? null : writeUsdt(row.most),
      reason: row.reason,
      proposedBy: row.proposed_email,
      approvedBy: row.approved_email,
      at: isoOf(row.changed_at),
    })),
  }
}
