import { IconButton } from '@candor/ui/controls/button.tsx'
import { X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useWords } from '../../../session/language/language.ts'
import type { CandleChart } from '../candle-chart.ts'
import { usePageColors } from '../page-colors.ts'
import { lengthOf } from '../state/chart-choices.ts'
import type { MarketChart } from '../state/use-market-chart.ts'
import type { OwnTrade } from './own-trades.ts'
import { hideTradeMarks, showTradeMarks } from './trade-marks.ts'
import { type TradeWords, tradeWords } from './trade-words.ts'
import type { OwnTrades } from './use-own-trades.ts'

/** px around a mark that a finger hits, and the pointer of a mouse. */
const reachPx = { narrow: 16, wide: 9 } as const

interface LayerProps {
  readonly canvas: CandleChart
  readonly own: OwnTrades
  readonly chart: MarketChart['chart']
  readonly digits: number
  readonly narrow: boolean
}

/** Marks the customer's trades on the chart, and tells the figures of the chosen one. */
export function TradeLayer({ canvas, own: { trades, chosen, choose }, chart, digits, narrow }: LayerProps) {
  const language = useWords()
  const colors = usePageColors()
  const { timeZone, interval, tradesHidden } = chart
  const words = useMemo(() => tradeWords(language, { digits, timeZone }), [language, digits, timeZone])
  const chosenId = chosen?.id ?? null
  useEffect(() => {
    if (tradesHidden === true) return
    const reach = narrow ? reachPx.narrow : reachPx.wide
    const candleMs = lengthOf(interval)
    showTradeMarks(canvas, { trades, chosenId, colors, reach, candleMs, endText: words.end }, choose)
    return () => hideTradeMarks(canvas)
  }, [canvas, trades, chosenId, colors, narrow, interval, words, tradesHidden, choose])
  if (chosen === null) return null
  return (
    <div
      dir={language.direction}
      className="pointer-events-none absolute inset-x-2 bottom-9 z-20 flex justify-center"
    >
      <ChosenTrade trade={chosen} words={words} onClose={() => choose(null)} />
    </div>
  )
}

function ChosenTrade({
  trade,
  words,
  onClose,
}: {
  readonly trade: OwnTrade
  readonly words: TradeWords
  readonly onClose: () => void
}) {
  const { t } = useWords()
  const { entry, exit } = trade
  const what = words.what(trade)
  const result = words.result(trade)
  const path = trade.kind === 'contract' ? 'orders' : 'options'
  const place = (point: typeof entry) =>
    t('chart.trades.at', { price: words.price(point.price), time: words.moment(point.at) })
  return (
    <section
      aria-label={what}
      className="pointer-events-auto flex max-w-full items-center gap-1 rounded-s border border-hairline bg-surface ps-3 pe-1 shadow-lift"
    >
      <div role="status" className="min-w-0 py-1.5 text-12 text-ink-2 leading-tight">
        <p>
          <span className="font-medium text-ink">{what}</span> {place(entry)}
        </p>
        <p>
          {exit === null ? (
            trade.endsAt === null ? (
              t('chart.trades.open')
            ) : (
              words.end(trade)
            )
          ) : (
            <>
              {t('chart.trades.closed')} {place(exit)}
              {result !== null && <span className="font-medium text-ink"> · {result}</span>}
            </>
          )}
        </p>
      </div>
      <a
        href={`#/profile/${path}/${trade.id}`}
        className="tap inline-flex items-center px-2 text-12 text-accent"
      >
        {t('chart.trades.details')}
      </a>
      <IconButton label={t('chart.draw.dismiss')} onClick={onClose}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </section>
  )
}
