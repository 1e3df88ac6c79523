import { describe, expect, it } from 'vitest'
import { parseStored } from '../../session/browser-storage.ts'
import { withDates } from './axis-ticks.ts'
import { dateFormatter, decimalMark } from './chart-language.ts'
import { addIndicator, removeIndicator } from './indicators/indicator-edits.ts'
import { foldPrice, openTimeOf } from './live-candle.ts'
import { readChart, usualChart } from './state/chart-choices.ts'

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

it('I15.6k: the axis has the date of its first time and of each new day, in the chosen time zone', () => {
  const write = dateFormatter('en', 'Asia/Tokyo')
  const ticks = [20, 22, 24].map((hour, coord) => {
    const timestamp = Date.UTC(2026, 10, 20, hour - 9)
    return { coord, value: timestamp, text: write({ timestamp, template: 'HH:mm' }) }
  })
  expect(withDates(ticks, write).map(({ text }) => text)).toEqual(['Nov 20', '22:00', 'Nov 21'])
  const days = [{ coord: 0, value: Date.UTC(2026, 10, 20), text: '11/20/2026' }]
  expect(withDates(days, write)).toEqual(days)
})

describe('what the chart remembers', () => {
  const read = (text: string | null) => readChart(parseStored(text))

  it('comes back as it was left', () => {
    const left = {
      ...usualChart,
      ...{ interval: '4h', kind: 'area', scale: 'logarithmic', timeZone: 'Asia/Tokyo' },
      indicators: [{ name: 'RSI', inputs: [7], colors: ['teal'] }],
      drawings: [
        {
          ...{ id: 'one', tool: 'text', color: 'ink', width: 2, locked: true, text: 'here' },
          points: [{ at: 1_795_000_000_000, price: 1.1234 }],
        },
      ],
      drawingsHidden: true,
    }
    expect(read(JSON.stringify(left))).toEqual(left)
  })

  it('falls back piece by piece when something strange was stored', () => {
    expect(read(null)).toEqual(usualChart)
    expect(
      read('{"interval":"7m","kind":"line","drawings":[{"id":"x","tool":"saw","points":[]},7]}'),
    ).toEqual({ ...usualChart, kind: 'line' })
    expect(read('not json')).toEqual(usualChart)
    expect(read('[1]')).toEqual(usualChart)
  })

  it('reads the names of indicators that an earlier version stored', () => {
    expect(read('{"indicators":["MA","RSI"]}').indicators.map(({ name }) => name)).toEqual(['MA', 'RSI'])
  })

  it('adds an indicator and removes it', () => {
    const on = addIndicator('EMA')(usualChart)
    expect(on.indicators.at(-1)).toEqual({ name: 'EMA', inputs: [12, 26], colors: [] })
    expect(removeIndicator(2)(on)).toEqual(usualChart)
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
