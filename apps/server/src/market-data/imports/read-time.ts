/** Larger numbers are ms, smaller ones seconds: 1973 in ms, the year 5138 in seconds. */
const leastMs = 100_000_000_000
const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/

/** Reads an ISO time, in UTC unless it names another offset, or epoch seconds or ms, as epoch ms; null: neither. */
export function readTime(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) {
    const value = Number(text)
    return value < leastMs ? value * 1_000 : value
  }
  const found = isoTime.exec(text)
  if (found === null) return null
  const [, day = '', clock = '00:00', zone = 'Z'] = found
  // The thirty-first of a shorter month would become a day of the next.
  const midnight = Date.parse(`${day}T00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null
  const ms = Date.parse(`${day}T${clock}${zone === 'UTC' ? 'Z' : zone}`)
  return Number.isNaN(ms) ? null : ms
}
