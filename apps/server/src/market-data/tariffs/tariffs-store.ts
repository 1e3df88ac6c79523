import { type Market, type MarketTerms, marketTerms } from '@candor/rules'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Json } from '../../platform/json.ts'
import { newId } from '../../platform/new-id.ts'
import type { MarketsTables } from '../markets-tables.ts'
import type { TermsFrom } from '../price-board/place.ts'
import { readTerms } from './tariff-response.ts'

export type TariffRow = Selectable<MarketsTables['markets_tariffs']>
type About = TariffRow['about']

/** One announced change, as it is written: a market's five terms, or `{ value }` of a fee or a list. */
export interface Announcement {
  readonly changeId: string
  readonly about: About
  readonly name: string
  readonly terms: Readonly<Record<string, Json>>
  readonly from: number
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
  readonly at: number
}

export async function announce(tx: Tx, one: Announcement): Promise<void> {
  await tx
    .insertInto('markets_tariffs')
    .values({
      id: newId(),
      change_id: one.changeId,
      about: one.about,
      name: one.name,
      terms: JSON.stringify(one.terms),
      holds_from: BigInt(one.from),
      reason: one.reason,
      proposed_by: one.proposedBy,
      approved_by: one.approvedBy,
      announced_at: BigInt(one.at),
    })
    .execute()
}

/** Everything announced of markets or of fees, or of one of them, and not withdrawn; by the moment it holds from. */
export function announced(db: Kysely<Schema>, about: About, name?: string): Promise<TariffRow[]> {
  let query = db
    .selectFrom('markets_tariffs')
    .selectAll()
    .where('about', '=', about)
    .where('withdrawn_at', 'is', null)
  if (name !== undefined) query = query.where('name', '=', name)
  return query.orderBy('holds_from').execute()
}

/** All that one announcement named, withdrawn or not. */
export const rowsOfChange = (db: Kysely<Schema>, changeId: string): Promise<TariffRow[]> =>
  db.selectFrom('markets_tariffs').selectAll().where('change_id', '=', changeId).orderBy('name').execute()

export async function withdrawChange(
  tx: Tx,
  changeId: string,
  by: {
    readonly reason: string
    readonly proposedBy: string
    readonly approvedBy: string
    readonly at: number
  },
): Promise<void> {
  await tx
    .updateTable('markets_tariffs')
    .set({
      withdrawn_at: BigInt(by.at),
      withdrawn_reason: by.reason,
      withdrawal_proposed_by: by.proposedBy,
      withdrawal_approved_by: by.approvedBy,
    })
    .where('change_id', '=', changeId)
    .execute()
}

/** Locks all announcements and withdrawals of tariffs until the transaction ends. */
export async function lockTariffs(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('markets_tariffs', 0))`.execute(tx)
}

const termsOf = (listed: Market, row: TariffRow): MarketTerms => ({
  ...marketTerms(listed),
  ...readTerms(row.terms),
})

/** The last terms that are known of a market: what the next change is made of. */
export const lastTerms = (listed: Market, rows: readonly TariffRow[]): MarketTerms => {
  const last = rows.at(-1)
  return last === undefined ? marketTerms(listed) : termsOf(listed, last)
}

interface TermsBoard {
  readonly markets: readonly Market[]
  schedule(code: string, changes: readonly TermsFrom[]): void
}

/** Holds a board to what was announced: at start before the first quote, then each second. The moment itself is the board's. */
export class MarketTariffs {
  private readonly db: Database
  private readonly board: TermsBoard
  private known = ''
  private readonly scheduled = new Set<string>()

  constructor(db: Database, board: TermsBoard) {
    this.db = db
    this.board = board
  }

  async refresh(): Promise<void> {
    const rows = await announced(this.db.query, 'market')
    // A market that is listed later gets what was announced before.
    const names = [this.board.markets.length, ...rows.map(({ id }) => id)].join()
    if (names === this.known) return
    for (const listed of this.board.markets) {
      const own = rows.filter(({ name }) => name === listed.code)
      if (own.length === 0 && !this.scheduled.has(listed.code)) continue
      this.scheduled.add(listed.code)
      this.board.schedule(
        listed.code,
        own.map((row) => ({ from: Number(row.holds_from), terms: termsOf(listed, row) })),
      )
    }
    this.known = names
  }
}
