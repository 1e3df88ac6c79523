import { candleOpenTime, type IntervalName } from '@candor/rules'
import { translator } from '@candor/texts/server.ts'
import type { Database } from '../../platform/database/database.ts'
import { actionValue } from '../market-events/actions.ts'
import { carriedOutActions } from '../market-events/carried-out-actions.ts'
import { haltsOf } from '../market-events/halts.ts'

const t = translator('en')

/** Something that happened in a market, at a candle of its chart. */
export interface ChartMark {
  readonly id: string
  /** Epoch seconds at which the candle opens. */
  readonly time: number
  readonly label: string
  readonly color: string
  readonly text: string
}

export interface MarkRequest {
  readonly code: string
  readonly interval: IntervalName
  /** Epoch ms, both included. */
  readonly from: number
  readonly to: number
}

const looks = {
  split: { label: 'S', color: 'blue', name: 'Split' },
  dividend: { label: 'D', color: 'green', name: 'Dividend' },
  roll: { label: 'R', color: 'yellow', name: 'Rollover' },
} as const

/** Finds the splits, dividends and rollovers that were carried out in a range of a chart, and the halts that began there, oldest first. */
export async function chartMarks(db: Database, request: MarkRequest): Promise<ChartMark[]> {
  const { code, interval } = request
  const timeOf = (ms: bigint) => candleOpenTime(interval, Number(ms)) / 1000
  const [actions, halts] = await Promise.all([
    carriedOutActions(db, code, request),
    haltsOf(db, code, request),
  ])
  const marks = [
    ...actions.map((action): ChartMark => {
      const { label, color, name } = looks[action.kind]
      return { id: action.id, time: timeOf(action.at), label, color, text: `${name}: ${actionValue(action)}` }
    }),
    ...halts.map(({ id, reason, halted_at }): ChartMark => {
      const text = t(`markets.halt.${reason}`)
      return { id, time: timeOf(halted_at), label: 'H', color: 'red', text }
    }),
  ]
  return marks.sort((a, b) => a.time - b.time)
}

/** Writes marks of bars: a column for each field. */
export const markColumns = (marks: readonly ChartMark[]) => ({
  id: marks.map(({ id }) => id),
  time: marks.map(({ time }) => time),
  color: marks.map(({ color }) => color),
  text: marks.map(({ text }) => text),
  label: marks.map(({ label }) => label),
  labelFontColor: marks.map(() => 'white'),
  minSize: marks.map(() => 20),
})

/** Writes marks of the time axis: a row for each. */
export const timescaleMarks = (marks: readonly ChartMark[]) =>
  marks.map(({ id, time, color, label, text }) => ({ id, time, color, label, tooltip: [text] }))
