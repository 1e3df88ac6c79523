import { parseRate, type Rate, rate } from '@candor/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountLevel,
  ceilMinor,
  floorMinor,
  isAtOrBelow,
  type LevelSum,
  marginLevelBounds,
  marginLevelsOf,
  noLevelSum,
  parseLevelSum,
  standardMarginLevels,
  withShare,
  writeLevelSum,
} from './margin-levels.ts'

const position = fc.record({
  marginMinor: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  percent: fc.bigInt({ min: 20n, max: 200n }),
})
const levelOf = (percent: bigint) => (percent * 10n ** 10n) as Rate

test('T18: a sum is that of a straight line over the positions, however they came and went, to the last unit', () => {
  fc.assert(
    fc.property(
      fc.array(position),
      fc.array(position),
      fc.bigInt(-(10n ** 16n), 10n ** 16n),
      (stay, go, equity) => {
        let sum: LevelSum = noLevelSum
        for (const { marginMinor, percent } of [...stay, ...go])
          sum = withShare(sum, marginMinor, levelOf(percent))
        for (const { marginMinor, percent } of go) sum = withShare(sum, marginMinor, levelOf(percent), -1n)
        const hundredths = stay.reduce((line, { marginMinor, percent }) => line + marginMinor * percent, 0n)
        expect(isAtOrBelow(equity, sum)).toBe(equity * 100n <= hundredths)
        expect(floorMinor(sum)).toBe(hundredths / 100n)
        expect(ceilMinor(sum)).toBe((hundredths + 99n) / 100n)
        expect(parseLevelSum(writeLevelSum(sum))).toBe(sum)
      },
    ),
  )
})

test('an account of two levels shows theirs by margin, never below what holds', () => {
  const sum = withShare(withShare(noLevelSum, 100_000_000n, rate('0.5')), 200_000_000n, rate('0.8'))
  expect([writeLevelSum(sum), accountLevel(sum, 300_000_000n)]).toEqual(['210', '0.7'])
  expect(accountLevel(withShare(noLevelSum, 7n, rate('0.5')), 7n)).toBe('0.5')
  expect(accountLevel(withShare(withShare(noLevelSum, 1n, rate('0.5')), 2n, rate('0.6')), 3n)).toBe('0.5667')
})

test('terms without levels have the standard ones, which lie within the ranges, and the ranges do not meet', () => {
  expect(marginLevelsOf({})).toBe(standardMarginLevels)
  const own = { call: rate('1.2'), closeOut: rate('0.8') }
  expect(marginLevelsOf({ marginLevels: own })).toBe(own)
  for (const name of ['call', 'closeOut'] as const) {
    const { least, most } = marginLevelBounds[name]
    expect(standardMarginLevels[name] >= rate(least) && standardMarginLevels[name] <= rate(most)).toBe(true)
  }
  expect(parseRate(marginLevelBounds.closeOut.most) ?? 0n).toBeLessThan(
    parseRate(marginLevelBounds.call.least) ?? 0n,
  )
})
