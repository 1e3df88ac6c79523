import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../platform/database/database.ts'
import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'

const folder = fileURLToPath(new URL('backups', import.meta.url))

/** Files of a release: a backup of a small sandbox it made, and what was in it. */
export const releaseFiles = (version: string) => ({
  folder: join(folder, version),
  backup: join(folder, version, 'sandbox.backup'),
  record: join(folder, version, 'record.json'),
})

/** Account of the ledger, in its asset's smallest unit as decimal texts. */
export type RecordedBalance = readonly [
  accountClass: string,
  owner: string,
  asset: string,
  balance: string,
  held: string,
]

/** State of the sandbox when the backup was made. */
export interface ReleaseRecord {
  /** Made-up customer, who exists in this sandbox alone. */
  readonly customer: { readonly userName: string; readonly password: string }
  /** Open real-money contract of theirs. */
  readonly openOrderId: string
  /** Receipts as they were signed. */
  readonly receipts: readonly Receipt[]
  readonly balances: readonly RecordedBalance[]
}

/** Lists the releases with a backup. */
export const recordedReleases = (): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name)) : []

/** Tag of the newest of them. */
export function lastReleaseTag(): string {
  const numbersOf = (version: string) =>
    version
      .split('.')
      .map((part) => part.padStart(6, '0'))
      .join('.')
  const [last] = recordedReleases().toSorted((a, b) => (numbersOf(a) < numbersOf(b) ? 1 : -1))
  if (last === undefined) throw new Error('no release has a backup')
  return `v${last}`
}

export const readRecord = (version: string): ReleaseRecord =>
  JSON.parse(readFileSync(releaseFiles(version).record, 'utf8'))

/** Lists every account of the ledger with its balance, in a fixed order. */
export async function balancesOf(db: Database): Promise<readonly RecordedBalance[]> {
  const rows = await db.query
    .selectFrom('ledger_accounts')
    .select(['class', 'owner', 'asset', 'balance', 'held'])
    .orderBy('class')
    .orderBy('owner')
    .orderBy('asset')
    .execute()
  return rows.map(({ class: of, owner, asset, balance, held }) => [
    of,
    owner,
    asset,
    balance.toString(),
    held.toString(),
  ])
}
