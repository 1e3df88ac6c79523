import { rate } from '@candor/money'
import { type Market, type MarketTerms, marketTerms, standardMarginLevels } from '@candor/rules'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Json } from '../../platform/json.ts'
import { newId } from '../../platform/new-id.ts'
import type { MarketsTables } from '../markets-tables.ts'
import type { LevelsFrom, TermsFrom } from '../price-board/place.ts'
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
  scheduleMarginLevels(changes: readonly LevelsFrom[]): void
}

/** Level that each parameter sets. */
const levelSetBy: Readonly<Record<string, 'call' | 'closeOut'>> = {
  marginCall: 'call',
  marginCloseOut: 'closeOut',
}

/** The margin levels from each moment on at which one of them changes. */
export function levelsFrom(rows: readonly TariffRow[]): LevelsFrom[] {
  let levels = standardMarginLevels
  return rows.flatMap(({ name, terms, holds_from }) => {
    const changed = levelSetBy[name]
    if (changed === undefined) return []
    levels = { ...levels, [changed]: rate(String(terms.value)) }
    return [{ from: Number(holds_from), levels }]
  })
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
    const [rows, fees] = [await announced(this.db.query, 'market'), await announced(this.db.query, 'fee')]
    // A market that is listed later gets what was announced before.
    const names = [this.board.markets.length, ...[...rows, ...fees].map(({ id }) => id)].join()
    if (names === this.known) return
    this.board.scheduleMarginLevels(levelsFrom(fees))
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
