import { describe, expect, test } from 'vitest'
import { openStretches } from '../calendar/hours.ts'
import type { Market } from '../market.ts'
import { allMarkets } from './all-markets.ts'
import { decideInstrument } from './decide-instrument.ts'
import { type Instrument, marketOf } from './instrument.ts'
import { marketsKnownBy, statedMarkets } from './stated-markets.ts'

const lira: Instrument = {
  ...{
    code: 'USDTRY',
    type: 1,
    name: 'US Dollar / Turkish Lira',
    names: {},
    base: 'USD',
    quoteCurrency: 'TRY',
  },
  ...{ digits: 4, tickSize: '0.0001', pipSize: '0.001', contractSize: 100_000 },
  ...{ lotMin: '0.01', lotStep: '0.01', lotMax: '50', leverageMax: 20 },
  ...{ commissionRate: '0', spreadAdded: '0.002', swapLong: '-0.0005', swapShort: '0.0001' },
  hours: {
    timeZone: 'Europe/Istanbul',
    sessions: [{ days: [1, 2, 3, 4, 5], from: '10:00', to: '18:00' }],
    holidays: null,
  },
  symbols: {},
  simulation: { price: '42', spread: '0.02', volatility: 0.12 },
}
const euro: Instrument = { ...lira, code: 'EURTRY', base: 'EUR', name: 'Euro / Turkish Lira' }
const withLira = [...allMarkets, marketOf(lira)]

/** Field and code of each fault, and what it names. */
function faults(
  changes: Partial<Instrument>,
  listed: readonly Market[] = withLira,
  of: Instrument = euro,
): string[] {
  const decision = decideInstrument({ ...of, ...changes }, listed)
  if (decision.ok) return []
  const { issues } = decision.details as { issues: { path: string; code: string; named?: string }[] }
  return issues.map(({ path, code, named }) =>
    [path, code, named].filter((one) => one !== undefined).join(' '),
  )
}

