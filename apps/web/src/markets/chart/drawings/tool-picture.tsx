import type { DrawingTool } from '@candor/rules/markets/saved-chart.ts'

const dot = (x: number, y: number) => `M${x - 1.3} ${y}a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0`

const paths: Readonly<Record<DrawingTool, string>> = {
  trendLine: `M4 12l8-8${dot(3, 13)}${dot(13, 3)}`,
  ray: `M4 11l11-8${dot(3, 12)}`,
  extendedLine: `M1 14L15 2${dot(5, 10.6)}${dot(11, 5.4)}`,
  horizontalLine: `M1 8h5.7M9.3 8H15${dot(8, 8)}`,
  horizontalRay: `M4.3 8H15${dot(3, 8)}`,
  verticalLine: `M8 1v5.7M8 9.3V15${dot(8, 8)}`,
  arrow: 'M3 13L13 3M7 3h6v6',
  channel: 'M1 11l9-8M6 14l9-8',
  priceChannel: 'M1 8l7-6M4 11.5l8-7M8 14l7-6',
  fibRetracement: `M1 3h14M1 7h14M1 10h14M1 13h14`,
  fibExtension: 'M1 13l4-6 3 3M8 3h7M8 6h7M8 10h7',
  rectangle: 'M2 4h12v8H2z',
  triangle: 'M8 3l6 10H2z',
  circle: 'M2 8a6 5 0 1 0 12 0a6 5 0 1 0-12 0',
  text: 'M3 4V3h10v1M8 3v10M6 13h4',
  priceLabel: 'M2 8l4-4h8v8H6z',
  measure: 'M2 5h12v6H2zM5 5v2.5M8 5v3.5M11 5v2.5',
  longPosition: 'M2 2h12v7H2zM2 9h12v5H2M8 7V4M6.5 5.5L8 4l1.5 1.5',
  shortPosition: 'M2 2h12v5H2zM2 7h12v7H2zM8 9v3M6.5 10.5L8 12l1.5-1.5',
}

/** A drawing tool's picture; it never turns around, as the chart does not. */
export function ToolPicture({ tool }: { readonly tool: DrawingTool }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0">
      <path
        d={paths[tool]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
