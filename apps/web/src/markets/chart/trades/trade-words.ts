import { formatDecimal, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import type { Words } from '../../../session/language/language.ts'
import { dateFormatter, zoneOf } from '../chart-language.ts'
import type { OwnTrade } from './own-trades.ts'

export interface TradeWords {
  /** Names what was traded, as "Bought 0.01". */
  readonly what: (trade: OwnTrade) => string
  readonly price: (price: number) => string
  readonly moment: (at: number) => string
  /** Result with its sign and currency; null while it is open. */
  readonly result: (trade: OwnTrade) => string | null
  readonly end: (trade: OwnTrade) => string
}

/** The words and figures of trades, with the market's digits and in the chart's time zone. */
export function tradeWords(
  { t, tag, direction }: Pick<Words, 't' | 'tag' | 'direction'>,
  { digits, timeZone }: { readonly digits: number; readonly timeZone: string },
): TradeWords {
  const write = dateFormatter(tag, zoneOf(timeZone))
  const moment = (at: number) => write({ timestamp: at, template: 'full' })
  // On the canvas, which runs left to right, the words of a right-to-left language would too.
  const inOrder = (text: string) => (direction === 'rtl' ? `\u2067${text}\u2069` : text)
  return {
    what: ({ kind, side, size }) => {
      const amount = formatDecimal(size, tag)
      return kind === 'contract'
        ? t('markets.chart.line.open', { direction: side === 'up' ? 'buy' : 'sell', lots: amount })
        : t('chart.trades.option', { side, amount: `${amount} USDT` })
    },
    price: (price) => formatPrice(price.toFixed(digits), digits, tag),
    moment,
    result: ({ profit }) =>
      profit === null ? null : `${formatDecimal(profit, tag, { min: 2, max: 2, signed: true })} USDT`,
    end: ({ endsAt }) =>
      endsAt === null
        ? ''
        : inOrder(t('chart.trades.ends', { time: write({ timestamp: endsAt, template: 'HH:mm' }) })),
  }
}
