import { expect, test } from 'vitest'
import { mustStopOut, worstFirst } from './stop-out.ts'

test('stops out at half of the margin exactly, the worst loss first and of equals the older', () => {
  expect(mustStopOut(50n, 100n)).toBe(true)
  expect(mustStopOut(51n, 100n)).toBe(false)
  expect(mustStopOut(0n, 0n)).toBe(false)
  const [worst] = worstFirst([
    { sequence: 3n, profitMinor: -5n },
    { sequence: 2n, profitMinor: -5n },
    { sequence: 1n, profitMinor: 4n },
  ])
  expect(worst?.sequence).toBe(2n)
  expect(worstFirst([])).toEqual([])
})
