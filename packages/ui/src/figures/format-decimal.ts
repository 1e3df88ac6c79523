export interface DecimalFormat {
  /** Fewest decimals shown. */
  readonly min?: number
  /** Maximum number of decimals; the rest is rounded half away from zero, for display only. */
  readonly max?: number
  /** Adds a plus to positive figures. */
  readonly signed?: boolean
}

const formats = new Map<string, Intl.NumberFormat>()

function formatFor(tag: string, min: number, max: number, signed: boolean): Intl.NumberFormat {
  const key = `${tag} ${min} ${max} ${signed}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(tag, {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    signDisplay: signed ? 'exceptZero' : 'negative',
  })
  formats.set(key, made)
  return made
}

const trueMinus = (text: string): string => text.replaceAll('-', '−')

/**
 * Writes a decimal text in a language, digit for digit: the text is never turned into a float. With a true minus.
 * Gives the text itself when it is no decimal.
 */
export function formatDecimal(text: string, tag: string, format: DecimalFormat = {}): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const decimals = text.split('.')[1]?.length ?? 0
  const min = format.min ?? 0
  const max = Math.max(min, format.max ?? decimals)
  const numberFormat = formatFor(tag, Math.min(min, 20), Math.min(max, 20), format.signed ?? false)
  // Intl accepts decimal texts exactly, but its type allows only literals.
  return trueMinus(numberFormat.format(text as `${number}`))
}

/** A share as a percentage: `"0.0123"` → 1.23 %. */
export function formatShare(text: string, tag: string, digits = 2, signed = false): string {
  return formatPercent(Number(text) * 100, tag, digits, signed)
}

/** A margin level as a percentage: in whole percent where it is, else with two decimals. */
export const formatMarginLevel = (text: string, tag: string): string =>
  formatShare(text, tag, /^\d+(\.\d{1,2})?$/.test(text) ? 0 : 2)

/** A number that is in percent already, as `zdf` is. */
export function formatPercent(percent: number, tag: string, digits = 2, signed = true): string {
  const key = `${tag} % ${digits} ${signed}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: signed ? 'exceptZero' : 'negative',
    })
    formats.set(key, format)
  }
  return trueMinus(format.format(percent / 100))
}

/** The sign of a decimal text, without turning it into a float. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0
  return text.startsWith('-') ? -1 : 1
}

/**
 * Writes a price with the digits of its market, rounded for display only: a mid price has one digit more than any list shows. While the
 * digits are not known, the price is written as it is.
 */
export const formatPrice = (price: string | null, digits: number | undefined, tag: string): string =>
  formatDecimal(price ?? '', tag, digits === undefined ? {} : { min: digits, max: digits })

/** Writes the distance between two prices, with a plus or minus. */
export const formatPriceChange = (change: string, digits: number, tag: string): string =>
  formatDecimal(change, tag, { min: digits, max: digits, signed: true })

/** Writes a level that somebody typed, with at least the digits of its market: what was typed is never rounded. */
export const formatLevel = (level: string, digits: number | undefined, tag: string): string =>
  formatDecimal(level, tag, { min: digits ?? 0 })
