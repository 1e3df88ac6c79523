import { type ReactNode, useSyncExternalStore } from 'react'
import { useT } from '../../session/language/language.ts'
import { windowState } from '../../shell/layout.ts'
import { least, most, type Panel } from './panel-sizes.ts'
import { remPx, Separator } from './separator.tsx'
import type { PanelSizes } from './workspace.ts'
import { resize, useWorkspace } from './workspace-store.ts'

const roomyWindow = windowState('(min-width: 1280px)')

/** Usual sizes in rem, for a window from 1280 px on and for a smaller one. */
const usual = {
  list: [17.5, 13.5],
  book: [17, 15],
  ticket: [21.25, 19],
  orders: [14.5, 14.5],
} as const satisfies Readonly<Record<Panel, readonly [number, number]>>

interface PanesProps {
  /** Absent panels are hidden. */
  readonly list?: ReactNode
  readonly book?: ReactNode
  readonly ticket?: ReactNode
  readonly charts: ReactNode
  readonly orders: ReactNode
  /** Number of charts next to one another. */
  readonly columns: number
}

/** The panels of the market screen with lines between them that can be pulled. */
export function Panes({ list, book, ticket, charts, orders, columns }: PanesProps) {
  const t = useT()
  const sizes = useSizes()
  const line = (panel: Panel, label: string, other: number) => ({
    label,
    now: sizes[panel],
    min: least[panel],
    max: most[panel],
    least: [least[panel], other] as const,
    onResize: (px: number) => resize({ [panel]: px / remPx() }),
    onReset: () => resize({ [panel]: null }),
  })
  const charted = least.chart * columns
  const tracks = [
    list === undefined ? '' : `minmax(${least.list}rem, ${sizes.list}rem) 1px`,
    `minmax(${charted}rem, 1fr)`,
    book === undefined ? '' : `1px minmax(${least.book}rem, ${sizes.book}rem)`,
    ticket === undefined ? '' : `1px minmax(${least.ticket}rem, ${sizes.ticket}rem)`,
  ]
  return (
    <div
      className="absolute inset-0 grid grid-rows-[minmax(0,1fr)] bg-surface"
      style={{ gridTemplateColumns: tracks.join(' ') }}
    >
      {list}
      {list !== undefined && (
        <Separator {...line('list', t('markets.panel.list'), charted)} between="columns" panel="before" />
      )}
      <div className="flex min-h-0 min-w-0 flex-col">
        <div className="min-h-0 flex-1">{charts}</div>
        <Separator
          {...line('orders', t('markets.panel.resize'), least.chartHeight)}
          between="rows"
          panel="after"
        />
        <div className="max-h-3/5 shrink-0" style={{ height: `${sizes.orders}rem` }}>
          {orders}
        </div>
      </div>
      {book !== undefined && (
        <Separator {...line('book', t('markets.panel.book'), charted)} between="columns" panel="after" />
      )}
      {book}
      {ticket !== undefined && (
        <Separator
          {...line('ticket', t('markets.panel.ticket'), book === undefined ? charted : least.book)}
          between="columns"
          panel="after"
        />
      )}
      {ticket}
    </div>
  )
}

/** Sizes of the panels in rem. */
function useSizes(): Readonly<Record<Panel, number>> {
  const isRoomy = useSyncExternalStore(roomyWindow.follow, roomyWindow.matches)
  const { list, book, ticket, orders } = useWorkspace(sizesOf)
  const at = isRoomy ? 0 : 1
  return {
    list: list ?? usual.list[at],
    book: book ?? usual.book[at],
    ticket: ticket ?? usual.ticket[at],
    orders: orders ?? usual.orders[at],
  }
}

const sizesOf = ({ sizes }: { readonly sizes: PanelSizes }): PanelSizes => sizes
