import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { openReceiptSigner, type Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { checkHeads } from '../../proofs/signed-heads/check-heads.ts'
import { withData } from '../open-data.ts'
import { CommandError, say, sayFound } from '../say.ts'

export interface VerifyAuditOptions {
  readonly data: string
  /** Heads saved from `/.well-known/candor-heads.json`. */
  readonly heads?: string
}

/** Verifies the audit log's chain and the published heads, also while a server runs. */
export async function verifyAuditCommand({ data, heads }: VerifyAuditOptions): Promise<void> {
  const savedHeads = heads === undefined ? [] : headsIn(heads)
  const folder = resolve(data)
  if (!existsSync(join(folder, 'keys', 'receipts.pem')))
    throw new CommandError(`There is no key in ${join(folder, 'keys')}: the heads cannot be checked.`)
  const { keySet } = openReceiptSigner(folder)
  const [chain, published] = await withData(data, ({ db }) =>
    Promise.all([checkChain(db), checkHeads(db, keySet, savedHeads)]),
  )
  const findings = [...chain.findings, ...published.findings]
  if (findings.length > 0) sayFound(['the records were tampered with', ...findings].join('\n'))
  else
    say(
      `the audit log is intact: ${chain.entries} entries, head ${chain.head}, ${published.heads} signed heads`,
    )
}

function headsIn(file: string): readonly Receipt[] {
  try {
    const { heads } = JSON.parse(readFileSync(resolve(file), 'utf8')) as { heads: readonly Receipt[] }
    return heads
  } catch {
    throw new CommandError(`${file} contains no heads.`)
  }
}
