import { expect, test } from 'vitest'
import { copiesOfHelpers } from './one-home.ts'

const foundIn = (text: string, file = 'apps/server/src/loans/a.ts') =>
  copiesOfHelpers([{ file, text }]).map((fault) => fault.split(' ')[1])

const copies = [
  ['dayMs', 'const dayMs = 86_400_000'],
  ['dayMs', 'export const day = 24 * 3_600_000\n'],
  ['dayMs', 'const dayMs = 24 * 60 * 60 * 1_000'],
  ['hourMs', 'const hour = 3600000'],
  ['minuteMs', '\nconst minuteMs = 60_000\n'],
  ['isoOf', 'const time = (ms: bigint) => new Date(Number(ms)).toISOString()'],
  [
    'isoOf',
    'const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())',
  ],
  ['writeUsdt', 'const written = (minor: bigint): string => writeScaled(minor, 6, 6)'],
  ['parseUsdt', "const minorOf = (text: string) => Amount.parse('USDT', text.trim())?.minor ?? null"],
  ['plainRow', "const plain = (label: string, value: string) => ({ label, value, tone: 'plain' as const })"],
  [
    'invalidField',
    "const issue = (path: string, code: string) =>\n  new Refusal('invalidInput', { issues: [{ path, code }] })",
  ],
] as const
test.each(copies)('I13.4: a copy of %s is found', (name, text) => {
  expect(foundIn(text)).toEqual([name])
})

test('I13.4: the helper at home, other values and parts that stand apart are not found', () => {
  expect(foundIn('export const minuteMs = 60_000', 'packages/rules/src/time-units.ts')).toEqual([])
  expect(foundIn('const dayMs = 86_400_000', 'packages/ui/src/days.ts')).toEqual([])
  expect(foundIn('const dayMs = 86_400_000', 'apps/server/src/simulator/a.ts')).toEqual([])
  expect(foundIn('const limitMs = 60_000\nconst at = new Date(Number(row.at)).toISOString()')).toEqual([])
})
