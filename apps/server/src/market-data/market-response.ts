import type { BadPrint, Language, MarketInfo, MarketItem } from '@candor/contract'
import {
  exactPrice,
  type Price,
  priceScale,
  priceToNumber,
  roundHalfEven,
  writeLots,
  writePrice,
  writeRate,
} from '@candor/money'
import {
  type BoardQuote,
  closedDays,
  contractAt,
  conversionOf,
  dayFigures,
  dayMids,
  isOpenAt,
  laterWeek,
  localDay,
  type Market,
  marginLevelsOf,
  marketTerms,
  nextOpenAt,
  weekOn,
} from '@candor/rules'
import { languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import { isoOf, isoOrNull } from '../platform/iso-time.ts'
import { marketName } from './market-name.ts'
import type { MemoryPriceBoard } from './price-board/memory-price-board.ts'
import type { TermsFrom } from './price-board/place.ts'
import { toTermsResponse } from './tariffs/tariff-response.ts'

/** A term of all markets of a kind, from the parameters. */
export interface SharedTerms {
  /** True when open positions go on in a futures market's next contract. */
  readonly continues: boolean
}

export function marketItem(board: MemoryPriceBoard, market: Market, language: Language): MarketItem {
  const state = board.state(market.code)
  const { latest } = state
  const figures = dayFigures(state)
  const shown = (value: Price | null | undefined) => (value == null ? null : writePrice(value, market.digits))
  const terms = board.market(market.code) ?? market
  const open = board.isOpen(market.code)
  const halted = board.haltedFor(market.code)
  // The end of a halt is not known in advance.
  const next = open || halted !== null ? null : nextOpenAt(market, board.timeFor(market.code))
  return {
    id: market.id,
    code: market.code,
    type: market.type,
    appName: marketName(market, language),
    logo: `/logos/${market.code}.svg`,
    price: shown(latest?.mid),
    nowPrice: shown(latest?.mid),
    zdf: figures.changePercent,
    hundred: [...state.recentMids],
    day: dayMids(state),
    bid: shown(latest?.bid),
    ask: shown(latest?.ask),
    high24h: shown(figures.high),
    low24h: shown(figures.low),
    volume24h: figures.volume > 0 ? figures.volume.toFixed(2) : null,
    turnover24h: turnoverOf(board, market, figures.volume),
    spread: latest === null ? null : shown((latest.ask - latest.bid + terms.spreadAdded) as Price),
    digits: market.digits,
    ageMs: latest === null ? null : Math.max(0, Math.round(board.ageMs(latest))),
    source: latest?.source ?? null,
    open,
    nextOpenAt: next === null ? null : new Date(next).toISOString(),
    halted,
    closeOnly: board.isCloseOnly(market.code),
    noPrice: latest === null ? noPriceReason(board, market) : null,
  }
}

/** An open market that has had no quote for this long has a source that is away. */
const awayAfterMs = 30_000

function noPriceReason(board: MemoryPriceBoard, market: Market): MarketItem['noPrice'] {
  const { code } = market
  if (board.haltedFor(code) !== null) return 'halted'
  if (!board.isOpen(code)) return 'closed'
  const hasBadPrints = board.latest(code) !== null
  const before = board.timeFor(code) - awayAfterMs
  const hasWaited = before >= board.begunAt && isOpenAt(market, before)
  return hasWaited && !hasBadPrints ? 'away' : 'waiting'
}

export const toBadPrint = ({ seq, bid, ask, source, time, receivedAt }: BoardQuote): BadPrint => ({
  ...{ seq, source, time, receivedAt },
  bid: writePrice(bid),
  ask: writePrice(ask),
})

/** Volume at the present price, in US dollars; null without a volume, a price or a rate of the market's currency. */
function turnoverOf(board: MemoryPriceBoard, market: Market, volume: number): string | null {
  const midOf = (code: string) => board.displayed(code)?.mid ?? null
  const mid = midOf(market.code)
  const rate = conversionOf(market.quoteCurrency, midOf)
  if (mid === null || rate === null || volume <= 0) return null
  const dollars = exactPrice(mid).times(rate).rounded(priceScale, roundHalfEven) as Price
  return (volume * priceToNumber(dollars)).toFixed(0)
}

export function marketInfo(
  board: MemoryPriceBoard,
  market: Market,
  terms: SharedTerms,
  language: Language,
): MarketInfo {
  const levels = marginLevelsOf(market)
  return {
    ...marketItem(board, market, language),
    ...toTermsResponse(marketTerms(market)),
    later: toLaterResponse(board.nextTerms(market.code)),
    closeOnlyFrom: isoOrNull(board.closeOnlyFrom(market.code)),
    lotSize: market.contractSize.toString(),
    lotMin: writeLots(market.lotMin),
    lotMax: writeLots(market.lotMax),
    lotStep: writeLots(market.lotStep),
    tickSize: writePrice(market.tickSize),
    pipSize: writePrice(market.pipSize),
    quoteCurrency: market.quoteCurrency,
    marginCall: writeRate(levels.call),
    marginCloseOut: writeRate(levels.closeOut),
    hours: hoursOf(market, board.timeFor(market.code)),
    about: aboutOf(market, language),
    contract: contractOf(board, market, terms),
  }
}

const closedDaysAhead = 90
const mostClosedDays = 10

/** Describes the weekly sessions that hold now, and what is announced to differ from them. */
function hoursOf(market: Market, now: number): MarketInfo['hours'] {
  const week = weekOn(market.hours, localDay(market.hours, now))
  const later = laterWeek(market, now)
  return {
    timeZone: week.timeZone,
    sessions: copyOf(week.sessions),
    closedDays: closedDays(market, now, closedDaysAhead)
      .slice(0, mostClosedDays)
      .map(({ day, name, open }) => ({
        ...{ day, name },
        open: open.map(([from, to]) => ({ from: isoOf(from), to: isoOf(to) })),
      })),
    later: later && { from: later.from, timeZone: later.timeZone, sessions: copyOf(later.sessions) },
  }
}

const copyOf = (sessions: Market['hours']['sessions']): MarketInfo['hours']['sessions'] =>
  sessions.map(({ days, from, to }) => ({ days: [...days], from, to }))

const toLaterResponse = (next: TermsFrom | null): MarketInfo['later'] =>
  next === null ? null : { from: new Date(next.from).toISOString(), terms: toTermsResponse(next.terms) }

function contractOf(
  board: MemoryPriceBoard,
  market: Market,
  { continues }: SharedTerms,
): MarketInfo['contract'] {
  const term = contractAt(market, board.timeFor(market.code))
  if (term === null) return null
  const { current, next } = term
  return {
    month: current.month,
    rollsAt: new Date(current.rollsAt).toISOString(),
    expiresAt: new Date(current.expiresAt).toISOString(),
    next: next.month,
    goesOn: continues,
  }
}

function aboutOf(market: Market, language: Language): string {
  const t = translator(language)
  const contractTerms = {
    name: marketName(market, language),
    base: market.base,
    quote: market.quoteCurrency,
    size: new Intl.NumberFormat(languages[language].tag).format(market.contractSize),
  }
  if (market.type === 1) return t('instruments.about.forex', contractTerms)
  if (market.type === 2) return t('instruments.about.crypto', contractTerms)
  if (market.type === 3) return t('instruments.about.stock', contractTerms)
  return t('instruments.about.futures', contractTerms)
}
