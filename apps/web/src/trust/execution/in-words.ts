import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'

/** Writes slippage in basis points. Positive is better for the customer, which a sign says in every language. */
export const basisPoints = (text: string, tag: string): string =>
  `${formatDecimal(text, tag, { min: 2, max: 2, signed: true })}\u00a0bp`

/** Writes a short time: below a second in milliseconds, else in seconds. */
export function shortTime(ms: number, tag: string): string {
  const [unit, value] = ms < 1_000 ? (['millisecond', ms] as const) : (['second', ms / 1_000] as const)
  const text = new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
  return text.replace(' ', '\u00a0')
}
