import type { AssetCode } from '@candor/money'
import { type TaxGroup, taxGroupOf, taxGroups } from '@candor/rules/accounts/tax-groups.ts'
import type { PoolClient } from 'pg'
import { readBooks } from '../../../ledger/books/book-balances.ts'
import type { StatementTotal } from '../../../ledger/ledger.ts'
import {
  planPenalties,
  type ReferenceSums,
  sumsByReference,
  type TaxPeriod,
  taxTotals,
} from '../../../ledger/reports/tax-year.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { TradeDetails, TradeLabels } from '../../accounts-ports.ts'

/** Sums of one group in one asset, in its smallest unit. */
export interface GroupTotal {
  readonly group: TaxGroup
  readonly asset: AssetCode
  readonly inMinor: bigint
  readonly outMinor: bigint
}

/** A position or an option with what was booked of it in the period, in USDT's smallest unit. */
export interface TradeLine {
  readonly reference: string | null
  readonly firstAt: Date
  /** Null: no row of the customer's has this reference. */
  readonly details: TradeDetails | null
  /** Profits, losses, dividends, cash of splits and repaid debt. */
  readonly result: bigint
  readonly commission: bigint
  readonly swap: bigint
}

export interface AssetAmount {
  readonly asset: AssetCode
  readonly minor: bigint
}

/** A section of a tax statement, or some hundred of its lines. The totals come first; lines come some hundred at a time, in the order of the ledger. */
export type TaxSection =
  | {
      readonly part: 'totals'
      readonly totals: readonly StatementTotal[]
      /** Kept of plans that were left early, and so deducted from `plan-return`. */
      readonly penalties: readonly AssetAmount[]
    }
  | { readonly part: 'positions' | 'options'; readonly lines: readonly TradeLine[] }
  | { readonly part: 'conversions'; readonly lines: readonly ReferenceSums[] }

/** Reads the sections of a customer's tax statement from one state of the ledger. Real money only. */
export const readTaxSections = (
  db: Database,
  trading: TradeLabels,
  period: TaxPeriod,
): AsyncGenerator<TaxSection> => readBooks(db, (client) => sectionsOf(client, trading, period))

async function* sectionsOf(
  client: PoolClient,
  trading: TradeLabels,
  period: TaxPeriod,
): AsyncGenerator<TaxSection> {
  const totals = await taxTotals(client, period)
  yield { part: 'totals', totals, penalties: await planPenalties(client, period) }
  for (const [part, prefix] of [
    ['positions', 'contract-'],
    ['options', 'option-'],
  ] as const)
    for await (const sums of sumsByReference(client, period, prefix))
      yield { part, lines: await tradeLines(trading, period.owner, sums) }
  for await (const lines of sumsByReference(client, period, 'conversion-'))
    yield { part: 'conversions', lines }
}

async function tradeLines(
  trading: TradeLabels,
  owner: string,
  sums: readonly ReferenceSums[],
): Promise<TradeLine[]> {
  const ids = sums.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  const details = await trading.tradeDetails(owner, ids)
  return sums.map(({ reference, firstAt, sums: booked }) => {
    const sumOf = (isPart: (group: TaxGroup) => boolean) =>
      booked.reduce((sum, { kind, minor }) => (isPart(taxGroupOf(kind)) ? sum + minor : sum), 0n)
    return {
      reference,
      firstAt,
      details: details.get(reference ?? '') ?? null,
      result: sumOf((group) => group !== 'commissions' && group !== 'swaps'),
      commission: sumOf((group) => group === 'commissions'),
      swap: sumOf((group) => group === 'swaps'),
    }
  })
}

/** Adds up the totals by group and asset, in the order of the groups; groups without entries are left out. */
export function groupTotals(totals: readonly StatementTotal[]): GroupTotal[] {
  return taxGroups.flatMap((group) =>
    totals.flatMap(({ asset, kinds }) => {
      const own = kinds.filter(({ kind }) => taxGroupOf(kind) === group)
      if (own.length === 0 || asset === 'DEMO') return []
      return [
        {
          group,
          asset,
          inMinor: own.reduce((sum, { inMinor }) => sum + inMinor, 0n),
          outMinor: own.reduce((sum, { outMinor }) => sum + outMinor, 0n),
        },
      ]
    }),
  )
}

/** The sections of a statement in memory. */
export interface CollectedSections {
  readonly totals: readonly StatementTotal[]
  readonly penalties: readonly AssetAmount[]
  readonly positions: readonly TradeLine[]
  readonly options: readonly TradeLine[]
  readonly conversions: readonly ReferenceSums[]
  /** Further lines did not fit. */
  readonly leftOut: boolean
}

/** Collects the sections with at most `most` lines of each kind, the oldest. */
export async function collectSections(
  parts: AsyncIterable<TaxSection>,
  most: number,
): Promise<CollectedSections> {
  const lines = {
    positions: [] as TradeLine[],
    options: [] as TradeLine[],
    conversions: [] as ReferenceSums[],
  }
  let sums: Pick<CollectedSections, 'totals' | 'penalties'> = { totals: [], penalties: [] }
  let leftOut = false
  for await (const part of parts) {
    if (part.part === 'totals') {
      sums = { totals: part.totals, penalties: part.penalties }
      continue
    }
    const free = most - lines[part.part].length
    leftOut ||= part.lines.length > free
    if (part.part === 'conversions') lines.conversions.push(...part.lines.slice(0, free))
    else lines[part.part].push(...part.lines.slice(0, free))
  }
  return { ...sums, ...lines, leftOut }
}
