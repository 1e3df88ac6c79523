import { refusals } from '@candor/refusals'
import { quoteSources } from '@candor/rules/markets/market.ts'
import { z } from 'zod'
import { call } from '../call.ts'
import { listShown, valueFrom } from '../fees/announced-terms.ts'
import { feeKeys } from '../fees/operator-set-fees.ts'
import { limitKeys } from '../fees/operator-set-limits.ts'
import { boundedDecimal, boundedRate, count, decimal, isoTime, wordId } from '../fields.ts'

export const marketSource = z.enum(quoteSources)
export type MarketSource = z.infer<typeof marketSource>

/** Reasons for an operator's halt, shown to customers; the words are in the texts, in ten languages. */
export const haltReasons = ['news', 'exchange', 'prices', 'corporateAction', 'technical'] as const
export type HaltReason = (typeof haltReasons)[number]

/** Kinds of events that change every position in a market. */
export const marketActionKinds = ['split', 'dividend', 'roll'] as const

/** Reasons why a market has no price; `waiting`: open, and its first good quote has not come; `away`: nothing comes from its source. */
export const noPriceReasons = ['halted', 'closed', 'waiting', 'away'] as const

export const marketItem = z.object({
  id: wordId,
  code: z.string(),
  /** 1 forex, 2 crypto, 3 stocks, 4 futures. */
  type: z.number().int().min(1).max(4),
  appName: z.string(),
  logo: z.string(),
  /** The latest mid; null before the first quote, as every price below. */
  price: decimal.nullable(),
  nowPrice: decimal.nullable(),
  /** Change over 24 h in percent: a number, for the specification's client. */
  zdf: z.number(),
  /** The last 100 mids, oldest first: numbers, for drawing only. */
  hundred: z.array(z.number()),
  /** Mids of the period of `zdf`, at most 51, oldest first: the first is the one `zdf` is measured from. Numbers, for drawing only. */
  day: z.array(z.number()),
  bid: decimal.nullable(),
  ask: decimal.nullable(),
  high24h: decimal.nullable(),
  low24h: decimal.nullable(),
  volume24h: decimal.nullable(),
  /** `volume24h` at the present price, in US dollars; null: no volume, or no rate of the market's currency. To compare markets only. */
  turnover24h: decimal.nullable(),
  /** The current spread, in price, with the operator's markup. */
  spread: decimal.nullable(),
  digits: z.number().int(),
  /** Age of the latest price at the time of the response, in ms by the clock of its market; null before the first quote. */
  ageMs: z.number().int().nonnegative().nullable(),
  source: marketSource.nullable(),
  open: z.boolean(),
  nextOpenAt: isoTime.nullable(),
  /** Reason for an operator's halt, which closes the market until it is lifted; null: not halted. */
  halted: z.enum(haltReasons).nullable(),
  /** True when positions can only be closed: the operator no longer offers the market. */
  closeOnly: z.boolean(),
  /** Reason why `price` is null; null where there is a price. */
  noPrice: z.enum(noPriceReasons).nullable(),
})
export type MarketItem = z.infer<typeof marketItem>

/** Cost of trading in a market, and its leverage limit. */
export const marketTerms = z.object({
  leverageMax: z.number().int().max(10_000),
  /** Added to the feed's spread, in price. */
  spreadAdded: boundedDecimal,
  /** Share of the notional, each side. */
  commissionRate: boundedRate,
  /** Share of the notional a night; a negative rate is a cost to the holder. */
  swapLong: boundedRate,
  swapShort: boundedRate,
})
export type MarketTermsShown = z.infer<typeof marketTerms>
export const termsFrom = z.object({ from: isoTime, terms: marketTerms })

