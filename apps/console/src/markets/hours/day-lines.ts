import type { AnnouncedDayShown } from '@candor/contract'

/** A pasted line that is no day. */
export interface WrongLine {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** A day with the line it was read from, from 1. */
export interface DayOfLine {
  readonly line: number
  readonly day: AnnouncedDayShown
}

/**
 * Reads days, one a line, `date;name;from;to`: without times the day is closed, with one or both it is shortened, and with `usual` in the place of
 * a time it has its usual hours. Empty lines are passed over.
 */
export function readDayLines(text: string): { readonly days: DayOfLine[]; readonly wrong: WrongLine[] } {
  const days: DayOfLine[] = []
  const wrong: WrongLine[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = readDay(line.split(';').map((part) => part.trim()))
    if (typeof read === 'string') wrong.push({ line: at + 1, text: read })
    else days.push({ line: at + 1, day: read })
  }
  return { days, wrong }
}

function readDay(parts: readonly string[]): AnnouncedDayShown | string {
  const [day = '', name = '', from = '', to = ''] = parts
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Begin with a date, such as 2026-12-25.'
  if (name === '') return 'Enter a name after the date: 2026-12-25;Christmas Day.'
  if (parts.length > 4) return 'Enter at most four parts: date;name;from;to.'
  if (from === 'usual' && to === '') return { day, name, kind: 'usual', from: null, to: null }
  const times = [from, to].map((time) => (time === '' ? null : time.padStart(5, '0')))
  if (times.some((time) => time !== null && !/^\d{2}:\d{2}$/.test(time))) return 'Enter times such as 09:30.'
  const [first = null, last = null] = times
  const kind = first === null && last === null ? 'closed' : 'shortened'
  return { day, name, kind, from: first, to: last }
}

/** Writes a day as `readDayLines` reads it. */
export function writeDayLine({ day, name, kind, from, to }: AnnouncedDayShown): string {
  if (kind === 'closed') return `${day};${name}`
  return kind === 'usual' ? `${day};${name};usual` : `${day};${name};${from ?? ''};${to ?? ''}`
}
