import type { AssetCode } from '@candor/money'
import { type RawBuilder, sql } from 'kysely'
import { ownClasses } from '../books/book-accounts.ts'
import { house } from '../ledger.ts'

/** Entries of one kind and reference, as they changed the operator's own money. */
export interface HouseChange {
  readonly kind: string
  readonly asset: AssetCode
  /** Of the kinds asked for only. */
  readonly reference: string | null
  readonly count: bigint
  /** In the asset's smallest unit; positive: the operator has more. */
  readonly minor: bigint
}

/**
 * Statement that sums by kind the entries of real money within a period that changed the operator's own money, for use within a statement
 * of the caller. Those of `referenced` kinds are also summed by reference. Moves among the operator's own accounts change nothing and are
 * left out; so the sums of an asset are what its equity and income accounts gained in the trial balance.
 */
export const houseChanges = (
  { from, to }: { readonly from: Date; readonly to: Date },
  referenced: readonly string[],
): RawBuilder<HouseChange> => sql`
  SELECT e.kind, e.asset, CASE WHEN e.kind = ANY (${referenced}::text[]) THEN e.reference END AS reference,
         count(*) AS count, sum(CASE WHEN d.id IS NULL THEN e.minor ELSE -e.minor END)::bigint AS minor
    FROM ledger_entries e
    LEFT JOIN ledger_accounts d ON d.id = e.debited AND d.owner = ${house} AND d.class = ANY (${ownClasses}::text[])
    LEFT JOIN ledger_accounts c ON c.id = e.credited AND c.owner = ${house} AND c.class = ANY (${ownClasses}::text[])
   WHERE e.created_at >= ${from} AND e.created_at < ${to} AND e.asset <> 'DEMO'
     AND (d.id IS NULL) <> (c.id IS NULL)
   GROUP BY 1, 2, 3`
