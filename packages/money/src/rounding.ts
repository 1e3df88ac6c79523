/** Rounding of a quotient to a whole number. Every division in the product names one of these. */
export type Rounding = 'up' | 'down' | 'halfEven'

/** Away from zero: a margin requirement is never a unit short. */
export const roundUp: Rounding = 'up'
/** Toward zero. */
export const roundDown: Rounding = 'down'
/** Rounds to the nearest; a tie goes to the even neighbour (rulebook, Contracts). */
export const roundHalfEven: Rounding = 'halfEven'

/** Divides to a whole number. Throws on a zero denominator: that is a broken invariant, not a result. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator === 0n) throw new RangeError('division by zero')
  const quotient = numerator / denominator
  const remainder = numerator % denominator
  if (remainder === 0n) return quotient
  const away = numerator < 0n === denominator < 0n ? 1n : -1n
  if (rounding === 'down') return quotient
  if (rounding === 'up') return quotient + away
  return quotient + (roundsAway(remainder, denominator, quotient) ? away : 0n)
}

function roundsAway(remainder: bigint, denominator: bigint, quotient: bigint): boolean {
  const twice = 2n * (remainder < 0n ? -remainder : remainder)
  const whole = denominator < 0n ? -denominator : denominator
  if (twice !== whole) return twice > whole
  return quotient % 2n !== 0n
}
