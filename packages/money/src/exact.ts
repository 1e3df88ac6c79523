import { divide, type Rounding } from './rounding.ts'

/**
 * An exact fraction: what a formula is worth before its one rounding at the end.
 * `times` and `over` lose nothing; only `rounded` does, and it names how.
 */
export class Exact {
  readonly numerator: bigint
  readonly denominator: bigint

  constructor(numerator: bigint, denominator = 1n) {
    if (denominator === 0n) throw new RangeError('division by zero')
    this.numerator = denominator < 0n ? -numerator : numerator
    this.denominator = denominator < 0n ? -denominator : denominator
  }

  /** Adds without rounding. */
  plus(other: Exact): Exact {
    if (this.denominator === other.denominator)
      return new Exact(this.numerator + other.numerator, this.denominator)
    return new Exact(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    )
  }

  /** Subtracts without rounding. */
  minus(other: Exact): Exact {
    return this.plus(other.negated())
  }

  /** Multiplies without rounding, by a fraction or a whole number. */
  times(other: Exact | bigint): Exact {
    if (typeof other === 'bigint') return new Exact(this.numerator * other, this.denominator)
    return new Exact(this.numerator * other.numerator, this.denominator * other.denominator)
  }

  /** Divides without rounding, by a fraction or a whole number; throws a `RangeError` for zero. */
  over(other: Exact | bigint): Exact {
    if (typeof other === 'bigint') return new Exact(this.numerator, this.denominator * other)
    return new Exact(this.numerator * other.denominator, this.denominator * other.numerator)
  }

  /** Returns the value with the opposite sign. */
  negated(): Exact {
    return new Exact(-this.numerator, this.denominator)
  }

  /** Negative, zero or positive as this is below, equal to or above `other`. */
  compare(other: Exact): number {
    const left = this.numerator * other.denominator
    const right = other.numerator * this.denominator
    return left < right ? -1 : left > right ? 1 : 0
  }

  /** This many 10^-scale units, as a whole number of them. */
  rounded(scale: number, rounding: Rounding): bigint {
    return divide(this.numerator * 10n ** BigInt(scale), this.denominator, rounding)
  }
}
