/** The words and number forms of the reader's language. */
export interface ChartLanguage {
  readonly tag: string
  readonly words: Readonly<
    Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'heikinAshi', string>
  >
}

const localeBase = {
  change: '',
  turnover: '',
  second: '',
  minute: '',
  hour: '',
  day: '',
  week: '',
  month: '',
  year: '',
}
/** The library's own words, ours in their place. */
export const localeOf = (words: ChartLanguage['words']) => ({
  ...localeBase,
  ...(Object.fromEntries(
    Object.entries(words).map(([key, word]) => [key, `${word} `]),
  ) as ChartLanguage['words']),
})

/**
 * Dates as the reader writes them, as short as the axis asks, the day in 24 hours, in the chosen time zone. Marks of direction are taken out:
 * the chart runs left to right in every language, and a canvas does not understand them.
 */
export function dateFormatter(tag: string, timeZone: string) {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  const date = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const
  const forms = {
    time: new Intl.DateTimeFormat(tag, clock),
    day: new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone }),
    month: new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone }),
    year: new Intl.DateTimeFormat(tag, { year: 'numeric', timeZone }),
    date: new Intl.DateTimeFormat(tag, date),
    full: new Intl.DateTimeFormat(tag, { ...date, ...clock }),
  }
  const byTemplate: Readonly<Record<string, keyof typeof forms>> = {
    'HH:mm': 'time',
    'HH:mm:ss': 'time',
    'MM-DD': 'day',
    'YYYY-MM': 'month',
    YYYY: 'year',
    'YYYY-MM-DD': 'date',
  }
  return ({ timestamp, template }: { timestamp: number; template: string }) =>
    forms[byTemplate[template] ?? 'full'].format(timestamp).replace(/[\u200e\u200f\u061c]/g, '')
}

/** Replaces the decimal point of a plain number by the language's; a text already in the language's form stays. */
export function decimalMark(tag: string) {
  const mark =
    new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return (value: string | number) => String(value).replace(/^(-?\d+)\.(\d+%?)$/, `$1${mark}$2`)
}

/** Volumes in the language's short form. */
export function bigNumbers(tag: string) {
  const form = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 2 })
  return (value: string | number) => form.format(Number(value))
}

/** The time zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns a saved time zone; that of the device where none was chosen, or where this browser does not know it. */
export const zoneOf = (saved: string): string => (isKnownZone(saved) ? saved : deviceZone())

/** Checks whether this browser knows a time zone. Its own list lacks the other names of zones, so the name is tried. */
export function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== null
  } catch {
    return false
  }
}
