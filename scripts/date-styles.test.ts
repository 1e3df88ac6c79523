import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { otherPurposes, ownDateStyles } from './date-styles.ts'

const foundIn = (text: string, file = 'apps/web/src/loans/a.tsx') => ownDateStyles([{ file, text }]).length

const exempt = Object.keys(otherPurposes)
const planted = [
  "new Intl.DateTimeFormat(tag, { month: 'long', day: 'numeric' }).format(at)",
  'const { DateTimeFormat } = Intl',
  'const text = new Date(iso).toLocaleDateString()',
  "const text = new Date(iso).toLocaleTimeString('en-GB')",
  'const text = new Date(iso).toLocaleString(tag)',
]
test.each(planted)('I15.d12: a page that formats a date itself is found: %s', (text) => {
  expect(foundIn(text)).toBe(1)
  expect(foundIn(text, 'apps/console/src/money/a.tsx')).toBe(1)
  expect(foundIn(text, 'packages/ui/src/figures/a.tsx')).toBe(1)
})

test('I15.d12: a style is found even where formats of another purpose may be', () => {
  for (const file of exempt) {
    expect(foundIn("new Intl.DateTimeFormat(tag, { dateStyle: 'long' })", file)).toBe(1)
    expect(foundIn("new Intl.DateTimeFormat(tag, { month: 'long' })", file)).toBe(0)
  }
})

test('I15.d12: the home, the zone of the browser and the server are not found', () => {
  const text = "new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })"
  expect(foundIn(text, 'packages/ui/src/figures/format-moment.ts')).toBe(0)
  expect(foundIn(text, 'apps/server/src/platform/email/write-letter.ts')).toBe(0)
  expect(foundIn('const zone = Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe(0)
})

test.each(exempt)('I15.d12: the format of another purpose exists: %s', (file) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain('new Intl.DateTimeFormat(')
})
