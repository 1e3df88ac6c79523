import { instrument as instrumentShape } from '@candor/contract'
import { allMarkets, type Instrument, type Market, marketOf, withAnnouncedHours } from '@candor/rules'
import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { MarketsTables } from '../markets-tables.ts'
import type { OfferFrom } from '../price-board/place.ts'
import { announcedHours } from './hours/hours-store.ts'

export type InstrumentRow = Selectable<MarketsTables['markets_instruments']>

/** One decision of two people, as it is written. */
export interface InstrumentVersion {
  /** That of the proposal. */
  readonly id: string
  readonly code: string
  /** Null where only the offer changes. */
  readonly instrument: Instrument | null
  /** Null where the market itself is written: another name says nothing about what is offered. */
  readonly offered: boolean | null
  readonly from: number
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
  readonly at: number
}

/** Reads every version, in the order in which they hold. */
export const instrumentRows = (reader: Reader): Promise<InstrumentRow[]> =>
  reader.selectFrom('markets_instruments').selectAll().orderBy('holds_from').orderBy('sequence').execute()

/** Finds the added markets among the versions, by code: those that have begun at `now` (epoch ms), or with Infinity all. */
export function instrumentsIn(
  rows: readonly InstrumentRow[],
  now: number,
): ReadonlyMap<string, InstrumentRow> {
  const found = new Map<string, InstrumentRow>()
  for (const row of rows)
    if (row.instrument !== null && Number(row.holds_from) <= now) found.set(row.code, row)
  return found
}

/** Lists the changes of what is offered of a market, in the order in which they hold. Before the first one it is offered. */
export const offersOf = (rows: readonly InstrumentRow[], code: string): OfferFrom[] =>
  rows.flatMap((row) =>
    row.code === code && row.offered !== null
      ? [{ from: Number(row.holds_from), closeOnly: !row.offered }]
      : [],
  )

/** Reads the instrument of a version that has one. */
export const instrumentOf = (row: InstrumentRow): Instrument => instrumentShape.parse(row.instrument)

/** Reads every market that is listed at a moment (epoch ms), with its announced hours: the product's own, then the added ones. */
export async function listedMarkets(reader: Reader, now: number): Promise<Market[]> {
  const hours = await announcedHours(reader)
  return (await marketsWithoutHours(reader, now)).map((market) => withAnnouncedHours(market, hours))
}

/** The same without what was announced about hours. */
export async function marketsWithoutHours(reader: Reader, now: number): Promise<Market[]> {
  const added = instrumentsIn(await instrumentRows(reader), now)
  return [...allMarkets, ...[...added.values()].map((row) => marketOf(instrumentOf(row)))]
}

/** Finds the market of a code among those that are listed at a moment (epoch ms); null: there is none. */
export async function findListed(reader: Reader, code: string, now: number): Promise<Market | null> {
  return (await listedMarkets(reader, now)).find((market) => market.code === code) ?? null
}

/** Locks all versions until the transaction ends: of two that were proposed at once, the second sees the first. */
export async function lockInstruments(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('markets_instruments', 0))`.execute(tx)
}

/** Writes a version, which holds from its moment on. */
export async function writeVersion(tx: Tx, { instrument, ...version }: InstrumentVersion): Promise<void> {
  await tx
    .insertInto('markets_instruments')
    .values({
      ...{ id: version.id, code: version.code, offered: version.offered, reason: version.reason },
      instrument: instrument === null ? null : JSON.stringify(instrument),
      holds_from: BigInt(version.from),
      proposed_by: version.proposedBy,
      approved_by: version.approvedBy,
      announced_at: BigInt(version.at),
    })
    .execute()
}

/** Lists the newest versions with the names of those who made them. */
export const newestVersions = (reader: Reader, limit: number) =>
  reader
    .selectFrom('markets_instruments')
    .innerJoin('operators_names as a', 'a.id', 'markets_instruments.proposed_by')
    .innerJoin('operators_names as b', 'b.id', 'markets_instruments.approved_by')
    .selectAll('markets_instruments')
    .select(['a.email as proposed_email', 'b.email as approved_email'])
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
