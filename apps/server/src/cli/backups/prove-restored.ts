import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkSignedMessage } from '../../funding/chain/signed-message.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { countByAsset } from '../../ledger/reports/money-report.ts'
import type { Database } from '../../platform/database/database.ts'
import { isSandbox } from '../../platform/database/installation.ts'
import { readClockOffset } from '../../platform/jobs/moved-clock.ts'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { checkReports } from '../../proofs/execution/check-reports.ts'
import { checkLiabilities } from '../../proofs/liabilities/check-liabilities.ts'
import { openReceiptSigner, type ReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { publishedKeys } from '../../proofs/receipts/receipts-since.ts'
import { checkHeads } from '../../proofs/signed-heads/check-heads.ts'
import { say } from '../say.ts'
import { checkReceipts } from './check-receipts.ts'

/** Result of one check: how much it covered, and what is wrong. */
interface Checked {
  readonly covered: string
  readonly findings: readonly string[]
}

/** A line of the proof, for the person who restores. */
export interface ProofLine extends Checked {
  readonly name: string
  readonly tookMs: number
}

/** Receipts of the newest closed positions. */
const mostReceipts = 1_000
/** Quotes of the last seconds may not have been stored yet when the state was taken, and receipts show them. */
const unsettledMs = 5_000

/** Checks restored data as its customers and auditors could: the ledger, the audit log, everything that was signed, and receipts. */
async function proveRestored(
  db: Database,
  { dataDir, at }: { readonly dataDir: string; readonly at: Date },
): Promise<readonly ProofLine[]> {
  const lines = [await timed('ledger', () => proveLedger(db))]
  if (!existsSync(join(dataDir, 'keys', 'receipts.pem'))) {
    const chain = await timed('audit log', async () => {
      const { entries, findings } = await checkChain(db)
      return {
        covered: `${entries} entries; the backup has no key that signed heads could be checked with`,
        findings,
      }
    })
    return [...lines, chain]
  }
  const signer = openReceiptSigner(dataDir)
  lines.push(await timed('audit log', () => proveAudit(db, signer)))
  lines.push(await timed('signed documents', () => proveDocuments(db, signer)))
  lines.push(await timed('receipts', () => proveReceipts(db, signer, at)))
  return lines
}

/** Proves restored data: `check` returns what is wrong, and `lines` what was checked. */
export function proofIn(dataDir: string) {
  let lines: readonly ProofLine[] = []
  const check = async (db: Database, at: Date): Promise<readonly string[]> => {
    lines = await proveRestored(db, { dataDir, at })
    return lines.flatMap(({ findings }) => findings)
  }
  return { check, lines: () => lines }
}

async function timed(name: string, check: () => Promise<Checked>): Promise<ProofLine> {
  const from = performance.now()
  const checked = await check()
  return { name, ...checked, tookMs: performance.now() - from }
}

async function proveLedger(db: Database): Promise<Checked> {
  const findings = await reconcile(db)
  const counts = await countByAsset(db)
  const sum = (part: 'accounts' | 'entries') => counts.reduce((all, count) => all + BigInt(count[part]), 0n)
  return { covered: `${sum('entries')} entries of ${sum('accounts')} accounts add up`, findings }
}

async function proveAudit(db: Database, { keySet }: ReceiptSigner): Promise<Checked> {
  const chain = await checkChain(db)
  const { heads, findings } = await checkHeads(db, keySet, [])
  return {
    covered: `${chain.entries} entries in one chain, ${heads} signed heads`,
    findings: [...chain.findings, ...findings],
  }
}

async function proveDocuments(db: Database, { keySet }: ReceiptSigner): Promise<Checked> {
  const liabilities = await checkLiabilities(db, { keys: keySet, checkSignature: checkSignedMessage }, [])
  const { reports, findings } = await checkReports(db, keySet)
  return {
    covered: `${liabilities.proofs} proofs of liabilities, ${reports} execution reports`,
    findings: [...liabilities.findings, ...findings],
  }
}

async function proveReceipts(db: Database, signer: ReceiptSigner, at: Date): Promise<Checked> {
  const sandbox = await isSandbox(db)
  const keys = await publishedKeys(db, signer, sandbox)
  const beforeMs = at.getTime() + (sandbox ? await readClockOffset(db) : 0) - unsettledMs
  const { receipts, findings } = await checkReceipts(
    { db, signer, keys, sandbox },
    { limit: mostReceipts, beforeMs },
  )
  return { covered: `${receipts} of the newest closed positions, signature and every number`, findings }
}

/** Prints the proof as lines of a table. */
export function sayProven(lines: readonly ProofLine[]): void {
  say('Checked, and nothing was found:')
  for (const { name, covered, tookMs } of lines) say(`  ${name.padEnd(17)} ${covered} (${secondsOf(tookMs)})`)
}

/** Says how long a restore took. */
export function durations(tookMs: number, lines: readonly ProofLine[]): string {
  const checkedMs = lines.reduce((sum, line) => sum + line.tookMs, 0)
  return `Restored in ${secondsOf(tookMs)}, of which ${secondsOf(checkedMs)} were checks.`
}

const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
