import { classNames } from '@candor/ui/class-names.ts'
import { Switch } from '@candor/ui/controls/switch.tsx'
import { menuItemClass } from '@candor/ui/overlays/menu.tsx'
import { useId, useMemo } from 'react'
import { useWords } from '../../../session/language/language.ts'
import type { CandleChart } from '../candle-chart.ts'
import type { MarketChart } from '../state/use-market-chart.ts'
import { tradeWords } from './trade-words.ts'
import type { OwnTrades } from './use-own-trades.ts'

interface MenuProps extends MarketChart {
  readonly canvas: CandleChart
  readonly own: OwnTrades
  readonly digits: number
  readonly onClose: () => void
}

/** Lists the trades of this market; each leads to its place on the chart. */
export function TradeMenu({ canvas, own, digits, chart, change, onClose }: MenuProps) {
  const language = useWords()
  const { t } = language
  const { timeZone, tradesHidden } = chart
  const words = useMemo(() => tradeWords(language, { digits, timeZone }), [language, digits, timeZone])
  const id = useId()
  const show = (visible: boolean) => change((now) => ({ ...now, tradesHidden: !visible }))
  return (
    <div className="flex flex-col py-1">
      <p className="flex items-center justify-between gap-3 px-3">
        <label htmlFor={id} className="text-14">
          {t('chart.trades.show')}
        </label>
        <Switch id={id} checked={tradesHidden !== true} onChange={show} />
      </p>
      {own.trades.length === 0 && <p className="px-3 py-4 text-14 text-ink-3">{t('chart.trades.none')}</p>}
      <ul>
        {own.trades.map((trade) => {
          const result = words.result(trade)
          return (
            <li key={trade.id}>
              <button
                type="button"
                className={menuItemClass}
                onClick={() => {
                  if (tradesHidden === true) show(true)
                  canvas.goTo(trade.entry.at)
                  own.choose(trade.id)
                  onClose()
                }}
              >
                <span className="min-w-0 flex-1">
                  <span className="block">{words.what(trade)}</span>
                  <span className="block text-12 text-ink-3">{words.moment(trade.entry.at)}</span>
                </span>
                <span
                  dir="ltr"
                  className={classNames(
                    'shrink-0 tabular-nums',
                    Number(trade.profit) < 0 ? 'text-down' : 'text-up',
                  )}
                >
                  {result}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {own.hasOlder && (
        <p className="px-3 py-2 text-12 text-ink-3">
          {t('chart.trades.newest', { count: own.trades.length })}
        </p>
      )}
    </div>
  )
}
