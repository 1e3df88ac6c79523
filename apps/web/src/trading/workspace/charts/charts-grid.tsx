import type { MarketItem } from '@candor/contract'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import type { CandleChart } from '../../../markets/chart/candle-chart.ts'
import { useT } from '../../../session/language/language.ts'
import { Separator } from '../separator.tsx'
import type { Screen } from '../use-screen.ts'
import { type Arrangement, countOf } from '../workspace.ts'
import { resize, useWorkspace } from '../workspace-store.ts'
import { ChartCell } from './chart-cell.tsx'
import { useLinkedPointers } from './use-linked-pointers.ts'

/** Smallest sizes of a chart in rem. */
const least = { width: 18, height: 8 } as const

/** A chart is its place; what it shows changes. */
const keys = ['first', 'second', 'third', 'fourth'] as const

type Place = Pick<CSSProperties, 'gridColumn' | 'gridRow'>
interface Lines {
  readonly places: readonly Place[]
  /** Places of the upright and the level line; absent: there is none. */
  readonly upright?: Place
  readonly level?: Place
}

const all = '1 / -1'
const at = (gridColumn: string, gridRow: string): Place => ({ gridColumn, gridRow })
const grids: Readonly<Record<Exclude<Arrangement, 'one'>, Lines>> = {
  columns: { places: [at('1', all), at('3', all)], upright: at('2', all) },
  rows: { places: [at(all, '1'), at(all, '3')], level: at(all, '2') },
  large: {
    places: [at('1', all), at('3', '1'), at('3', '3')],
    upright: at('2', all),
    level: at('3', '2'),
  },
  four: {
    places: [at('1', '1'), at('3', '1'), at('1', '3'), at('3', '3')],
    upright: at('2', all),
    level: at(all, '2'),
  },
}

interface ChartsGridProps {
  readonly markets: readonly MarketItem[]
  readonly screen: Screen
}

/** Two to four charts with lines between them that can be pulled. */
export default function ChartsGrid({ markets, screen }: ChartsGridProps) {
  const arrangement = useWorkspace((workspace) => workspace.arrangement)
  const slots = useWorkspace((workspace) => workspace.slots)
  const active = useWorkspace((workspace) => workspace.active)
  const [canvases, setCanvases] = useState<readonly (CandleChart | null)[]>([])
  const shown = slots.slice(0, countOf({ arrangement }))
  useLinkedPointers(shown, canvases)
  if (arrangement === 'one') return null
  return (
    <GridFrame arrangement={arrangement}>
      {shown.map((slot, index) => (
        <ChartCell
          key={keys[index]}
          at={index}
          slot={slot}
          market={markets.find(({ code }) => code === slot.code) ?? null}
          isActive={index === active}
          screen={screen}
          onCanvas={(canvas) => setCanvases((before) => put(before, index, canvas))}
          style={grids[arrangement].places[index] ?? {}}
        />
      ))}
    </GridFrame>
  )
}

function put<T>(list: readonly (T | null)[], index: number, value: T | null): readonly (T | null)[] {
  if ((list[index] ?? null) === value) return list
  return Array.from({ length: Math.max(list.length, index + 1) }, (_, one) =>
    one === index ? value : (list[one] ?? null),
  )
}

/** The grid and its lines; only this is rendered while a line is pulled. */
function GridFrame({
  arrangement,
  children,
}: {
  readonly arrangement: Exclude<Arrangement, 'one'>
  readonly children: ReactNode
}) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const columns = useWorkspace(({ sizes }) => sizes.columns) ?? (arrangement === 'large' ? 0.62 : 0.5)
  const rows = useWorkspace(({ sizes }) => sizes.rows) ?? 0.5
  const { upright, level } = grids[arrangement]
  const line = (share: 'columns' | 'rows', value: number, size: number) => ({
    label: t(`workspace.${share}`),
    between: share,
    panel: 'before' as const,
    now: value * 100,
    min: 0,
    max: 100,
    least: [size, size] as const,
    frame: () => frame.current,
    onResize: (px: number, whole: number) => resize({ [share]: px / whole }),
    onReset: () => resize({ [share]: null }),
  })
  return (
    <div
      ref={frame}
      className="relative grid min-h-0 flex-1"
      style={{
        gridTemplateColumns: upright === undefined ? 'minmax(0,1fr)' : tracks(columns, least.width),
        gridTemplateRows: level === undefined ? 'minmax(0,1fr)' : tracks(rows, least.height),
      }}
    >
      {children}
      {upright !== undefined && (
        <Placed place={upright}>
          <Separator {...line('columns', columns, least.width)} />
        </Placed>
      )}
      {level !== undefined && (
        <Placed place={level}>
          <Separator {...line('rows', rows, least.height)} />
        </Placed>
      )}
    </div>
  )
}

const tracks = (share: number, size: number): string =>
  `minmax(${size}rem,${share}fr) 1px minmax(${size}rem,${1 - share}fr)`

const Placed = ({ place, children }: { readonly place: Place; readonly children: ReactNode }) => (
  <div style={place} className="flex">
    {children}
  </div>
)
