import { ChartNoAxesColumn, PencilRuler } from 'lucide-react'
import { useT } from '../../session/language/language.ts'
import { toolClass } from './chart-toolbar.tsx'
import type { DrawingWork } from './drawings/use-drawing-desk.ts'
import type { loadDrawings, loadIndicators } from './later-parts.ts'
import { ToolButton } from './tool-button.tsx'
import type { LaterModule } from './use-later-module.ts'

interface ChartToolsProps {
  readonly work: DrawingWork
  readonly indicators: LaterModule<Awaited<ReturnType<typeof loadIndicators>>>
  readonly drawings: LaterModule<Awaited<ReturnType<typeof loadDrawings>>>
}

/** The buttons of indicators and drawings, whose code comes when they are first used. */
export function ChartTools({ work, indicators, drawings }: ChartToolsProps) {
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
        className={toolClass(work.desk.tool !== null)}
        later={drawings}
      >
        {({ DrawingMenu }, close) => <DrawingMenu work={work} onClose={close} />}
      </ToolButton>
    </>
  )
}
