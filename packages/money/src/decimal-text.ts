const decimalPattern = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/

/** True for a plain decimal text: ASCII digits, at most 18 before and after the point, no exponent, no `+`, no `-0`. */
export function isDecimalText(text: string): boolean {
  return decimalPattern.test(text) && !/^-0(?:\.0+)?$/.test(text)
}

/**
 * Reads a decimal text as a whole number of 10^-scale units.
 * Null when the text is not a plain decimal or has more decimals than `scale` holds (trailing zeros are allowed):
 * nothing is ever rounded while reading.
 */
export function parseScaled(text: string, scale: number): bigint | null {
  if (!isDecimalText(text)) return null
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > scale) return null
  const value = BigInt(whole) * 10n ** BigInt(scale) + BigInt(kept.padEnd(scale, '0') || '0')
  return negative ? -value : value
}

/** Writes a whole number of 10^-scale units as a decimal text with at least `minDecimals` decimals and no further trailing zeros. */
export function writeScaled(value: bigint, scale: number, minDecimals = 0): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits
    .slice(digits.length - scale)
    .replace(/0+$/, '')
    .padEnd(minDecimals, '0')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
