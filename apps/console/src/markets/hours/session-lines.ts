import type { InstrumentHours } from '@candor/contract'

type Session = InstrumentHours['sessions'][number]

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const dayOf = (text: string): number =>
  dayNames.findIndex((name) => name.toLowerCase() === text.toLowerCase())

/** Reads sessions, one a line, such as `Mon-Fri 10:00-18:00` or `Sat, Sun 09:00-12:30`; null for a line that is none. */
export function readSessions(text: string): Session[] | null {
  const sessions: Session[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, days = '', from = '', to = ''] =
      /^(.+?)\s+(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/.exec(line) ?? []
    const read = readDays(days)
    if (read === null) return null
    sessions.push({ days: read, from: from.padStart(5, '0'), to: to.padStart(5, '0') })
  }
  return sessions
}

/** Reads days by their English names, with a range across the week's end too: `Sun-Thu`. */
function readDays(text: string): number[] | null {
  const days = new Set<number>()
  for (const part of text.split(/[\s,]+/)) {
    const [first = '', last = first] = part.split(/[-–]/)
    const [from, to] = [dayOf(first), dayOf(last)]
    if (from < 0 || to < 0) return null
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day)
      if (day === to) break
    }
  }
  return [...days].sort((a, b) => a - b)
}

/** Writes sessions as `readSessions` reads them. */
export const writeSessions = (sessions: readonly Session[]): string =>
  sessions
    .map(({ days, from, to }) => `${days.map((day) => dayNames[day]).join(', ')} ${from}-${to}`)
    .join('\n')
