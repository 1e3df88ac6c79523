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

export const formatDay = inStyle({ dateStyle })
export const formatMinute = inStyle({ dateStyle, timeStyle: 'short' })
export const formatSecond = inStyle({ dateStyle, timeStyle: 'medium' })
/** With the name of the zone, where the moment is evidence or a deadline of an order. */
export const formatZoned = inStyle({ dateStyle, timeStyle: 'long' })
/** The time of day alone. */
export const formatClock = inStyle({ timeStyle: 'medium' })
