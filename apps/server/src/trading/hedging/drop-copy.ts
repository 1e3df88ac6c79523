import type { Lots } from '@candor/money'
import type { Database } from '../../platform/database/database.ts'
import { quantityOf } from './hedged-market.ts'
import { ownOrders } from './hedging-store.ts'
import type { MarketHedger } from './market-hedger.ts'
import type { Venue, VenueFill } from './venue.ts'

/** Our books against the venue's drop copy, for one market. */
export interface Comparison {
  readonly at: number
  /** Positions in what the venue counts in. */
  readonly ours: bigint
  readonly theirs: bigint
  readonly foreignFills: number
  readonly missingFills: number
  readonly through: number
}

/** Checks whether nothing differs: positions, and executions in either direction. */
export const agrees = ({
  ours,
  theirs,
  foreignFills,
  missingFills,
}: Pick<Comparison, 'ours' | 'theirs' | 'foreignFills' | 'missingFills'>): boolean =>
  ours === theirs && foreignFills === 0 && missingFills === 0

export interface DropCopyOptions {
  readonly db: Database
  readonly venue: Venue
  readonly now: () => number
}

/** Executions are compared again this long before the last comparison: the venue may list one late. */
const overlapMs = 120_000
/** A newer execution may not be listed yet. */
const listedAfterMs = 10_000

/**
 * Compares a market's books with the venue: every execution since the last comparison, and the position. Books what is ours and was missed.
 * Returns null where an execution came in between: it has to be repeated. `foreignSince`: executions of others before it were accepted.
 */
export async function compareWithVenue(
  options: DropCopyOptions,
  hedger: MarketHedger,
  { through, foreignSince }: { readonly through: number; readonly foreignSince: number },
): Promise<Comparison | null> {
  const { db, venue, now } = options
  const { market } = hedger
  const at = now()
  const since = Math.min(through, at) - overlapMs
  const theirs = await venue.fillsSince(market.symbol, since)
  const own = await ownOrders(db.query, market.code, [...new Set(theirs.map(({ clientId }) => clientId))])
  const isOurs = ({ clientId }: VenueFill) => own.has(clientId)
  // No cases: executions of one market, which are booked one after the other.
  for (const fill of theirs.filter(isOurs)) await hedger.receive(fill)
  const bookings = hedger.bookings
  const positions = await venue.positions()
  const ours = await bookedFills(db, venue.name, market.symbol, since)
  if (hedger.bookings !== bookings || hedger.openOrder !== null) return null
  const listed = new Set(theirs.map(({ fillId }) => fillId))
  return {
    at,
    ours: signedQuantity(hedger),
    theirs: positions.find(({ symbol }) => symbol === market.symbol)?.quantity ?? 0n,
    foreignFills: theirs.filter((fill) => !isOurs(fill) && fill.at > foreignSince).length,
    missingFills: ours.filter(
      ({ fill_id, at: made }) => !listed.has(fill_id) && Number(made) < at - listedAfterMs,
    ).length,
    through: at,
  }
}

function signedQuantity({ market, position: { lots } }: MarketHedger): bigint {
  const size = quantityOf(market, (lots < 0n ? -lots : lots) as Lots)
  return lots < 0n ? -size : size
}

const bookedFills = (db: Database, venue: string, symbol: string, since: number) =>
  db.query
    .selectFrom('hedging_fills')
    .select(['fill_id', 'at'])
    .where('venue', '=', venue)
    .where('symbol', '=', symbol)
    .where('at', '>=', BigInt(since))
    .execute()

/** Stores a comparison as the market's newest. */
export async function storeComparison(
  db: Database,
  venue: string,
  code: string,
  one: Comparison,
): Promise<void> {
  const row = {
    ...{ at: BigInt(one.at), ours: one.ours, theirs: one.theirs, through: BigInt(one.through) },
    ...{ foreign_fills: one.foreignFills, missing_fills: one.missingFills },
  }
  await db.query
    .insertInto('hedging_comparisons')
    .values({ venue, code, ...row })
    .onConflict((on) => on.columns(['venue', 'code']).doUpdateSet(row))
    .execute()
}

/** Returns the time up to which the executions of each market were compared. */
export async function comparedThrough(db: Database, venue: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query
    .selectFrom('hedging_comparisons')
    .select(['code', 'through'])
    .where('venue', '=', venue)
    .execute()
  return new Map(rows.map(({ code, through }) => [code, Number(through)]))
}
