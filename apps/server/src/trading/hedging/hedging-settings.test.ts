import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readHedgingSettings } from './hedging-settings.ts'
import { openVenue } from './open-venue.ts'

const folder = mkdtempSync(join(tmpdir(), 'hedging-'))
const path = join(folder, 'hedging.json')
const venue = {
  ...{ kind: 'fix', host: 'fix.venue.example', port: 9443 },
  ...{ senderCompId: 'A/B', targetCompId: 'VENUE', account: '1' },
}
const markets = [
  { code: 'EURUSD', symbol: 'EUR/USD', step: '1000', minimum: '1000', most: '5000', backlog: '10' },
]

const readVenue = (named: object) => {
  writeFileSync(path, JSON.stringify({ venue: named, markets }))
  return readHedgingSettings(path, () => 100_000n)
}
const read = (change: object = {}) => readVenue({ ...venue, ...change })

it('I16.3 FIX: settings of a venue are read, encrypted unless they say otherwise, and without keys', async () => {
  const settings = read()
  expect(settings.venue).toMatchObject({ tls: { caFile: null }, heartbeatSeconds: 10, resetOnLogon: false })
  expect(read({ tls: false }).venue).toMatchObject({ tls: null })
  const opened = openVenue(settings, null, folder)
  expect(opened.name).toBe('fix')
  expect(await opened.terms(['EUR/USD', 'USD/JPY'])).toEqual([
    {
      ...{ symbol: 'EUR/USD', step: 100_000_000_000n, minimum: 100_000_000_000n },
      most: 500_000_000_000n,
    },
  ])
})

it('I16.3: settings of an exchange are read with its own addresses, and need the keys of the account', () => {
  const settings = readVenue({ kind: 'binance' })
  expect(settings.venue).toMatchObject({ url: 'https://fapi.binance.com' })
  expect(openVenue(settings, { key: 'k', secret: 's' }, folder).name).toBe('binance')
  expect(() => openVenue(settings, null, folder)).toThrow(/set HEDGING_KEY and HEDGING_SECRET\.$/)
  expect(() => readVenue({ kind: 'binance', url: 'ftp://venue.example' })).toThrow(
    /venue\.url is not an address$/,
  )
  expect(() => readVenue({ kind: 'another' })).toThrow(/venue\.kind/)
})

it.each([
  [{ port: 0 }, /venue\.port/],
  [{ senderCompId: 'a\u0001b' }, /venue\.senderCompId must be 1 to 64 characters of plain ASCII$/],
  [{ tls: { caFile: 'ca.pem' } }, /venue\.tls\.caFile must be an absolute path$/],
  [{ tls: { certificateFile: '/own.pem' } }, /certificateFile and keyFile belong together/],
  [{ tls: 'yes' }, /venue\.tls must be true, false, or an object/],
  [{ account: undefined }, /venue\.account/],
  [{ feeCurrency: 'usd' }, /venue\.feeCurrency must be the code of a currency$/],
  [{ orderFields: { 54: '1' } }, /field 54 is written by us and cannot be set$/],
  [{ orderFields: { side: '1' } }, /side is not the number of a field$/],
  [{ password: 'x' }, /venue Unrecognized key/],
])('I16.3 FIX: settings with %j are refused with a sentence', (change, sentence) => {
  expect(() => read(change)).toThrow(sentence)
})

it('I16.3 FIX: settings that name a file which is not there are refused', () => {
  const settings = read({ tls: { caFile: join(folder, 'none.pem') } })
  expect(() => openVenue(settings, null, folder)).toThrow(/none\.pem cannot be read\.$/)
})
