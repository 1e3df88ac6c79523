import { parseRate, type Rate } from '@candor/money'
import { expect, test } from 'vitest'
import { reserveState } from './reserve.ts'

const from = parseRate('0.8') as Rate

test.each([
  [-5n, 100n, 'ok'],
  [79_999_999n, 100_000_000n, 'ok'],
  [80_000_000n, 100_000_000n, 'warn'],
  [99_999_999n, 100_000_000n, 'warn'],
  [100_000_000n, 100_000_000n, 'halted'],
  [0n, 0n, 'halted'],
] as const)('rulebook Whose money pays: a possible win of %s from %s: %s', (wouldWin, capital, state) => {
  expect(reserveState(wouldWin, capital, from)).toBe(state)
})
