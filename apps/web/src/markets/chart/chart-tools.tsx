import type { MarketSource } from '@candor/contract'
import { ArrowLeftRight, ChartNoAxesColumn, PencilRuler, SlidersHorizontal } from 'lucide-react'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import type { CandleChart } from './candle-chart.ts'

import type { DrawingWork } from './drawings/use-drawing-editor.ts'
import { toolClass } from './kinds/tool-class.ts'
import type { loadDrawings, loadIndicators, loadSettings, loadTrades } from './later-parts.ts'
import { ToolButton } from './tool-button.tsx'
import type { OwnTrades } from './trades/use-own-trades.ts'
import type { LaterModule } from './use-later-module.ts'

interface ChartToolsProps {
  readonly code: string
  readonly source: MarketSource | null
  readonly canvas: CandleChart | null
  readonly work: DrawingWork
  readonly indicators: LaterModule<Awaited<ReturnType<typeof loadIndicators>>>
  readonly drawings: LaterModule<Awaited<ReturnType<typeof loadDrawings>>>
  readonly settings: LaterModule<Awaited<ReturnType<typeof loadSettings>>>
  readonly own: OwnTrades
  readonly trades: LaterModule<Awaited<ReturnType<typeof loadTrades>>>
}

/** The buttons of indicators, drawings, trades and settings, whose code comes when they are first used. */
export function ChartTools(props: ChartToolsProps) {
  const t = useT()
  const { code, source, canvas, work, indicators, drawings, settings } = props
  return (
    <>
      <ToolButton
        label={t('markets.chart.indicators')}
        icon={<ChartNoAxesColumn aria-hidden className="size-4" />}
        narrow={work.narrow}
        className={toolClass(false)}
        later={indicators}
      >
        {({ IndicatorMenu }) => <IndicatorMenu chart={work.chart} change={work.change} />}
      </ToolButton>
      <ToolButton
        label={t('markets.chart.drawings')}
        icon={<PencilRuler aria-hidden className="size-4" />}
        narrow={work.narrow}
        className={toolClass(work.editor.tool !== null)}
        later={drawings}
      >
        {({ DrawingMenu }, close) => <DrawingMenu work={work} onClose={close} />}
      </ToolButton>
      {canvas !== null && <TradesButton {...props} canvas={canvas} />}
      {canvas !== null && (
        <ToolButton
          label={t('markets.chart.settings')}
          icon={<SlidersHorizontal aria-hidden className="size-4" />}
          narrow={work.narrow}
          className={toolClass(false)}
          later={settings}
        >
          {({ ChartSettings }, close) => (
            <ChartSettings
              chart={work.chart}
              change={work.change}
              canvas={canvas}
              code={code}
              source={source}
              onClose={close}
            />
          )}
        </ToolButton>
      )}
    </>
  )
}

/** Opens the list of the customer's trades; a visitor has none. */
function TradesButton({ canvas, work, own, trades }: ChartToolsProps & { readonly canvas: CandleChart }) {
  const t = useT()
  const { isLogin } = useSession()
  if (!isLogin) return null
  return (
    <ToolButton
      label={t('markets.chart.trades')}
      icon={<ArrowLeftRight aria-hidden className="size-4" />}
      narrow={work.narrow}
      className={toolClass(false)}
      later={trades}
    >
      {({ TradeMenu }, close) => (
        <TradeMenu
          canvas={canvas}
          own={own}
          chart={work.chart}
          change={work.change}
          digits={work.digits}
          onClose={close}
        />
      )}
    </ToolButton>
  )
}
