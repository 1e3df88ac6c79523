import { expect, test } from 'vitest'
import { beyondExposureLimit, leftOfExposureLimit } from './exposure-limit.ts'

test.each([
  // [net after the order, direction, limit, beyond]
  [100n, 'buy', 100n, 0n],
  [101n, 'buy', 100n, 1n],
  [-100n, 'sell', 100n, 0n],
  [-101n, 'sell', 100n, 1n],
  // Towards zero from beyond the limit: less than before, and still beyond it.
  [150n, 'sell', 100n, 0n],
  [-150n, 'buy', 100n, 0n],
  // Through zero: up to the limit on the other side.
  [-100n, 'sell', 100n, 0n],
  [-130n, 'sell', 100n, 30n],
  // A limit of zero permits what brings the net value to zero.
  [0n, 'buy', 0n, 0n],
  [1n, 'buy', 0n, 1n],
] as const)(
  'I16.2: a net value of %s after a %s with a limit of %s: %s beyond',
  (net, side, limit, beyond) => {
    expect(beyondExposureLimit(net, side, limit)).toBe(beyond)
  },
)

test('I16.2: what is left is less on the side that customers hold, and more on the other', () => {
  expect([leftOfExposureLimit(30n, 'buy', 100n), leftOfExposureLimit(30n, 'sell', 100n)]).toEqual([70n, 130n])
  expect([leftOfExposureLimit(-30n, 'buy', 100n), leftOfExposureLimit(-30n, 'sell', 100n)]).toEqual([
    130n,
    70n,
  ])
  expect([leftOfExposureLimit(150n, 'buy', 100n), leftOfExposureLimit(150n, 'sell', 100n)]).toEqual([
    0n,
    250n,
  ])
})
