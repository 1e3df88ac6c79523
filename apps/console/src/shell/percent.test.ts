import { expect, test } from 'vitest'
import { percentOf, shareOf, yearlyPercent } from './percent.ts'

test('trust T3: a share is written in per cent and read again without losing a digit, and says its year', () => {
  expect([percentOf('0.0002'), percentOf('0.000000000001'), percentOf('0')]).toEqual([
    '0.02',
    '0.0000000001',
    '0',
  ])
  expect([shareOf('0.02'), shareOf('0.0000000001'), shareOf('-1')]).toEqual([
    '0.0002',
    '0.000000000001',
    '-0.01',
  ])
  expect([shareOf('2 %'), shareOf('0.00000000001')]).toEqual([null, null])
  expect([yearlyPercent('0.0001'), yearlyPercent('0.0003'), yearlyPercent('x')]).toEqual([
    '3.65',
    '10.95',
    null,
  ])
})
