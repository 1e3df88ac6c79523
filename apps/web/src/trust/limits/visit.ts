import { Amount } from '@candor/money'

/** Start of a visit, and the account's equity then. */
export interface Visit {
  readonly startedAt: number
  readonly equity: string
}

const visits = new Map<string, Visit>()

/** The visit of this tab in one account: it begins with the first figure seen. */
export function visitOf(account: string, equity: string, now: number): Visit {
  const known = visits.get(account) ?? { startedAt: now, equity }
  visits.set(account, known)
  return known
}

/** Number of reminders of `everyMinutes` due since the visit began. */
export const remindersDue = (visit: Visit, everyMinutes: number, now: number): number =>
  Math.max(0, Math.floor((now - visit.startedAt) / (everyMinutes * 60_000)))

/** Change of the account's equity since then, in USDT, signed. */
export function changeSince(visit: Visit, equity: string): string {
  const [before, after] = [Amount.parse('USDT', visit.equity), Amount.parse('USDT', equity)]
  return before === null || after === null ? '0' : after.minus(before).toString()
}
