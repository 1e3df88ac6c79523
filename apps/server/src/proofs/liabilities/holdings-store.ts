import type { HeldPlace } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { FundingNetwork } from '@candor/rules'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { TrustTables } from '../trust-tables.ts'

/** An address as its network's one writing has it. */
export interface HeldAddress {
  readonly network: FundingNetwork
  readonly address: string
}

/** A place as a proof of liabilities names it, with the asset that it holds. */
export type HeldAsset = HeldPlace & { readonly asset: AssetCode }

export type HoldingRow = Selectable<TrustTables['trust_holdings']>

/** The places in use, each in its newest version. */
export async function placesInUse(db: Kysely<Schema>): Promise<HoldingRow[]> {
  const newest = await db
    .selectFrom('trust_holdings')
    .distinctOn('name')
    .selectAll()
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute()
  return newest.filter(({ stated }) => stated > 0n)
}

/** The address of a place in use; null where it has none. */
export async function addressHeldAt(db: Kysely<Schema>, name: string): Promise<HeldAddress | null> {
  const place = (await placesInUse(db)).find((one) => one.name === name)
  return place === undefined ? null : heldAddress(place)
}

export const heldAddress = ({ network, address }: HoldingRow): HeldAddress | null =>
  network === null || address === null ? null : { network, address }
