import { holidayCalendars, symbolSources } from '@candor/rules/markets/market.ts'
import { z } from 'zod'
import { languages } from '../accounts/account-entities.ts'
import { call } from '../call.ts'
import { boundedDecimal, boundedRate, isoTime } from '../fields.ts'

/** A text of a pattern, refused with a code that a form has words for. */
const text = (pattern: RegExp, code: string) =>
  z
    .string()
    .trim()
    .max(60)
    .refine((given) => pattern.test(given), code)
    .meta({ pattern: pattern.source })

/** Code of a market: capital letters and digits, as `EURTRY`. */
export const instrumentCode = text(/^[A-Z0-9]{1,20}$/, 'letters-and-digits')
const word = text(/^[A-Z0-9]{1,12}$/, 'letters-and-digits')
// Shown as text on pages and in letters, and never as markup.
const name = text(/^[^\p{C}<>{}]+$/u, 'plain-text')
const symbol = text(/^[A-Za-z0-9:/._-]{1,30}$/, 'symbol')
const mostSessions = 21

export const sessionHours = z.object({
  /** 0 Sunday … 6 Saturday: the days it begins on. */
  days: z.array(z.number().int().min(0).max(6)).max(7),
  /** `HH:MM` in the market's time zone; an end at or before the beginning is on the next day. */
  from: z.string().max(5),
  to: z.string().max(5),
})

export const instrumentHours = z.object({
  /** IANA name, such as `Europe/Istanbul`. */
  timeZone: z.string().max(60),
  /** Empty: always open. */
  sessions: z.array(sessionHours).max(mostSessions),
  /** Calendar of holidays that close the market or shorten its day; null: none. */
  holidays: z.enum(holidayCalendars).nullable(),
})
export type InstrumentHours = z.infer<typeof instrumentHours>

const localDate = z.string().max(10)
const localTime = z.string().max(5)
/** Markets of an announcement of hours: a class, a calendar of holidays, or one market. */
export const hoursScope = text(
  /^(class:(forex|crypto|stocks|futures)|calendar:[A-Z]{1,12}|market:[A-Z0-9]{1,20})$/,
  'unknown-scope',
)

/** A trading day that is closed, shortened, or usual although the calendar has a holiday. */
export const announcedDay = z.object({
  /** Local date, `2026-12-25`. A session over midnight belongs to the day it ends on. */
  day: localDate,
  /** Shown to customers as it is. */
  name,
  kind: z.enum(['closed', 'shortened', 'usual']),
  /** Of a shortened day, `HH:MM` in the time zone of its sessions: no trading before it; null: it begins as usual. */
  from: localTime.nullable(),
  /** No trading from it on; null: it ends as usual. */
  to: localTime.nullable(),
})
export type AnnouncedDayShown = z.output<typeof announcedDay>

/** Weekly sessions that hold from a trading day on. */
export const announcedWeek = z.object({
  from: localDate,
  /** IANA name. */
  timeZone: z.string().max(60),
  /** Empty: always open. */
  sessions: z.array(sessionHours).max(mostSessions),
})
export type AnnouncedWeekShown = z.output<typeof announcedWeek>

/** A market that the operator adds, with its whole rule set (`Instrument` of the rules). */
export const instrument = z.object({
  code: instrumentCode,
  /** 1 forex, 2 crypto, 3 stocks, 4 futures (contracts for difference that never roll). */
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  /** Shown in every language that has no name of its own below; of a pair, two names with ` / ` between them. */
  name,
  names: z.partialRecord(z.enum(languages), name).default({}),
  /** Currency or coin of one unit; of a stock or future the code itself. */
  base: word,
  quoteCurrency: word,
  /** Decimals of a displayed price. */
  digits: z.number().int().min(0).max(8),
  tickSize: boundedDecimal,
  pipSize: boundedDecimal,
  /** Units of the base in one lot. */
  contractSize: z.number().int().min(1).max(100_000_000),
  lotMin: boundedDecimal,
  lotStep: boundedDecimal,
  lotMax: boundedDecimal,
  leverageMax: z.number().int().min(1).max(10_000),
  /** Share of the notional, each side. */
  commissionRate: boundedRate,
  /** Added to the feed's spread, in price. */
  spreadAdded: boundedDecimal,
  /** Share of the notional a night; a negative rate is a cost to the holder. */
  swapLong: boundedRate,
  swapShort: boundedRate,
  hours: instrumentHours,
  /** Its symbol at each exchange that gives its live price; without one its prices are simulated in a sandbox, and elsewhere it has none. */
  symbols: z.partialRecord(z.enum(symbolSources), symbol).default({}),
  /** Beginning of simulated prices: a price, the spread in price, and the volatility of a year as a share. */
  simulation: z.object({
    price: boundedDecimal,
    spread: boundedDecimal,
    volatility: z.number().min(0).max(5),
  }),
})
export type InstrumentShown = z.output<typeof instrument>

/** Markets that the operator added, as they hold at a moment (epoch ms). */
// Fields added later stay in the document, because its signature covers them.
export const instrumentsDocument = z.looseObject({
  kind: z.literal('instruments'),
  at: z.number().int(),
  instruments: z.array(z.looseObject({ since: isoTime, instrument: instrument.loose() })),
  /** Hours that operators announced, of the past too: of several scopes of a market the narrowest holds. */
  hours: z.looseObject({
    days: z.array(announcedDay.extend({ scope: hoursScope }).loose()),
    weeks: z.array(announcedWeek.extend({ scope: hoursScope }).loose()),
  }),
})

export const instrumentsCalls = {
  listInstruments: call({
    method: 'GET',
    path: '/swx/customer/index/listInstruments',
    summary:
      'The markets that the operator added, each with the whole rule set that two people approved, and the announced hours of every market, signed: what is needed to check a receipt of one',
    access: 'visitor',
    input: z.object({}),
    result: z.object({ keyId: z.string(), signature: z.string(), document: instrumentsDocument }),
  }),
} as const
