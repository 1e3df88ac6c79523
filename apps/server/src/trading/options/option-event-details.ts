import { type Price, writePrice, writeRate, writeUsdt } from '@candor/money'
import {
  type BoardQuote,
  type CarriedOutSplit,
  countedPrice,
  judgedOf,
  type OptionSettlement,
  optionWinMinor,
  ratioText,
  type SplitRatio,
  type TradableQuote,
} from '@candor/rules'
import type { FillFigures } from '../quotes/fresh-prices.ts'
import type { EventDetails } from '../receipts/event-details.ts'
import type { WatchedOption } from './settlement/watched-option.ts'

const quoteDetails = (quote: BoardQuote): EventDetails => ({
  code: quote.code,
  seq: quote.seq,
  source: quote.source,
  time: quote.time,
  receivedAt: quote.receivedAt,
  bid: writePrice(quote.bid),
  ask: writePrice(quote.ask),
})

/** A quote an option was decided on, and those just before it. */
export interface DecidingQuote {
  readonly quote: BoardQuote
  readonly neighbours: readonly BoardQuote[]
}

/** The quote a purchase was decided on: one that trades. */
export interface OpeningQuote extends DecidingQuote {
  readonly quote: TradableQuote
  /** Shows that the price was fresh enough; null: no limit applied. */
  readonly fill: FillFigures | null
}

export const quotesOf = ({ quote, neighbours }: DecidingQuote): readonly BoardQuote[] => [
  ...neighbours,
  quote,
]

const decidingQuoteDetails = ({ quote, neighbours }: DecidingQuote): EventDetails => ({
  quote: quoteDetails(quote),
  neighbours: neighbours.map(quoteDetails),
})

/** Describes the opening: the quote whose mid is the opening price, the held stake and the covered win. */
export const openDetails = (option: WatchedOption, quotes: OpeningQuote): EventDetails => ({
  ...decidingQuoteDetails(quotes),
  // The purchase waits until its quote is stored; if that failed, its event contains the judgement.
  quote: { ...quoteDetails(quotes.quote), judged: judgedOf(quotes.quote) },
  ...(quotes.fill !== null && { fill: quotes.fill }),
  // Bought since all quotes are stored: its receipt proves that the settling quote was the first.
  provable: true,
  // Bought since splits adjust options instead of refunding them.
  countsSplits: true,
  formula: ['openPrice = (bid + ask) ÷ 2', 'profitIfWon = halfEven(stake × payoutRate)'],
  price: writePrice(option.openPrice),
  stake: writeUsdt(option.stakeMinor),
  payoutRate: writeRate(option.payoutRate),
  profitIfWon: writeUsdt(optionWinMinor(option.stakeMinor, option.payoutRate)),
})

const settleFormula = {
  up: 'won if closePrice > openPrice, lost if closePrice < openPrice, else the stake comes back',
  down: 'won if closePrice < openPrice, lost if closePrice > openPrice, else the stake comes back',
} as const

/** An option with its settlement. */
export interface Ending {
  readonly option: WatchedOption
  readonly settlement: OptionSettlement
  readonly closing: DecidingQuote | null
  readonly split: SplitRatio
  readonly splits: readonly CarriedOutSplit[]
}

/** The settlement: the first tradable quote at or after the end, or that there was none in time. */
export const closeDetails = ({ option, settlement, closing, split, splits }: Ending): EventDetails => ({
  ...(closing === null ? { quote: null, neighbours: [] } : decidingQuoteDetails(closing)),
  formula: [
    ratioText(split) === null ? 'closePrice = (bid + ask) ÷ 2' : 'closePrice = (bid + ask) ÷ 2 × new ÷ old',
    settleFormula[option.direction],
  ],
  ...(splits.length > 0 && {
    split: ratioText(split),
    splits: splits.map(({ fresh, old, at }) => ({ new: String(fresh), old: String(old), at })),
  }),
  expiresAt: option.expiresAt,
  settleWithinMs: option.settleWithinMs,
  openPrice: writePrice(option.openPrice),
  price: closing === null ? null : writePrice(countedPrice(closing.quote.mid as Price, split)),
  result: settlement.result,
  refundReason: settlement.refundReason,
  profit: writeUsdt(settlement.profitMinor),
})
