import type { FundingNetwork } from '@candor/rules'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { FundingTables } from '../funding-tables.ts'

export type TargetRow = Selectable<FundingTables['funding_targets']>

/** Returns the operator's newest entry for a network; null: there is none. */
export async function newestTarget(reader: Reader, network: FundingNetwork): Promise<TargetRow | null> {
  const row = await reader
    .selectFrom('funding_targets')
    .selectAll()
    .where('network', '=', network)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export interface NewTarget {
  readonly network: FundingNetwork
  /** Empty: the network is closed. */
  readonly target: string
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
  readonly at: number
}

/** Writes the next version. Of two concurrent ones the table accepts one. */
export async function addTarget(tx: Tx, given: NewTarget): Promise<void> {
  const newest = await newestTarget(tx, given.network)
  await tx
    .insertInto('funding_targets')
    .values({
      network: given.network,
      version: (newest?.version ?? 0) + 1,
      target: given.target,
      reason: given.reason,
      proposed_by: given.proposedBy,
      approved_by: given.approvedBy,
      changed_at: BigInt(given.at),
    })
    .execute()
}

/**
 * The customer's place below every extended key, given at the first question. Looked up before it is given: a number that a repeated
 * insert burnt would be a gap, and wallets stop looking after a few unused addresses.
 */
export async function numberOf(tx: Tx, userId: string): Promise<number> {
  const known = await knownNumber(tx, userId)
  if (known !== null) return known
  await tx
    .insertInto('funding_numbers')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const given = await knownNumber(tx, userId)
  if (given === null) throw new Error('a customer has a number once it was given')
  return given
}

async function knownNumber(tx: Tx, userId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('funding_numbers')
    .select('number')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.number ?? null
}

export interface ShownAddress {
  readonly userId: string
  readonly network: FundingNetwork
  readonly address: string
  readonly own: boolean
  readonly shownAt: number
}

/** Remembers that a customer was shown an address. */
export async function rememberAddress(tx: Tx, shown: ShownAddress): Promise<void> {
  await tx
    .insertInto('funding_addresses')
    .values({
      network: shown.network,
      address: shown.address,
      user_id: shown.userId,
      own: shown.own,
      shown_at: BigInt(shown.shownAt),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'network', 'address']).doNothing())
    .execute()
}
