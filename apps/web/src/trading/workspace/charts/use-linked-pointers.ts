import { useEffect } from 'react'
import type { CandleChart } from '../../../markets/chart/candle-chart.ts'
import type { ChartSlot } from '../workspace.ts'

/** Shows the moment that is pointed at in one chart in the others of its group. */
export function useLinkedPointers(
  slots: readonly ChartSlot[],
  canvases: readonly (CandleChart | null)[],
): void {
  const groups = slots.map(({ group }) => group ?? '-').join('')
  useEffect(() => {
    const stops = canvases.flatMap((canvas, at) => {
      const group = groups[at]
      if (canvas === null || group === undefined || group === '-') return []
      return [
        canvas.pointed.follow((moment) => {
          for (const [index, other] of canvases.entries())
            if (index !== at && groups[index] === group) other?.pointed.show(moment)
        }),
      ]
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [groups, canvases])
}
