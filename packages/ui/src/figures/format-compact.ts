/** A count in few characters from a million on, else in full: `"3800000000"` → 3.8B, `"69"` → 69. Never negative. */
export const formatCount = (text: string, tag: string): string =>
  new Intl.NumberFormat(tag, {
    maximumFractionDigits: Number(text) < 1_000_000 ? 0 : 1,
    notation: Number(text) < 1_000_000 ? 'standard' : 'compact',
  }).format(Number(text))

const formats = new Map<string, Intl.NumberFormat>()

/** A large sum in few characters, for comparing at a glance: `"1234567"` → $1.2M. Never negative. */
export function formatCompact(text: string, tag: string, currency: string): string {
  const key = `${tag} ${currency}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      notation: 'compact',
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    })
    formats.set(key, format)
  }
  return format.format(Number(text))
}
