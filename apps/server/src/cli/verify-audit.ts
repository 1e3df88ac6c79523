import { checkChain } from '../trust/audit-chain.ts'
import { withData } from './open-data.ts'
import { say, sayFound } from './say.ts'

/** Computes the audit log's chain again, beside a running server too. */
export async function verifyAuditCommand(data: string): Promise<void> {
  const { entries, findings, head } = await withData(data, ({ db }) => checkChain(db))
  if (findings.length > 0) sayFound(['the audit log was tampered with', ...findings].join('\n'))
  else say(`the audit log holds: ${entries} entries, head ${head}`)
}
