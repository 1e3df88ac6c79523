import type { AnnouncedDayShown, HoursGroup } from '@candor/contract'

const classWords: Readonly<Record<string, string>> = {
  forex: 'Forex',
  crypto: 'Crypto',
  stocks: 'Stocks',
  futures: 'Futures',
}

/** Names the markets of a scope: `Stocks`, `NYSE calendar`, `AAPL`. */
export function scopeWords(scope: string): string {
  const [kind, name = ''] = scope.split(':')
  return kind === 'calendar' ? `${name} calendar` : (classWords[name] ?? name)
}

/** A group among the options of a choice. */
export const groupOption = ({ scope, markets }: HoursGroup) => ({
  value: scope,
  label: `${scopeWords(scope)} (${markets} ${markets === 1 ? 'market' : 'markets'})`,
})

/** Hours of an announced day. */
export function dayHours({ kind, from, to }: AnnouncedDayShown): string {
  if (kind === 'closed') return 'closed'
  if (kind === 'usual') return 'usual hours'
  return [from === null ? '' : `from ${from}`, to === null ? '' : `until ${to}`]
    .filter((one) => one !== '')
    .join(' ')
}

/** A closed or shortened day of a group; the calendar's holidays have no name. */
export const closureWords = ({ day, name, closed }: HoursGroup['closedDays'][number]): string =>
  [day, name ?? 'holiday', closed ? '' : '(part of the day)'].filter((one) => one !== '').join(' ')