export const marketInfo = marketItem.extend({
  ...marketTerms.shape,
  /** The next announced terms for new orders; null: none. */
  later: termsFrom.nullable(),
  /** Announced moment from which positions can only be closed; null: none is announced. */
  closeOnlyFrom: isoTime.nullable(),
  /** Units of the base in one lot (the contract size). */
  lotSize: decimal,
  lotMin: decimal,
  lotMax: decimal,
  lotStep: decimal,
  tickSize: decimal,
  pipSize: decimal,
  quoteCurrency: z.string(),
  /** Levels of the margin call and the stop-out that a position opened now keeps. */
  marginCall: decimal,
  marginCloseOut: decimal,
  /** Weekly sessions in the market's own time zone. */
  hours: z.object({
    timeZone: z.string(),
    sessions: z.array(z.object({ days: z.array(z.number().int()), from: z.string(), to: z.string() })),
    /** Closed and shortened trading days of the next 90 days, at most ten, the next first. */
    closedDays: z.array(
      z.object({
        /** Local date in the market's time zone. */
        day: z.string(),
        /** The operator's words; null: a holiday of the exchange. */
        name: z.string().nullable(),
        /** The stretches in which it is open; none: closed all day. */
        open: z.array(z.object({ from: isoTime, to: isoTime })),
      }),
    ),
    /** The next announced weekly sessions, from a local date on; null: none are announced. */
    later: z
      .object({
        from: z.string(),
        timeZone: z.string(),
        sessions: z.array(z.object({ days: z.array(z.number().int()), from: z.string(), to: z.string() })),
      })
      .nullable(),
  }),
  about: z.string(),
  /** For a futures market: its current contract, by delivery month, and the time of its next roll; else null. */
  contract: z
    .object({
      month: z.string(),
      rollsAt: isoTime,
      expiresAt: isoTime,
      next: z.string(),
      /** False: positions opened now end when the market leaves this contract, at its last price. */
      goesOn: z.boolean(),
    })
    .nullable(),
})
export type MarketInfo = z.infer<typeof marketInfo>

export const candleIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type CandleInterval = (typeof candleIntervals)[number]
/** Open time in ms, open, high, low, close, volume: numbers, for drawing only. */
export const candle = z.tuple([z.number().int(), z.number(), z.number(), z.number(), z.number(), z.number()])
export type Candle = z.infer<typeof candle>

/** Exchanges whose past candles a chart of live prices can show. */
export const candleOrigins = ['kraken', 'coinbase', 'binance', 'massive'] as const
export type CandleOrigin = (typeof candleOrigins)[number]
/** Origins of a stretch of candles: an exchange, or files that the operator imported. */
export const stretchOrigins = [...candleOrigins, 'import'] as const
export type StretchOrigin = (typeof stretchOrigins)[number]
/** Open times in epoch ms, from `from` up to, but not including, `to`. */
export const candleStretch = z.object({
  from: z.number().int(),
  to: z.number().int(),
  origin: z.enum(stretchOrigins),
  /** `past`: before the first quote received here; `gap`: while no quote came; `import`: imported where there was no other candle. */
  why: z.enum(['past', 'gap', 'import']),
})
export type CandleStretch = z.infer<typeof candleStretch>

/** A quote that is stored and decides nothing: not well-formed, or too far from those around it. */
export const badPrint = z.object({
  /** Its number in its market, under which it is stored. */
  seq: z.number().int(),
  bid: decimal,
  ask: decimal,
  source: marketSource,
  /** Time of the source, and of receipt, epoch ms. */
  time: z.number().int(),
  receivedAt: z.number().int(),
})
export type BadPrint = z.infer<typeof badPrint>

export const statistic = z.object({
  value: z.string(),
  /** Shown with a plus: the figure is at least the value. */
  atLeast: z.boolean(),
  asOf: isoTime,
  basis: z.enum(['measured', 'stated', 'sample']),
})

const index = '/swx/customer/index'
const own = '/swx/customer/user'

