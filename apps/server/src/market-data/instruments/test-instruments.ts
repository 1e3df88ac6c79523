import type { Instrument } from '@candor/rules'

/** A pair in Turkish lira, as an operator would add it: `USD` against it converts the lira, `EUR` against it needs that. */
export const liraPair = (base: 'USD' | 'EUR', changes: Partial<Instrument> = {}): Instrument => ({
  code: `${base}TRY`,
  type: 1,
  name: base === 'USD' ? 'US Dollar / Turkish Lira' : 'Euro / Turkish Lira',
  names: base === 'USD' ? {} : { de: 'Euro / Türkische Lira' },
  base,
  quoteCurrency: 'TRY',
  digits: 4,
  tickSize: '0.0001',
  pipSize: '0.001',
  contractSize: 100_000,
  lotMin: '0.01',
  lotStep: '0.01',
  lotMax: '50',
  leverageMax: 10,
  commissionRate: '0.0001',
  spreadAdded: '0.002',
  swapLong: '-0.0005',
  swapShort: '0.0001',
  hours: {
    timeZone: 'America/New_York',
    sessions: [{ days: [0, 1, 2, 3, 4], from: '17:00', to: '17:00' }],
    holidays: null,
  },
  symbols: {},
  simulation: { price: base === 'USD' ? '42' : '48.5', spread: '0.02', volatility: 0.12 },
  ...changes,
})
