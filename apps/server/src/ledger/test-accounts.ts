import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import type { AccountClass, LedgerAsset } from './account-class.ts'
import type { HoldPurpose } from './hold-purpose.ts'
import type { AccountRef, Ledger, Posting, Step } from './ledger.ts'
import { house } from './ledger.ts'

/** Short ways to name accounts and postings in the ledger's own tests. */
export const customer = (owner: string, asset: LedgerAsset = 'DEMO'): AccountRef => ({
  class: 'customer',
  owner,
  asset,
})

export const ofHouse = (name: AccountClass, asset: LedgerAsset = 'DEMO'): AccountRef => ({
  class: name,
  owner: house,
  asset,
})

export const transfer = (
  kind: string,
  from: AccountRef,
  to: AccountRef,
  minor: bigint,
  coverFrom?: AccountRef,
): Step => ({ do: 'transfer', kind, from, to, minor, ...(coverFrom ? { coverFrom } : {}) })

export const hold = (
  holdId: string,
  account: AccountRef,
  minor: bigint,
  purpose: HoldPurpose = 'margin',
): Step => ({ do: 'hold', holdId, account, minor, purpose })

export const release = (holdId: string, minor: bigint | null = null): Step => ({
  do: 'release',
  holdId,
  minor,
})

export const posting = (id: string, ...steps: Step[]): Posting => ({ id, reference: null, steps })

export const houseClasses = [
  'world',
  'trading-capital',
  'fee-revenue',
  'swap-revenue',
  'negative-balance',
  'yield-reserve',
  'loan-capital',
] as const

/** The house's demo accounts, funded with a billion each where funding exists, and the customers' with `minor`. */
export async function openAndFund(ledger: Ledger, owners: readonly string[], minor: bigint): Promise<void> {
  await ledger.open([...houseClasses.map((name) => ofHouse(name)), ...owners.map((owner) => customer(owner))])
  const grants = owners.map((owner) =>
    posting(`grant-${owner}`, transfer('demo-grant', ofHouse('world'), customer(owner), minor)),
  )
  const funding = (['trading-capital', 'negative-balance'] as const).map((name) =>
    posting(`fund-${name}`, transfer('operator-funding', ofHouse('world'), ofHouse(name), 1_000_000_000n)),
  )
  const outcomes = await Promise.all(
    [...funding, ...(minor > 0n ? grants : [])].map((one) => ledger.post(one)),
  )
  if (outcomes.some((outcome) => !outcome.ok)) throw new Error('the test accounts could not be funded')
}

/** A customer's balance and held amount, in minor units. */
export async function stateOf(ledger: Ledger, owner: string, asset: LedgerAsset = 'DEMO') {
  const found = (await ledger.balancesOf(owner)).find((balance) => balance.asset === asset)
  return [found?.balanceMinor, found?.heldMinor]
}

/** Sets aside all but `leaving` of a demo account of the operator's, in minor units; the answer gives it back. */
export async function setHouseAside(
  { db, ledger }: { readonly db: Pick<Database, 'pool'>; readonly ledger: Ledger },
  name: AccountClass,
  leaving = 0n,
): Promise<() => Promise<void>> {
  const { rows } = await db.pool.query<{ free: bigint }>(
    `SELECT balance - held AS free FROM ledger_accounts WHERE class = $1 AND owner = $2 AND asset = 'DEMO'`,
    [name, house],
  )
  const holdId = randomUUID()
  const post = async (step: Step) => expect((await ledger.post(posting(randomUUID(), step))).ok).toBe(true)
  await post(hold(holdId, ofHouse(name), (rows[0]?.free ?? 0n) - leaving, 'other'))
  return () => post(release(holdId))
}