export const marketsCalls = {
  listMarketByType: call({
    method: 'GET',
    path: `${index}/listMarketByType`,
    summary: 'The markets of one type, or all, with their latest prices',
    access: 'visitor',
    // As the server searches it, so that equal questions share an answer.
    input: z.object({ type: count(4).optional(), q: z.string().max(60).trim().toLowerCase().optional() }),
    result: z.array(marketItem),
  }),
  getMarketInfo: call({
    method: 'GET',
    path: `${index}/getMarketInfo/{id}`,
    summary: 'One market (by id or code) and its whole rule set',
    access: 'visitor',
    input: z.object({ id: wordId }),
    result: marketInfo,
  }),
  getKValueByCodeAndDate: call({
    method: 'GET',
    path: `${index}/getKValueByCodeAndDate`,
    summary: 'Candles of a market, oldest first: the newest `limit` of the range',
    access: 'visitor',
    input: z.object({
      code: z.string().max(20),
      interval: z.enum(candleIntervals).default('1m'),
      from: z.coerce.number().int().nonnegative().max(8_640_000_000_000_000).optional(),
      to: z.coerce.number().int().nonnegative().max(8_640_000_000_000_000).optional(),
      limit: count(1000).default(500),
    }),
    result: z.array(candle),
  }),
  getCandleOrigins: call({
    method: 'GET',
    path: `${index}/getCandleOrigins`,
    summary:
      'The candles of a chart that an exchange supplied or the operator imported; all others were made of quotes received here, but for its bad prints',
    access: 'visitor',
    input: z.object({ code: z.string().max(20), interval: z.enum(candleIntervals).default('1m') }),
    result: z.object({
      /** Source of the chart now. */
      source: marketSource,
      /** Oldest first. */
      stretches: z.array(candleStretch),
      /** True while more of them are fetched. */
      filling: z.boolean(),
      /** The market’s last 20 bad prints since the server began, oldest first: in no candle and no figure. */
      badPrints: z.array(badPrint),
    }),
  }),
  getParamByKey: call({
    method: 'GET',
    path: `${index}/getParamByKey/{key}`,
    summary: 'A public parameter of the installation',
    access: 'visitor',
    input: z.object({ key: z.string().max(80) }),
    result: z.union([z.string(), z.number(), z.boolean()]),
    fieldCodes: { key: refusals.parameterUnreadable },
  }),
} as const

export const tariffsCalls = {
  tariffs: call({
    method: 'GET',
    path: `${index}/tariffs`,
    summary: 'Present costs of trading, withdrawals and conversions, and every announced change',
    access: 'visitor',
    input: z.object({}),
    result: z.object({
      /** Hours of notice before a change holds. */
      noticeHours: z.number(),
      markets: z.array(
        z.object({
          code: z.string(),
          type: z.number().int().min(1).max(4),
          appName: z.string(),
          ...marketTerms.shape,
          later: z.array(termsFrom),
        }),
      ),
      fees: z.array(z.object({ key: z.enum(feeKeys), value: decimal, later: z.array(valueFrom) })),
      /** Minimums and deadlines, announced as fees are. */
      limits: z.array(z.object({ key: z.enum(limitKeys), value: decimal, later: z.array(valueFrom) })),
      /** Payouts, rebates and markets whose positions end at a roll, announced like fees. */
      lists: z.array(listShown),
    }),
  }),
} as const

export const statisticsCalls = {
  statistics: call({
    method: 'GET',
    path: `${index}/statistics`,
    summary:
      'The home page’s figures, each with its time and whether it is measured, stated or a sandbox’s sample',
    access: 'visitor',
    input: z.object({}),
    result: z.object({ marketsListed: statistic, registeredUsers: statistic, volume24h: statistic }),
  }),
} as const

export const watchlistCalls = {
  listWatchlist: call({
    method: 'GET',
    path: `${own}/listWatchlist`,
    summary: 'The codes of the markets the customer watches',
    access: 'customer',
    input: z.object({}),
    result: z.array(z.string()),
  }),
  watchlist: call({
    method: 'POST',
    path: `${own}/watchlist`,
    summary: 'Puts a market on the watchlist or takes it off',
    access: 'customer',
    input: z.object({ code: z.string().max(20), on: z.boolean() }),
    result: z.array(z.string()),
  }),
} as const