describe('I16.10: an instrument is refused at its field', () => {
  test('a currency needs a market that converts it; the missing ones are named, and the market itself may be one', () => {
    expect(faults({}, allMarkets)).toEqual(['quoteCurrency no-conversion TRYUSD, USDTRY, TRYUSDT'])
    expect(faults({}, allMarkets, lira)).toEqual([])
    expect(faults({})).toEqual([])
  })

  test('a market never takes over a conversion that open positions are valued by', () => {
    const inverse = { code: 'TRYUSD', base: 'TRY', quoteCurrency: 'USD' }
    expect(faults(inverse)).toEqual(['code takes-over-conversion USDTRY'])
    expect(faults(inverse, allMarkets)).toEqual([])
    const second = { code: 'TRYUSDT', base: 'TRY', quoteCurrency: 'USDT' }
    expect(faults(second)).toEqual([])
  })

  test.each([
    [{ code: 'EURUSD', quoteCurrency: 'USD' }, 'code exists'],
    [{ code: 'TRYEUR' }, 'code not-the-pair'],
    [{ code: 'THYAO', type: 3 as const, base: 'THY', leverageMax: 5 }, 'base not-the-code'],
    [{ tickSize: '0.00001' }, 'tickSize finer-than-digits'],
    [{ digits: 5, tickSize: '0.00003' }, 'pipSize not-whole-ticks'],
    [{ tickSize: '0' }, 'tickSize not-positive'],
    [{ tickSize: 'x' }, 'tickSize decimal'],
    [{ pipSize: '0.00015' }, 'pipSize not-whole-ticks'],
    [{ lotMin: '0.015' }, 'lotMin not-whole-steps'],
    [{ lotMax: '0.001' }, 'lotMax not-whole-steps'],
    [{ lotMax: '900000000' }, 'lotMax too-large'],
    [{ leverageMax: 21 }, 'leverageMax above-cap 20'],
    [{ commissionRate: '0.0015' }, 'commissionRate above-0.3'],
    [{ swapLong: '-0.0011' }, 'swapLong too-high'],
    [{ simulation: { ...lira.simulation, spread: '3' } }, 'simulation.spread too-wide'],
    [{ simulation: { ...lira.simulation, price: '0' } }, 'simulation.price out-of-bounds'],
    [{ symbols: { kraken: 'EUR/TRY' } }, 'symbols.kraken not-for-class'],
    [{ symbols: { massive: 'C:EURTRY' } }, 'symbols.massive not-a-pair'],
  ])('%o: %s', (changes, fault) => {
    expect(faults(changes)).toContain(fault)
  })

  test('a symbol is of one market', () => {
    const taken = [...allMarkets, marketOf({ ...lira, symbols: { massive: 'EURTRY' } })]
    expect(faults({ symbols: { massive: 'EURTRY' } }, taken)).toEqual(['symbols.massive taken USDTRY'])
  })

  test('hours name a zone of the database and sessions that do not overlap, across the week’s end too', () => {
    const hours = (change: object) => faults({ hours: { ...lira.hours, ...change } })
    const at = (days: number[], from: string, to: string) => ({ days, from, to })
    expect(hours({ timeZone: 'Istanbul' })).toEqual(['hours.timeZone unknown-zone'])
    expect(hours({ timeZone: '+03:00' })).toEqual(['hours.timeZone unknown-zone'])
    expect(hours({ sessions: [at([], '10:00', '18:00')] })).toEqual(['hours.sessions.0 no-days'])
    expect(hours({ sessions: [at([1], '10:00', '25:00')] })).toEqual(['hours.sessions.0 bad-time'])
    const overlaps = 'hours.sessions.1 overlaps'
    expect(hours({ sessions: [at([1], '10:00', '12:00'), at([1], '11:59', '13:00')] })).toEqual([overlaps])
    expect(hours({ sessions: [at([6], '22:00', '02:00'), at([0], '01:00', '03:00')] })).toEqual([overlaps])
    expect(hours({ sessions: [at([1], '10:00', '12:00'), at([1], '12:00', '13:00')] })).toEqual([])
    expect(hours({ sessions: [at([0, 1, 2, 3, 4, 5, 6], '17:00', '17:00')] })).toEqual([])
  })
})

test('I16.10: the open stretches of a week follow the zone’s clocks and the holidays, and touching ones are one', () => {
  const span = ['2026-12-24T00:00:00Z', '2026-12-29T00:00:00Z'].map((at) => Date.parse(at)) as [
    number,
    number,
  ]
  const shown = (change: object) =>
    openStretches({ hours: { ...lira.hours, ...change } }, ...span).map((one) =>
      one.map((ms) => new Date(ms).toISOString().slice(5, 16)).join(' '),
    )
  expect(shown({})).toEqual(['12-24T07:00 12-24T15:00', '12-25T07:00 12-25T15:00', '12-28T07:00 12-28T15:00'])
  expect(shown({ holidays: 'NYSE' })).toEqual(['12-24T07:00 12-24T10:00', '12-28T07:00 12-28T15:00'])
  const whole = [{ days: [4, 5], from: '00:00', to: '00:00' }]
  expect(shown({ sessions: whole })).toEqual(['12-23T21:00 12-25T21:00'])
  expect(shown({ sessions: [] })).toEqual([])
})

test('I16.10: receipts state the added markets alone, and never another rule set of the product’s own', () => {
  const { markets = [] } = statedMarkets([...allMarkets.slice(0, 2), marketOf(lira)])
  expect(markets).toEqual([
    { code: 'USDTRY', type: 1, quoteCurrency: 'TRY', contractSize: '100000', maxQuoteAgeMs: 10_000 },
  ])
  expect(statedMarkets(allMarkets)).toEqual({})
  const forged = { ...markets[0], code: 'EURUSD', contractSize: '1' } as (typeof markets)[number]
  const known = marketsKnownBy([...markets, forged])
  expect([known('USDTRY')?.contractSize, known('EURUSD')?.contractSize]).toEqual([100_000n, 100_000n])
  expect(marketsKnownBy([])('USDTRY')).toBeNull()
})
