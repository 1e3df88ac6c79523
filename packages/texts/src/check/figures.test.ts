import { expect, test } from 'vitest'
import { figureFaults } from './figures.ts'

const faults = (own: string, english: string, language = 'de') =>
  figureFaults(language, { accounts: { a: own } }, { accounts: { a: english } }).map(({ fault }) => fault)

test('a text states the figures of 10 and more that English states, as words or as figures', () => {
  expect(faults('Er gilt 10 Minuten.', 'It’s valid for 10 minutes.')).toEqual([])
  expect(faults('Er gilt 10 Minuten.', 'It’s valid for ten minutes.')).toEqual([])
  expect(faults('Er gilt 15 Minuten.', 'It’s valid for 10 minutes.')).toEqual([
    'states (15), English states (10)',
  ])
  expect(faults('Er gilt zehn Minuten.', 'It’s valid for ten minutes.')).toEqual([])
  expect(faults('Er gilt eine Weile.', 'It’s valid for 10 minutes.')).toHaveLength(1)
  expect(faults('Er gilt 15 Minuten.', 'It’s valid for ten minutes.')).toHaveLength(1)
})
test('thousands are written in each language’s way; values, small counts and times of day have no figure of their own', () => {
  expect(faults('10.000 USDT', '10,000 USDT')).toEqual([])
  expect(faults('10\u202f000\u00a0USDT, 17 h', '10,000 USDT, 17:00', 'fr')).toEqual([])
  expect(
    faults(
      '{n, plural, one {ein Tag} other {# Tage}}, 1 Mal',
      '{n, plural, one {# day} other {# days}}, once',
    ),
  ).toEqual([])
})
