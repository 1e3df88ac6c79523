// Plain fractions of BigInt for the tests' second computation: nothing here is shared with the product.

export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

export const fraction = (n: bigint, d = 1n): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d })
export const decimal = (text: string): Fraction => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const n = BigInt(whole + part)
  return fraction(text.startsWith('-') ? -n : n, 10n ** BigInt(part.length))
}
export const add = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
export const sub = (a: Fraction, b: Fraction) => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
export const mul = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d)
export const div = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n)
export const cmp = (a: Fraction, b: Fraction) => (a.n * b.d < b.n * a.d ? -1 : a.n * b.d > b.n * a.d ? 1 : 0)
export const half = (a: Fraction) => fraction(a.n, a.d * 2n)

/** Millionths, a tie to the even neighbour. */
export const bankers = ({ n, d }: Fraction): bigint => {
  const scaled = n * 1_000_000n
  const sign = scaled < 0n ? -1n : 1n
  const size = scaled * sign
  const whole = size / d
  const rest = (size % d) * 2n
  const up = rest > d || (rest === d && whole % 2n === 1n)
  return sign * (up ? whole + 1n : whole)
}
export const ceiling = ({ n, d }: Fraction): bigint => (n * 1_000_000n + d - 1n) / d

export const median = (values: readonly Fraction[]): Fraction => {
  const sorted = [...values].sort(cmp)
  const upper = sorted[Math.floor(sorted.length / 2)] as Fraction
  if (sorted.length % 2 === 1) return upper
  return half(add(upper, sorted[sorted.length / 2 - 1] as Fraction))
}

export const millionths = (minor: bigint): string => {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(7, '0')
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
export const shown = ({ n, d }: Fraction): string => {
  const scaled = (n * 10n ** 10n) / d
  const digits = scaled.toString().padStart(11, '0')
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/\.?0+$/, '')
}
