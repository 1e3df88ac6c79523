import type { ExecutionDocument } from '@candor/contract'
import type { Database } from '../../platform/database/database.ts'
import { beforeTheFirst } from '../audit/audit-chain.ts'
import { isSigned } from '../receipts/is-signed.ts'
import type { KeySet } from '../receipts/receipt-keys.ts'
import { hashOfReport } from './publish-reports.ts'

/** Checks that every published execution report is signed by a known key and follows the one before it. */
export async function checkReports(
  db: Database,
  keys: KeySet,
): Promise<{ readonly reports: number; readonly findings: readonly string[] }> {
  const rows = await db.query
    .selectFrom('trust_executions')
    .select(['date', 'document', 'key_id', 'signature'])
    .orderBy('number')
    .execute()
  const findings: string[] = []
  let previous = beforeTheFirst
  for (const { date, document: text, key_id: keyId, signature } of rows) {
    const document: ExecutionDocument = JSON.parse(text)
    if (!isSigned({ keyId, signature, document }, keys))
      findings.push(`the execution report of ${date} is not signed by a known key`)
    if (document.previous !== previous)
      findings.push(`the execution report of ${date} does not follow the one before it`)
    previous = hashOfReport(document)
  }
  return { reports: rows.length, findings }
}
