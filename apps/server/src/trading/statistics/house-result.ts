import type { AssetCode } from '@candor/money'
import { marketKinds } from '@candor/rules/treasury/house-lines.ts'
import { sql } from 'kysely'
import { houseChanges } from '../../ledger/reports/house-changes.ts'
import type { Reader } from '../../platform/database/database.ts'
import { uuidSource } from '../../platform/uuid.ts'

/** Entries of one kind in a market, as they changed the operator's own money. */
export interface HouseSum {
  readonly kind: string
  readonly asset: AssetCode
  /** Null for kinds that are of no market, and where the order is not known. */
  readonly code: string | null
  readonly count: bigint
  /** In the asset's smallest unit; positive: the operator has more. */
  readonly minor: bigint
}

/** Sums what changed the operator's own money within a period by kind and market, real money only. The order, option or hedge order that an entry refers to names its market. */
export async function houseResult(
  reader: Reader,
  period: { readonly from: Date; readonly to: Date },
): Promise<readonly HouseSum[]> {
  const { rows } = await sql<HouseSum>`
    SELECT m.kind, m.asset, coalesce(c.code, o.code, h.code) AS code, sum(m.count)::bigint AS count,
           sum(m.minor)::bigint AS minor
      FROM (SELECT changed.*, CASE WHEN changed.reference ~ ${`^${uuidSource}$`} THEN changed.reference::uuid END AS id
              FROM (${houseChanges(period, marketKinds)}) changed) m
      LEFT JOIN orders_contracts c ON c.id = m.id AND m.kind LIKE 'contract-%'
      LEFT JOIN options_orders o ON o.id = m.id AND m.kind LIKE 'option-%'
      LEFT JOIN hedging_orders h ON h.client_id = m.reference AND m.kind LIKE 'hedge-%'
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(reader)
  return rows
}
