import type { ChartKind } from '@candor/rules/markets/saved-chart.ts'

/** The outline of a picture, and how much of it is filled. */
const shapes: Readonly<
  Record<ChartKind, { readonly outline: string; readonly filled: string; readonly share: number }>
> = {
  candles: { outline: '', filled: 'M5 2v12M3.5 5h3v6h-3zM11 3v10M9.5 4.5h3v5h-3z', share: 1 },
  hollow: { outline: 'M5 2v3m0 6v3M3.5 5h3v6h-3zM11 3v1.5m0 5v3.5M9.5 4.5h3v5h-3z', filled: '', share: 0 },
  bars: { outline: 'M5 2v12M2.5 11.5H5M5 4.5h2.5M11 3v10M8.5 5H11m0 5.5h2.5', filled: '', share: 0 },
  heikinAshi: {
    outline: 'M8 2v2.5',
    filled: 'M2 8.5h2.5v5H2zM6.75 4.5h2.5v7h-2.5zM11.5 2.5H14v6h-2.5z',
    share: 0.35,
  },
  line: { outline: 'M1.5 11.5l4-5 3.5 3 5.5-6.5', filled: '', share: 0 },
  area: { outline: '', filled: 'M1.5 10l4-4.5 3.5 3 5.5-6V14h-13z', share: 0.25 },
}

/** A kind of chart as a small picture. */
export function KindPicture({ kind }: { readonly kind: ChartKind }) {
  const { outline, filled, share } = shapes[kind]
  const pen = { stroke: 'currentColor', strokeWidth: 1.3, strokeLinejoin: 'round' } as const
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0">
      <path d={outline} fill="none" {...pen} />
      <path d={filled} fill="currentColor" fillOpacity={share} {...pen} />
    </svg>
  )
}
