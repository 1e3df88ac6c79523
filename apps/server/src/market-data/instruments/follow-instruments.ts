import { type HoursAnnouncements, type Market, marketOf } from '@candor/rules'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import type { OfferFrom } from '../price-board/place.ts'
import { announcedHours, newestDecision } from './hours/hours-store.ts'
import {
  type InstrumentRow,
  instrumentOf,
  instrumentRows,
  instrumentsIn,
  offersOf,
} from './instruments-store.ts'

interface ListingBoard {
  list(market: Market): void
  scheduleOffers(code: string, offers: readonly OfferFrom[]): void
  announceHours(hours: HoursAnnouncements): void
}

/** Holds a board to the versions of instruments and to announced hours: at start before the first quote, then each second. */
export class MarketInstruments {
  private readonly context: ClockedDatabase
  private readonly board: ListingBoard
  private known = ''
  private knownHours: bigint | null = null
  /** By code, the version that the board has. */
  private readonly listed = new Map<string, string>()

  constructor(context: ClockedDatabase, board: ListingBoard) {
    this.context = context
    this.board = board
  }

  /** Lists what has begun since the last time, and schedules every change of what is offered and of hours. */
  async refresh(): Promise<void> {
    await this.refreshHours()
    await this.refreshMarkets()
  }

  /** Hours are announced long before they hold, and dated: a board has them to the millisecond. */
  private async refreshHours(): Promise<void> {
    const { query } = this.context.db
    const newest = await newestDecision(query)
    if (newest === this.knownHours) return
    this.board.announceHours(await announcedHours(query))
    this.knownHours = newest
  }

  private async refreshMarkets(): Promise<void> {
    const { db, clock } = this.context
    const rows = await instrumentRows(db.query)
    for (const [code, row] of instrumentsIn(rows, clock.now())) this.list(code, row)
    const codes = new Set(rows.map(({ code }) => code))
    // A market that began just now has no schedule yet.
    const known = `${[...this.listed.values()].join()};${rows.map(({ id }) => id).join()}`
    if (known === this.known) return
    for (const code of codes) this.board.scheduleOffers(code, offersOf(rows, code))
    this.known = known
  }

  private list(code: string, row: InstrumentRow): void {
    if (this.listed.get(code) === row.id) return
    this.listed.set(code, row.id)
    this.board.list(marketOf(instrumentOf(row)))
  }
}
