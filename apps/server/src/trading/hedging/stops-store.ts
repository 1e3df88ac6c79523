import type { Database, Reader, Tx } from '../../platform/database/database.ts'

export interface HedgingStop {
  /** Market; empty: all. */
  readonly code: string
  readonly stopped: boolean
  readonly reason: string
  /** Null: the comparison with the venue. */
  readonly operator: string | null
  readonly at: number
}

/** Writes a stop or a resumption, which holds from its commit on. */
export async function writeStop(to: Tx | Database['query'], { at, ...stop }: HedgingStop): Promise<void> {
  await to
    .insertInto('hedging_stops')
    .values({ ...stop, at: BigInt(at) })
    .execute()
}

/** Reads the newest stop or resumption of each market, and that of all under the empty code. */
export async function newestStops(reader: Reader): Promise<ReadonlyMap<string, HedgingStop>> {
  const rows = await reader
    .selectFrom('hedging_stops')
    .distinctOn('code')
    .select(['code', 'stopped', 'reason', 'operator', 'at'])
    .orderBy('code')
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.code, { ...row, at: Number(row.at) }]))
}
