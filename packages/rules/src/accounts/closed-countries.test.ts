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

const sanctioned = {
  Crimea:
    'Crimea|Republic of CRIMEA|Jalta (Krim)|Krym, Kerch|Крым|АР Крим|Sevastopol, Lenina 1|Sivastopol|' +
    'г. Севастополь|Simferopol|ул. Ленина 4, Симферополь|м. Сімферополь',
  Donetsk: "Donetsk oblast|Donets’k|Donets'k|Donezk|г. Донецк|вул. Артема 5, Донецьк",
  Luhansk: "Luhansk oblast|Lugansk|Luhans'k|LUHANS’K|Lohansk|Луганск|Луганськ",
}

test('I12.12: an address that names a region under sanctions is shown to the reviewer, in Latin and Cyrillic', () => {
  for (const [region, addresses] of Object.entries(sanctioned))
    for (const address of addresses.split('|'))
      expect([address, sanctionedRegionIn(address)]).toEqual([address, region])
})

test('I12.12: an address elsewhere names no region, however similar its words', () => {
  const elsewhere = [
    ...['Khreshchatyk 1, Kyiv', 'Lindenstraße 4, Berlin', 'Rua Lugo 3, Lisboa', 'Krimpen aan den IJssel'],
    ...['Krymsk, Krasnodar', 'Skrim 2, Kongsberg', 'Akrym 1', 'Doneck', 'Lansk'],
  ]
  for (const address of elsewhere) expect([address, sanctionedRegionIn(address)]).toEqual([address, null])
})

test('I12.12: an installation starts with Cuba, Iran and North Korea closed', () => {
  expect(comprehensivelySanctioned).toEqual(['CU', 'IR', 'KP'])
})
