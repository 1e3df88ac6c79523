import type { Chart, Crosshair } from 'klinecharts'
import { mainPane } from './indicators/show-indicators.ts'

/** The moment that a pointer is on in a chart, which other charts can point at too. */
export interface PointedMoment {
  /** Calls the follower with each moment that is pointed at, and with null once none is; returns what ends this. */
  readonly follow: (follower: (moment: number | null) => void) => () => void
  readonly show: (moment: number | null) => void
}

/** No pane has this name: the library draws the upright line and the values of the moment, and no line at a price. */
const noPane = 'pointed'

export function pointedMoment(chart: Chart, place: HTMLElement): PointedMoment {
  // The library takes null for no crosshair, which its types leave out.
  const put = (crosshair: Crosshair | null) =>
    Reflect.apply(chart.executeAction, chart, ['onCrosshairChange', crosshair])
  return {
    follow: (follower) => {
      const onMove = (crosshair: unknown) => {
        const x = (crosshair as Crosshair | undefined)?.x
        if (x === undefined) return
        const point = [chart.convertFromPixel([{ x }], { paneId: mainPane })].flat()[0]
        follower(point?.timestamp ?? null)
      }
      const onLeave = () => follower(null)
      chart.subscribeAction('onCrosshairChange', onMove)
      place.addEventListener('pointerleave', onLeave)
      return () => {
        chart.unsubscribeAction('onCrosshairChange', onMove)
        place.removeEventListener('pointerleave', onLeave)
      }
    },
    show: (moment) => {
      if (moment === null) return put(null)
      const x = [chart.convertToPixel([{ timestamp: moment }], { paneId: mainPane })].flat()[0]?.x
      if (x !== undefined) put({ x, paneId: noPane })
    },
  }
}
