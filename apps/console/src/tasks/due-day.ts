const padded = (part: number): string => String(part).padStart(2, '0')

/** The end of a day (`2026-03-09`) by the operator's clock, as ISO 8601. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString()

/** The day on which a moment falls by the operator's clock. */
export function dayKeyOf(moment: string | number): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`
}
