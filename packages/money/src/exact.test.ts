import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from './exact.ts'
import { roundDown, roundHalfEven, roundUp } from './rounding.ts'

const exact = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  )
  .filter(([, below]) => below !== 0n)
  .map(([above, below]) => new Exact(above, below))
const same = (a: Exact, b: Exact) => expect(a.compare(b)).toBe(0)

test('an exact value keeps the laws of arithmetic to the last digit', () => {
  fc.assert(
    fc.property(exact, exact, exact, (a, b, c) => {
      same(a.plus(b), b.plus(a))
      same(a.plus(b).minus(b), a)
      same(a.times(b.plus(c)), a.times(b).plus(a.times(c)))
      same(a.negated().negated(), a)
      if (b.numerator !== 0n) same(a.over(b).times(b), a)
    }),
  )
})

test('comparing two exact values agrees with their difference', () => {
  fc.assert(
    fc.property(exact, exact, (a, b) => {
      const difference = a.minus(b).numerator
      expect(Math.sign(a.compare(b))).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0)
    }),
  )
})

test('whole numbers go in without a fraction', () => {
  same(new Exact(3n).times(4n), new Exact(12n))
  same(new Exact(3n).over(4n), new Exact(3n, 4n))
  expect(() => new Exact(1n).over(0n)).toThrow(RangeError)
  expect(() => new Exact(1n, 0n)).toThrow(RangeError)
  expect(() => new Exact(1n).over(new Exact(0n))).toThrow(RangeError)
})

test('the numerator has the sign', () => {
  const value = new Exact(1n, -2n)
  expect([value.numerator, value.denominator]).toEqual([-1n, 2n])
})

test('code style 4: it is rounded once, at the end, as named', () => {
  const third = new Exact(1n, 3n)
  expect([roundUp, roundDown, roundHalfEven].map((rounding) => third.rounded(6, rounding))).toEqual([
    333_334n,
    333_333n,
    333_333n,
  ])
  expect(new Exact(25n, 1000n).rounded(2, roundHalfEven)).toBe(2n)
  expect(new Exact(35n, 1000n).rounded(2, roundHalfEven)).toBe(4n)
})

test('values over the same denominator add and take away like any others', () => {
  const third = new Exact(1n, 3n)
  same(third.plus(third), new Exact(2n, 3n))
  same(third.minus(new Exact(2n, 3n)), new Exact(-1n, 3n))
  same(new Exact(1n, -3n), new Exact(-1n, 3n))
})

test('a sum over the same denominator keeps that denominator, so that long sums stay small', () => {
  expect(new Exact(1n, 3n).plus(new Exact(1n, 3n))).toEqual(new Exact(2n, 3n))
})

test('a fraction over zero is refused in its own words', () => {
  expect(() => new Exact(1n, 0n)).toThrow('division by zero')
})
