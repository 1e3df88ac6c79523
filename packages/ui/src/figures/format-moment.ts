const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatting of moments in one style: in the reader's zone unless another is given. */
const inStyle =
  (style: Intl.DateTimeFormatOptions) =>
  (at: string | number | Date, tag: string, timeZone?: 'UTC'): string => {
    const key = JSON.stringify([style, tag, timeZone])
    const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...style, timeZone })
    formats.set(key, format)
    return format.format(new Date(at))
  }

/** The one style of dates in both apps: with the year, and the month in letters where the language abbreviates it. */
const dateStyle = 'medium'

/** Writes the date of a moment (ISO text, epoch ms or Date) in the language of `tag`. */
export const formatDay = inStyle({ dateStyle })
/** Writes date and time to the minute. */
export const formatMinute = inStyle({ dateStyle, timeStyle: 'short' })
/** Writes date and time to the second. */
export const formatSecond = inStyle({ dateStyle, timeStyle: 'medium' })
/** Writes date and time with the name of the zone, where the moment is evidence or a deadline of an order. */
export const formatZoned = inStyle({ dateStyle, timeStyle: 'long' })
/** Writes a month with its year. */
export const formatMonth = inStyle({ month: 'long', year: 'numeric' })
/** Writes a day of the coming weeks, without its year. */
export const formatWeekday = inStyle({ weekday: 'short', day: 'numeric', month: 'short' })
/** Writes the short name of a weekday. */
export const formatWeekdayName = inStyle({ weekday: 'short' })
/** Writes a time within a week: the weekday and the time of day, to the minute. */
export const formatWeekdayHour = inStyle({ weekday: 'short', hour: 'numeric', minute: '2-digit' })
/** Writes the time of day alone, to the minute. */
export const formatHour = inStyle({ timeStyle: 'short' })
/** Writes the time of day alone, to the second. */
export const formatClock = inStyle({ timeStyle: 'medium' })
