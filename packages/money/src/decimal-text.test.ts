import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDecimalText, parseScaled, writeScaled } from './decimal-text.ts'

test('calls.md "decimal strings": a written number is read back unchanged', () => {
  const scale = fc.integer({ min: 0, max: 18 })
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }),
      scale,
      fc.nat(18),
      (value, at, least) => {
        const text = writeScaled(value, at, Math.min(least, at))
        expect(parseScaled(text, at)).toBe(value)
        expect(isDecimalText(text)).toBe(true)
        expect((text.split('.')[1] ?? '').length).toBeGreaterThanOrEqual(Math.min(least, at))
      },
    ),
  )
})

test.each([
  '-0',
  '-0.0',
  '-0.00',
  '+1',
  '1e21',
  '0x10',
  'NaN',
  'Infinity',
  '１２',
  '٣',
  '',
  ' 1',
  '1 ',
  '1\n',
  '.5',
  '5.',
  '--1',
  '01',
  '1,000',
  '1_000',
  '__proto__',
  '1.2.3',
  '1234567890123456789',
  '0.1234567890123456789',
])('proof "odd amounts": %j is no decimal text', (text) => {
  expect(isDecimalText(text)).toBe(false)
  expect(parseScaled(text, 18)).toBeNull()
})

test.each([
  ['0', 6, 0n],
  ['120.00', 6, 120_000_000n],
  ['-0.5', 1, -5n],
  ['0.000001', 6, 1n],
  ['1.10', 1, 11n],
  ['999999999999999999', 0, 999_999_999_999_999_999n],
  ['0.5000', 1, 5n],
])('reads %s with %s decimals as %s', (text, scale, value) => {
  expect(parseScaled(text, scale)).toBe(value)
})

test('nothing is ever rounded while reading: one decimal too many is refused', () => {
  expect(parseScaled('0.0000001', 6)).toBeNull()
  expect(parseScaled('1.1', 0)).toBeNull()
})

test.each([
  [0n, 6, 2, '0.00'],
  [-1n, 6, 0, '-0.000001'],
  [1_500_000n, 6, 0, '1.5'],
  [1_500_000n, 6, 6, '1.500000'],
  [42n, 0, 0, '42'],
  [-42n, 1, 1, '-4.2'],
])('writes %s at scale %s with at least %s decimals as %s', (value, scale, least, text) => {
  expect(writeScaled(value, scale, least)).toBe(text)
})
