import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { otherValues, valuesLeftBehind } from './customer-state.ts'

const foundIn = (text: string, file = 'apps/web/src/loans/use-loan.ts') =>
  valuesLeftBehind([{ file, text }]).length

const planted = [
  'let draft = empty',
  "export let lastName = ''",
  'const drafts = new Map<string, OrderForm>()',
]
test.each(planted)('I12.7: a value that the next customer would find is found: %s', (text) => {
  expect(foundIn(text)).toBe(1)
  expect(foundIn(text, 'apps/web/src/nft/purchase.tsx')).toBe(1)
  expect(foundIn(text, 'apps/web/src/live/price-socket.ts')).toBe(0)
  expect(foundIn(text, 'apps/console/src/money/page.tsx')).toBe(0)
})

test.each([
  '  let draft = empty',
  "const kinds: ReadonlySet<string> = new Set(['a'])",
  'const draft = customerState(empty)',
])('what is local or fixed is not: %s', (text) => {
  expect(foundIn(text)).toBe(0)
})

test.each(Object.keys(otherValues))('the value of another purpose exists: %s', (file) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toMatch(/^let /m)
})
