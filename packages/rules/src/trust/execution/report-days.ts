import { dayMs, utcDay } from '../../time-units.ts'

/** Fewest customers whose fills are published together: with fewer, one of them could be recognised. */
export const fewestCustomers = 5
/** Fewest fills that are published together. */
export const fewestFills = 20

/** Reports whether the fills of some days hide each customer among the others. */
export const hidesCustomers = ({ customers, fills }: { customers: number; fills: number }): boolean =>
  customers >= fewestCustomers && fills >= fewestFills

const sunday = 0

/** Reports whether the waiting days of a week are judged together once this day (`YYYY-MM-DD`) is over: weeks end on Sunday, UTC. */
export const endsWeek = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === sunday

/** Lists the days (`YYYY-MM-DD`, UTC) after one, up to and with another. */
export function daysAfter(last: string, through: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(last) + dayMs; at <= Date.parse(through); at += dayMs) days.push(utcDay(at))
  return days
}
