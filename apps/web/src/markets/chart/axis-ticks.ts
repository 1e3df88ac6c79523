import type { AxisTick } from 'klinecharts'

/** Writes a moment in one of the library's templates, in the reader's language and the chart's time zone. */
export type WriteMoment = (moment: { readonly timestamp: number; readonly template: string }) => string

/** Replaces the time of the first tick and of the first one of each day by its date: the library writes times alone. */
export function withDates(ticks: readonly AxisTick[], write: WriteMoment): AxisTick[] {
  let day = ''
  return ticks.map((tick) => {
    const timestamp = Number(tick.value)
    const today = write({ timestamp, template: 'YYYY-MM-DD' })
    const isNew = today !== day
    day = today
    const isTime = tick.text === write({ timestamp, template: 'HH:mm' })
    return isNew && isTime ? { ...tick, text: write({ timestamp, template: 'MM-DD' }) } : tick
  })
}
