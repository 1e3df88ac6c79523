/** Zones of the largest trading places, for browsers that cannot list all. */
const tradingPlaces = [
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Zurich',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Seoul',
  'Asia/Tokyo',
  'Australia/Sydney',
]

/** Lists the time zones to choose from, UTC first. The chosen one is among them: browsers list a zone under different names. */
export function timeZones(chosen: string | null): readonly string[] {
  const all = Intl.supportedValuesOf?.('timeZone') ?? tradingPlaces
  return [...new Set(['UTC', ...(chosen === null ? [] : [chosen]), ...all])]
}
