import type { Database } from '../../platform/database/database.ts'
import { beforeTheFirst, hashOfLink } from '../audit/audit-chain.ts'
import { isSigned } from '../receipts/is-signed.ts'
import type { KeySet, Receipt } from '../receipts/receipt-keys.ts'
import { rootAfter } from './root-of-rows.ts'
import { bookOf, type HeadDocument, hashOfHead } from './signed-heads.ts'

/**
 * Checks the three records against the published heads: their signatures, that each follows the previous one, and that the rows
 * they cover are unchanged. `kept` are heads that a third party stored; they must be among ours.
 */
export async function checkHeads(
  db: Database,
  keys: KeySet,
  receipts: readonly Receipt[],
): Promise<{ readonly heads: number; readonly findings: readonly string[] }> {
  const rows = await db.query.selectFrom('trust_heads').selectAll().orderBy('number').execute()
  const findings: string[] = []
  const hashes = new Set<string>()
  let last: HeadDocument | null = null
  for (const { document: text, key_id: keyId, signature } of rows) {
    const head: HeadDocument = JSON.parse(text)
    findings.push(...(await faultsOf(db, keys, { keyId, signature, document: head }, last)))
    hashes.add(hashOfHead(head))
    last = head
  }
  for (const head of receipts) {
    const document = head.document as HeadDocument
    if (!hashes.has(hashOfHead(document)))
      findings.push(`the head ${document.number} that was saved is not published here any more`)
  }
  return { heads: rows.length, findings }
}

async function faultsOf(
  db: Database,
  keys: KeySet,
  signed: Receipt & { readonly document: HeadDocument },
  last: HeadDocument | null,
): Promise<string[]> {
  const { document: head } = signed
  const faults: string[] = []
  if (!isSigned(signed, keys)) faults.push(`head ${head.number} is not signed by a known key`)
  if (head.previous !== (last === null ? beforeTheFirst : hashOfHead(last)))
    faults.push(`head ${head.number} does not follow the one before it`)
  if (!(await isInChain(db, head)))
    faults.push(`head ${head.number} covers an audit log that is not this one`)
  for (const book of ['ledger', 'quotes', 'prices'] as const) {
    const to = bookOf(head, book)
    const root = await rootAfter(db, book, bookOf(last, book), to.seq)
    if (root !== to.root) faults.push(`head ${head.number} covers other rows of the ${names[book]}`)
  }
  return faults
}

const names = { ledger: 'ledger', quotes: 'quote journal', prices: 'kept quotes' } as const

async function isInChain(db: Database, { audit }: HeadDocument): Promise<boolean> {
  if (audit.seq === '0') return audit.hash === beforeTheFirst
  const row = await db.query
    .selectFrom('trust_audit')
    .select(['seq', 'previous', 'body', 'hash'])
    .where('seq', '=', BigInt(audit.seq))
    .executeTakeFirst()
  return row !== undefined && row.hash === audit.hash && hashOfLink(row) === audit.hash
}
