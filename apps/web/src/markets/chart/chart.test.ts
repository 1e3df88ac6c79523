import { describe, expect, it } from 'vitest'
import { defaultChoices, readChoices, toggleIndicator, writeChoices } from './chart-choices.ts'
import { decimalMark } from './chart-language.ts'
import { foldPrice, openTimeOf } from './live-candle.ts'

it('writes the decimals of plain numbers as the language does, once', () => {
  const mark = decimalMark('de-DE')
  expect(['94000.50', '-3.5%', '1,2 Mio.', 'MA10'].map(mark)).toEqual([
    '94000,50',
    '-3,5%',
    '1,2 Mio.',
    'MA10',
  ])
  expect(decimalMark('en')(1.5)).toBe('1.5')
})

describe('what the chart remembers', () => {
  it('comes back as it was left', () => {
    const left = { interval: '4h', kind: 'area', indicators: ['BOLL', 'RSI'] } as const
    expect(readChoices(writeChoices(left))).toEqual(left)
  })

  it('falls back piece by piece when something strange was stored', () => {
    expect(readChoices(null)).toEqual(defaultChoices)
    expect(readChoices('{"interval":"7m","kind":"line","indicators":["XXX","MA"]}')).toEqual({
      interval: '15m',
      kind: 'line',
      indicators: ['MA'],
    })
    expect(readChoices('not json')).toEqual(defaultChoices)
    expect(readChoices('[1]')).toEqual(defaultChoices)
  })

  it('switches an indicator on and off and keeps their order', () => {
    const on = toggleIndicator(defaultChoices, 'EMA')
    expect(on.indicators).toEqual(['MA', 'EMA', 'VOL'])
    expect(toggleIndicator(on, 'EMA')).toEqual(defaultChoices)
  })
})

describe('the last candle', () => {
  const minute = Date.UTC(2026, 10, 20, 17, 30)

  it('stretches with each price and opens anew in the next interval', () => {
    const first = foldPrice(null, 10, minute + 1, '1m')
    const second = foldPrice(first, 12, minute + 30_000, '1m')
    const third = foldPrice(second, 9, minute + 59_999, '1m')
    expect(third).toEqual({ timestamp: minute, open: 10, high: 12, low: 9, close: 9, volume: 0 })
    expect(foldPrice(third, 11, minute + 60_000, '1m')?.open).toBe(11)
  })

  it('is not rewritten by a late print', () => {
    const bar = foldPrice(null, 10, minute, '1m')
    expect(foldPrice(bar, 99, minute - 1, '1m')).toBeNull()
  })

  it('begins weeks on Monday and days at midnight UTC', () => {
    expect(new Date(openTimeOf(minute, '1w')).toISOString()).toBe('2026-11-16T00:00:00.000Z')
    expect(new Date(openTimeOf(minute, '1d')).toISOString()).toBe('2026-11-20T00:00:00.000Z')
    expect(new Date(openTimeOf(minute, '4h')).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })
})
