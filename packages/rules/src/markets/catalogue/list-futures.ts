import { price, rate } from '@candor/money'
import type { Market, MarketHours } from '../market.ts'
import { lotLimits } from './lot-limits.ts'

/** CME Globex: Sunday to Friday 17:00 to 16:00 Chicago, an hour's break each day. */
const globex: MarketHours = {
  timeZone: 'America/Chicago',
  sessions: [{ days: [0, 1, 2, 3, 4], from: '17:00', to: '16:00' }],
  holidays: 'CME',
}

/** Brent as ICE trades it: Sunday 17:00 (others 19:00) to 17:00 Chicago the next day. */
const brentHours: MarketHours = {
  timeZone: 'America/Chicago',
  sessions: [
    { days: [0], from: '17:00', to: '17:00' },
    { days: [1, 2, 3, 4], from: '19:00', to: '17:00' },
  ],
  holidays: 'CME',
}

/** The DAX: 01:15 to 22:00 Berlin. */
const daxHours: MarketHours = {
  timeZone: 'Europe/Berlin',
  sessions: [{ days: [1, 2, 3, 4, 5], from: '01:15', to: '22:00' }],
  holidays: 'XETRA',
}

interface Shape {
  readonly code: string
  readonly name: string
  readonly currency?: string
  readonly digits: number
  readonly tick: string
  readonly pip?: string
  readonly size: bigint
  readonly leverage: 20 | 10
  readonly hours?: MarketHours
  readonly start: number
  readonly volatility: number
  readonly spread: number
}

const shapes: readonly Shape[] = [
  {
    code: 'XAUUSD',
    name: 'Gold',
    digits: 3,
    tick: '0.001',
    pip: '0.01',
    size: 100n,
    leverage: 20,
    start: 4068,
    volatility: 0.19,
    spread: 0.32,
  },
  {
    code: 'XAGUSD',
    name: 'Silver',
    digits: 3,
    tick: '0.001',
    pip: '0.01',
    size: 5000n,
    leverage: 10,
    start: 50.4,
    volatility: 0.32,
    spread: 0.025,
  },
  {
    code: 'ES',
    name: 'E-mini S&P 500',
    digits: 2,
    tick: '0.25',
    size: 50n,
    leverage: 20,
    start: 6790,
    volatility: 0.16,
    spread: 0.25,
  },
  {
    code: 'NQ',
    name: 'E-mini Nasdaq-100',
    digits: 2,
    tick: '0.25',
    size: 20n,
    leverage: 20,
    start: 25_180,
    volatility: 0.21,
    spread: 0.5,
  },
  {
    code: 'YM',
    name: 'E-mini Dow',
    digits: 0,
    tick: '1',
    size: 5n,
    leverage: 20,
    start: 47_350,
    volatility: 0.15,
    spread: 2,
  },
  {
    code: 'RTY',
    name: 'E-mini Russell 2000',
    digits: 1,
    tick: '0.1',
    size: 50n,
    leverage: 20,
    start: 2_460,
    volatility: 0.22,
    spread: 0.2,
  },
  {
    code: 'DE30',
    name: 'Germany 30 (DAX)',
    currency: 'EUR',
    digits: 1,
    tick: '0.1',
    size: 25n,
    leverage: 20,
    hours: daxHours,
    start: 23_940,
    volatility: 0.17,
    spread: 2,
  },
  {
    code: 'CL',
    name: 'Crude Oil WTI',
    digits: 2,
    tick: '0.01',
    size: 1000n,
    leverage: 10,
    start: 60.8,
    volatility: 0.34,
    spread: 0.02,
  },
  {
    code: 'BRN',
    name: 'Crude Oil Brent',
    digits: 2,
    tick: '0.01',
    size: 1000n,
    leverage: 10,
    hours: brentHours,
    start: 64.9,
    volatility: 0.32,
    spread: 0.03,
  },
  {
    code: 'NG',
    name: 'Natural Gas',
    digits: 3,
    tick: '0.001',
    size: 10_000n,
    leverage: 10,
    start: 4.12,
    volatility: 0.58,
    spread: 0.003,
  },
  {
    code: 'HG',
    name: 'Copper',
    digits: 4,
    tick: '0.0005',
    size: 25_000n,
    leverage: 10,
    start: 5.02,
    volatility: 0.24,
    spread: 0.001,
  },
  {
    code: 'PL',
    name: 'Platinum',
    digits: 1,
    tick: '0.1',
    size: 50n,
    leverage: 10,
    start: 1_552,
    volatility: 0.27,
    spread: 1.2,
  },
]

const futuresMarket = (shape: Shape): Market =>
  Object.freeze({
    id: `fu-${shape.code.toLowerCase()}`,
    code: shape.code,
    type: 4,
    name: shape.name,
    base: shape.code,
    quoteCurrency: shape.currency ?? 'USD',
    digits: shape.digits,
    tickSize: price(shape.tick),
    pipSize: price(shape.pip ?? shape.tick),
    contractSize: shape.size,
    ...lotLimits('0.01', '100'),
    leverageMax: shape.leverage,
    commissionRate: rate('0.0005'),
    spreadAdded: price('0'),
    swapLong: rate('0'),
    swapShort: rate('0'),
    hours: shape.hours ?? globex,
    maxQuoteAgeMs: 10_000,
    simulation: { price: shape.start, volatility: shape.volatility, spread: shape.spread },
  })

export const futuresMarkets: readonly Market[] = shapes.map(futuresMarket)
