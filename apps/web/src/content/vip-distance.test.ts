import { expect, test } from 'vitest'
import { distanceTo } from './vip-distance.ts'

test('what is missing to the next tier, exactly; nothing once it is reached', () => {
  expect(distanceTo('50000.000000', '12345.678901')).toBe('37654.321099')
  expect(distanceTo('50000.000000', '50000.000000')).toBe('0.000000')
  expect(distanceTo('50000.000000', '70000.000000')).toBe('0.000000')
})
