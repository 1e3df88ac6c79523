import { price } from '@candor/money'
import { expect, test } from 'vitest'
import { decideExits, type Exits, unpricedExitBounds } from './protection.ts'

const tick = price('0.01')
const exits = (stopLoss: string | null, takeProfit: string | null): Exits => ({
  stopLoss: stopLoss === null ? null : price(stopLoss),
  takeProfit: takeProfit === null ? null : price(takeProfit),
})

test.each([
  ['buy', '90', '110', true],
  ['buy', '90', null, true],
  ['buy', null, '0.01', true],
  ['buy', '110', '90', false],
  ['buy', '100', '100', false],
  ['sell', '110', '90', true],
  ['sell', '90', '110', false],
  ['sell', '100', '100', false],
] as const)(
  'I11.18bd: without any price a %s with stop %s and target %s is valid: %s',
  (direction, stop, target, isValid) => {
    const both = exits(stop, target)
    expect(decideExits(both, unpricedExitBounds(direction, both, tick)).ok).toBe(isValid)
  },
)
