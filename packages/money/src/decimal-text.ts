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
  const point = text.indexOf('.')
  if (point === -1) return BigInt(text) * powerOfTen(scale)
  const whole = text.slice(0, point)
  const fraction = text.slice(point + 1)
  const shortened = fraction.length > scale ? fraction.replace(/0+$/, '') : fraction
  if (shortened.length > scale) return null
  return BigInt(whole + shortened) * powerOfTen(scale - shortened.length)
}

const powers = Array.from({ length: 19 }, (_, exponent) => 10n ** BigInt(exponent))
const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

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
