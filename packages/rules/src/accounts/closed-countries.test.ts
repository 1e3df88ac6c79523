import { expect, test } from 'vitest'
import { comprehensivelySanctioned, countryStandingOf, sanctionedRegionIn } from './closed-countries.ts'

test('I12.12: a country on the list is closed, in upper or lower case; an unknown one is enough only where no one has to give it', () => {
  const closed = comprehensivelySanctioned
  expect(['CU', 'ir', 'KP', 'DE', 'SY'].map((code) => countryStandingOf(code, closed, true))).toEqual([
    'closed',
    'closed',
    'closed',
    'open',
    'open',
  ])
  expect(countryStandingOf('DE', ['DE'], false)).toBe('closed')
  expect(countryStandingOf(null, closed, true)).toBe('unknown')
  expect(countryStandingOf(null, closed, false)).toBe('open')
})

test('I12.12: an address that names a region under sanctions is shown to the reviewer, in Latin and Cyrillic', () => {
  const named = (address: string) => sanctionedRegionIn(address)
  expect(named('ул. Ленина 4, Симферополь')).toBe('Crimea')
  expect(named('Sevastopol, Lenina 1')).toBe('Crimea')
  expect(named('вул. Артема 5, Донецьк')).toBe('Donetsk')
  expect([named('Lugansk'), named('Luhansk oblast')]).toEqual(['Luhansk', 'Luhansk'])
  for (const address of ['Khreshchatyk 1, Kyiv', 'Lindenstraße 4, Berlin', 'Rua Lugo 3, Lisboa'])
    expect(named(address)).toBeNull()
})
