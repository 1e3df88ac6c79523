import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, roundDown, roundHalfEven, roundUp } from './rounding.ts'

const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
const divisor = whole.filter((n) => n !== 0n)
const size = (n: bigint) => (n < 0n ? -n : n)

test('code style 4: up is away from zero, down toward zero, and they meet where nothing is left over', () => {
  fc.assert(
    fc.property(whole, divisor, (n, d) => {
      const [up, down] = [divide(n, d, roundUp), divide(n, d, roundDown)]
      expect(size(down) * size(d) <= size(n)).toBe(true)
      expect(size(up) * size(d) >= size(n)).toBe(true)
      expect(size(up) - size(down)).toBe(n % d === 0n ? 0n : 1n)
    }),
  )
})

test('rulebook "half to even": the nearest whole number, and of two equally near the even one', () => {
  fc.assert(
    fc.property(whole, divisor, (n, d) => {
      const rounded = divide(n, d, roundHalfEven)
      const off = 2n * size(rounded * d - n)
      expect(off <= size(d)).toBe(true)
      if (off === size(d)) expect(rounded % 2n).toBe(0n)
    }),
  )
})

test.each([
  [5n, 2n, 3n, 2n, 2n],
  [7n, 2n, 4n, 3n, 4n],
  [-5n, 2n, -3n, -2n, -2n],
  [5n, -2n, -3n, -2n, -2n],
  [-7n, -2n, 4n, 3n, 4n],
  [1n, 3n, 1n, 0n, 0n],
  [2n, 3n, 1n, 0n, 1n],
  [-2n, 3n, -1n, 0n, -1n],
  [0n, 7n, 0n, 0n, 0n],
  [6n, 3n, 2n, 2n, 2n],
  [1n, 2n, 1n, 0n, 0n],
  [-1n, 2n, -1n, 0n, 0n],
])('%s ÷ %s is %s up, %s down, %s half to even', (n, d, up, down, even) => {
  expect([divide(n, d, roundUp), divide(n, d, roundDown), divide(n, d, roundHalfEven)]).toEqual([
    up,
    down,
    even,
  ])
})

test('dividing by nothing is a broken invariant, with any rounding', () => {
  for (const rounding of [roundUp, roundDown, roundHalfEven])
    expect(() => divide(1n, 0n, rounding)).toThrow(RangeError)
})

test('nothing is divided by zero, however it is rounded', () => {
  for (const way of [roundUp, roundDown, roundHalfEven])
    expect(() => divide(1n, 0n, way)).toThrow('division by zero')
})
