import { expect, test } from 'vitest'
import { noLevelSum, standardMarginLevels, withShare } from './amounts/margin-levels.ts'
import { isMarginCall, mustStopOut, worstFirst } from './stop-out.ts'

test('stops out at half of the margin exactly and calls at all of it, by the standard levels, and never without margin', () => {
  const { call, closeOut } = standardMarginLevels
  const [called, stopped] = [call, closeOut].map((level) => withShare(noLevelSum, 101n, level))
  if (called === undefined || stopped === undefined) throw new Error('two sums')
  // Half of 101 lies between 50 and 51: nothing is rounded.
  expect([51n, 50n].map((equity) => mustStopOut(equity, stopped))).toEqual([false, true])
  expect([102n, 101n].map((equity) => isMarginCall(equity, called))).toEqual([false, true])
  expect([mustStopOut(-1n, noLevelSum), isMarginCall(-1n, noLevelSum)]).toEqual([false, false])
})

test('the worst loss comes first, and of equals the older', () => {
  const [worst] = worstFirst([
    { sequence: 3n, profitMinor: -5n },
    { sequence: 2n, profitMinor: -5n },
    { sequence: 1n, profitMinor: 4n },
  ])
  expect(worst?.sequence).toBe(2n)
  expect(worstFirst([])).toEqual([])
})
