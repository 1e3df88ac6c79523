import { expect, test } from 'vitest'
import { compile } from '../read-catalog.ts'
import { lengthFaults, longestForm } from './lengths.ts'

const faults = (key: string, own: string, english: string) =>
  lengthFaults('de', { loans: { [key]: own } }, { loans: { [key]: english } }).map(({ fault }) => fault)

test('a text longer than fits is a fault, with its kind, its length and the most that fits', () => {
  expect(faults('repay.open', 'Darlehen zurückzahlen', 'Repay loan')).toEqual([])
  expect(faults('repay.open', 'Das ganze Darlehen vorzeitig zurückzahlen', 'Repay loan')).toEqual([
    '41 characters, and a button has at most 34: “Das ganze Darlehen vorzeitig zurückzahlen”',
  ])
})
test('the longest branch counts, with ordinary values and without the words of ICU or marks of direction', () => {
  const text = '{n, plural, one {\u2066#\u2069 Tag} other {# Tage für {amount}}}'
  expect(longestForm(compile('x.y', text))).toBe('12 Tage für 1,234.56')
  expect(faults('repay.open', '{n, plural, one {# Rate zahlen} other {# Raten zahlen}}', 'Pay')).toEqual([])
  expect(
    faults(
      'repay.open',
      '{n, plural, one {# Rate zahlen} other {Alle # noch offenen Raten jetzt zahlen}}',
      'Pay',
    ),
  ).toEqual([expect.stringContaining('39 characters')])
})
