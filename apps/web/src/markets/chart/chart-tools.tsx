import type { MarketSource } from '@candor/contract'
import { ChartNoAxesColumn, PencilRuler, SlidersHorizontal } from 'lucide-react'
import { useT } from '../../session/language/language.ts'
import type { CandleChart } from './candle-chart.ts'
import { toolClass } from './chart-toolbar.tsx'
import type { DrawingWork } from './drawings/use-drawing-editor.ts'
import type { loadDrawings, loadIndicators, loadSettings } from './later-parts.ts'
import { ToolButton } from './tool-button.tsx'
import type { LaterModule } from './use-later-module.ts'

interface ChartToolsProps {
  readonly code: string
  readonly source: MarketSource | null
  readonly canvas: CandleChart | null
  readonly work: DrawingWork
  readonly indicators: LaterModule<Awaited<ReturnType<typeof loadIndicators>>>
  readonly drawings: LaterModule<Awaited<ReturnType<typeof loadDrawings>>>
  readonly settings: LaterModule<Awaited<ReturnType<typeof loadSettings>>>
}

/** The buttons of indicators, drawings and settings, whose code comes when they are first used. */
export function ChartTools({ code, source, canvas, work, indicators, drawings, settings }: ChartToolsProps) {
  const t = useT()
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
