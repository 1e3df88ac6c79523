import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { otherDigits, ownPriceDigits } from './price-digits.ts'

const foundIn = (text: string, file = 'apps/web/src/trading/a.tsx') => ownPriceDigits([{ file, text }]).length

const planted = [
  'formatDecimal(price, tag, { min: digits })',
  'formatDecimal(price, tag, { min: market.digits })',
  'formatDecimal(price, tag, { min: props.market?.digits, max: 9 })',
  'formatDecimal(price, tag, { max: digits })',
  'new Intl.NumberFormat(tag, { minimumFractionDigits: info.digits })',
]
test.each(planted)('I15.14k: a page that chooses the decimals of a price itself is found: %s', (text) => {
  expect(foundIn(text)).toBe(1)
  expect(foundIn(text, 'apps/console/src/risk/a.tsx')).toBe(1)
  expect(foundIn(text, 'packages/ui/src/figures/a.tsx')).toBe(1)
})

test('I15.14k: amounts, the home and the server are not found', () => {
  expect(foundIn('formatDecimal(amount, tag, { min: 2, max: digitsFor(amount) })')).toBe(0)
  expect(foundIn('{ min: digits }', 'packages/ui/src/figures/format-decimal.ts')).toBe(0)
  expect(foundIn('{ min: digits }', 'apps/server/src/trading/a.ts')).toBe(0)
})

const exempt = Object.keys(otherDigits)
test.each(exempt)('I15.14k: other digits are where the list says: %s', (file) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toMatch(
    /min(?:imumFractionDigits)?: digits/,
  )
})
