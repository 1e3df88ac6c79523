import type { Lots, Price, Rate } from '@candor/money'

/** 1 forex, 2 crypto, 3 stocks, 4 futures (specification §3). */
export type MarketType = 1 | 2 | 3 | 4

/** Classes of markets as operators read them. */
export const marketTypeNames: Readonly<Record<MarketType, string>> = {
  1: 'forex',
  2: 'crypto',
  3: 'stocks',
  4: 'futures',
}

/** Origin of a quote; shown with every quote (trust T4). */
export const quoteSources = ['live', 'delayed', 'replay', 'simulated'] as const
export type QuoteSource = (typeof quoteSources)[number]

/** A weekly session in the market's own time zone; `to` before `from` runs into the next day. */
export interface Session {
  /** 0 Sunday … 6 Saturday: the days it starts on. */
  readonly days: readonly number[]
  /** "HH:MM". */
  readonly from: string
  readonly to: string
}

export interface MarketHours {
  /** IANA name. */
  readonly timeZone: string
  /** Empty: always open. */
  readonly sessions: readonly Session[]
  /** Name of the holiday calendar; null: none. */
  readonly holidays: HolidayCalendar | null
  /** Set where operators announced closed days or other weekly sessions (`withAnnouncedHours`). */
  readonly announced?: AnnouncedHours
}

/** A trading day that operators announced: closed, shortened to a part of its sessions, or usual although the calendar has a holiday. */
export interface AnnouncedDay {
  /** Local date, `2026-12-25`. A session over midnight belongs to the day it ends on. */
  readonly day: string
  readonly name: string
  readonly kind: 'closed' | 'shortened' | 'usual'
  /** Of a shortened day: no trading before this local time, "HH:MM"; null: it begins as usual. */
  readonly from: string | null
  /** Of a shortened day: no trading from this local time on; null: it ends as usual. */
  readonly to: string | null
}

/** Weekly sessions that operators announced, from a trading day on. */
export interface AnnouncedWeek {
  /** Local date in the time zone of these sessions. */
  readonly from: string
  readonly timeZone: string
  /** Empty: always open. */
  readonly sessions: readonly Session[]
}

/** Announcements about one market's hours, prepared for questions. Days count from 1970-01-01. */
export interface AnnouncedHours {
  readonly days: ReadonlyMap<number, AnnouncedDay>
  /** Oldest first. */
  readonly weeks: readonly { readonly fromDay: number; readonly week: AnnouncedWeek }[]
}

/** Calendars of holidays that are computed (`calendar.ts`). */
export const holidayCalendars = ['NYSE', 'CME', 'XETRA'] as const
export type HolidayCalendar = (typeof holidayCalendars)[number]

/** Exchanges that give live prices, each with its own symbol for a market. */
export const symbolSources = ['kraken', 'coinbase', 'binance', 'massive'] as const
export type SymbolSource = (typeof symbolSources)[number]

/** Shares of its margin that a position adds to the equity of its account's margin call and stop-out: terms of its order (trust T18). */
export interface MarginLevels {
  readonly call: Rate
  readonly closeOut: Rate
}

/** A market's whole rule set: conventions of the field, tariff of the rulebook. One frozen object per market. */
export interface Market {
  /** Stable and opaque on the wire. */
  readonly id: string
  readonly code: string
  readonly type: MarketType
  readonly name: string
  /** Currency or coin of one unit (`EUR`, `BTC`); for stocks and futures the code itself. */
  readonly base: string
  /** Currency of its price, margin and profit before conversion to USDT; `USDT` for coins against it. */
  readonly quoteCurrency: string
  /** Number of decimals of a displayed price. */
  readonly digits: number
  readonly tickSize: Price
  readonly pipSize: Price
  /** Units of the base in one lot. A whole number. */
  readonly contractSize: bigint
  readonly lotMin: Lots
  readonly lotMax: Lots
  readonly lotStep: Lots
  readonly leverageMax: number
  /** Share of the notional, each side. */
  readonly commissionRate: Rate
  /** Added to the feed's spread, half on each side. */
  readonly spreadAdded: Price
  /**
   * Set under terms with another spread than the listed one, which the board's quotes carry. The amount by which its selling
   * price is lower and its buying price higher than the board's, in 10^-10 (see `withTerms`).
   */
  readonly shift?: { readonly sell: bigint; readonly buy: bigint }
  /** Share of lots × contractSize × last tradable mid, a night; a negative rate is a cost to the holder. */
  readonly swapLong: Rate
  readonly swapShort: Rate
  readonly hours: MarketHours
  /** Open positions end when the market leaves a contract, instead of continuing in the next: a term of the order (trust T18). */
  readonly endsAtRoll?: true
  /** Levels of the margin call and the stop-out that a position opened now keeps; absent: the standard ones (see `marginLevelsOf`). */
  readonly marginLevels?: MarginLevels
  /** A market order needs a tradable quote no older than this. */
  readonly maxQuoteAgeMs: number
  /** Set for a market that the operator added: its symbols at the exchanges, and its name by language where it has one of its own. */
  readonly added?: {
    readonly symbols: Readonly<Partial<Record<SymbolSource, string>>>
    readonly names: Readonly<Record<string, string>>
  }
  /** Plausible starting price and yearly volatility; used by the simulator only. */
  readonly simulation: { readonly price: number; readonly volatility: number; readonly spread: number }
}
