import { describe, expect, test } from 'vitest'
import { marketByCode } from '../catalogue/all-markets.ts'
import type { Market, Session } from '../market.ts'
import { easterSunday, holidayOn } from './calendar.ts'
import { isOpenAt, localToUtc, nextOpenAt, zoneOffsetMs } from './hours.ts'

const market = (code: string): Market => {
  const found = marketByCode(code)
  if (found === null) throw new Error(`no market ${code}`)
  return found
}
const open = (code: string, iso: string) => isOpenAt(market(code), Date.parse(iso))
const next = (code: string, iso: string) => {
  const at = nextOpenAt(market(code), Date.parse(iso))
  return at === null ? null : new Date(at).toISOString()
}
const dayOf = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000

describe('rulebook Markets, hours', () => {
  test('forex runs from Sunday to Friday 17:00 New York, in winter and in summer', () => {
    expect(open('EURUSD', '2026-01-11T21:59:59Z')).toBe(false)
    expect(open('EURUSD', '2026-01-11T22:00:00Z')).toBe(true)
    expect(open('EURUSD', '2026-01-16T21:59:59Z')).toBe(true)
    expect(open('EURUSD', '2026-01-16T22:00:00Z')).toBe(false)
    expect(open('EURUSD', '2026-07-12T20:59:59Z')).toBe(false)
    expect(open('EURUSD', '2026-07-12T21:00:00Z')).toBe(true)
    expect(open('EURUSD', '2026-07-15T21:30:00Z')).toBe(true)
  })

  test('the hours follow the clocks through both changes', () => {
    // New York springs forward on 8 March 2026, falls back on 1 November.
    expect(open('AAPL', '2026-03-06T14:29:59Z')).toBe(false)
    expect(open('AAPL', '2026-03-06T14:30:00Z')).toBe(true)
    expect(open('AAPL', '2026-03-09T13:30:00Z')).toBe(true)
    expect(open('AAPL', '2026-10-30T20:00:00Z')).toBe(false)
    expect(open('AAPL', '2026-11-02T20:59:59Z')).toBe(true)
    expect(next('EURUSD', '2026-03-07T12:00:00Z')).toBe('2026-03-08T21:00:00.000Z')
    expect(next('EURUSD', '2026-10-31T12:00:00Z')).toBe('2026-11-01T22:00:00.000Z')
    expect(zoneOffsetMs('Europe/Berlin', Date.parse('2026-03-29T00:59:59Z'))).toBe(3_600_000)
    expect(zoneOffsetMs('Europe/Berlin', Date.parse('2026-03-29T01:00:00Z'))).toBe(7_200_000)
  })

  test('crypto never closes', () => {
    expect(open('BTCUSDT', '2026-12-25T03:00:00Z')).toBe(true)
    expect(next('BTCUSDT', '2026-12-25T03:00:00Z')).toBe('2026-12-25T03:00:00.000Z')
  })

  test('futures pause each day: Globex from 16:00 to 17:00 Chicago', () => {
    expect(open('ES', '2013-10-07T20:59:59Z')).toBe(true)
    expect(open('ES', '2013-10-07T21:00:00Z')).toBe(false)
    expect(next('ES', '2013-10-07T21:30:00Z')).toBe('2013-10-07T22:00:00.000Z')
    expect(next('XAUUSD', '2014-05-03T12:00:00Z')).toBe('2014-05-04T22:00:00.000Z')
    expect(open('DE30', '2019-02-20T00:15:00Z')).toBe(true)
    expect(open('DE30', '2019-02-20T21:00:00Z')).toBe(false)
  })

  test('a session that begins on the evening before in UTC: Frankfurt’s, at 01:15 of summer', () => {
    expect(open('DE30', '2026-07-13T23:14:59Z')).toBe(false)
    expect(open('DE30', '2026-07-13T23:15:00Z')).toBe(true)
    expect(next('DE30', '2026-07-13T20:30:00Z')).toBe('2026-07-13T23:15:00.000Z')
  })

  test('a local time is found on both sides of both changes of the clocks', () => {
    const utc = (zone: string, local: string) =>
      new Date(localToUtc(zone, Date.parse(`${local}:00Z`))).toISOString().slice(0, 16)
    const newYork = (local: string) => utc('America/New_York', local)
    expect(newYork('2026-03-08T01:59')).toBe('2026-03-08T06:59')
    expect(newYork('2026-03-08T03:00')).toBe('2026-03-08T07:00')
    expect(newYork('2026-11-01T00:59')).toBe('2026-11-01T04:59')
    expect(newYork('2026-11-01T02:00')).toBe('2026-11-01T07:00')
    expect(utc('Europe/Berlin', '2026-03-29T01:59')).toBe('2026-03-29T00:59')
    expect(utc('Europe/Berlin', '2026-03-29T03:00')).toBe('2026-03-29T01:00')
  })

  test('several sessions of a day count in their order of time however they are listed, and none at all never opens', () => {
    const days = [1, 2, 3, 4, 5]
    const hours = (sessions: readonly Session[]) => ({
      hours: { timeZone: 'Asia/Tokyo', sessions, holidays: null },
    })
    const tokyo = hours([
      { days, from: '12:30', to: '15:30' },
      { days, from: '09:00', to: '11:30' },
    ])
    // Wednesday 18 November 2026; Tokyo is nine hours ahead.
    const at = (time: string) => Date.parse(`2026-11-18T${time}:00Z`)
    const morning = ['00:00', '02:29', '02:30', '03:30', '06:29', '06:30'].map((time) =>
      isOpenAt(tokyo, at(time)),
    )
    expect(morning).toEqual([true, true, false, true, true, false])
    expect(nextOpenAt(tokyo, at('02:30'))).toBe(at('03:30'))
    expect(nextOpenAt(tokyo, at('06:30'))).toBe(Date.parse('2026-11-19T00:00:00Z'))
    expect(nextOpenAt(hours([{ days: [], from: '09:00', to: '10:00' }]), at('00:00'))).toBeNull()
  })

  test('each session of a recorded day is open when its market traded', () => {
    expect(open('AAPL', '2014-06-06T08:00:00Z')).toBe(false)
    expect(open('AAPL', '2014-06-06T13:30:00Z')).toBe(true)
    expect(open('BTCPERP', '2026-01-01T00:00:00Z')).toBe(true)
  })
})

describe('rulebook Markets, holidays', () => {
  test('Easter of known years', () => {
    expect([2013, 2014, 2019, 2024, 2026, 2035].map(easterSunday)).toEqual([
      [3, 31],
      [4, 20],
      [4, 21],
      [3, 31],
      [4, 5],
      [3, 25],
    ])
  })

  test.each([
    ['2013-01-01', 'New Year'],
    ['2014-04-18', 'Good Friday'],
    ['2015-07-03', 'Independence Day, a Saturday, kept on Friday'],
    ['2016-12-26', 'Christmas, a Sunday, kept on Monday'],
    ['2018-12-05', 'mourning for President Bush'],
    ['2021-12-24', 'Christmas, a Saturday, kept on Friday'],
    ['2022-06-20', 'Juneteenth, a Sunday, kept on Monday'],
    ['2023-01-02', 'New Year, a Sunday, kept on Monday'],
    ['2025-01-09', 'mourning for President Carter'],
    ['2026-01-19', 'Martin Luther King'],
    ['2026-02-16', 'Presidents'],
    ['2026-05-25', 'Memorial'],
    ['2026-09-07', 'Labor'],
    ['2026-11-26', 'Thanksgiving'],
  ])('New York is closed on %s (%s)', (day) => {
    expect(holidayOn('NYSE', dayOf(day))).toBe('closed')
    expect(open('AAPL', `${day}T16:00:00Z`)).toBe(false)
  })

  test.each(['2021-12-31', '2020-06-19', '2026-10-12', '2026-11-11'])('New York trades on %s', (day) => {
    expect(holidayOn('NYSE', dayOf(day))).toBeNull()
    expect(open('AAPL', `${day}T16:00:00Z`)).toBe(true)
  })

  test.each(['2013-07-03', '2019-12-24', '2026-11-27'])('New York closes at 13:00 on %s', (day) => {
    expect(holidayOn('NYSE', dayOf(day))).toBe('13:00')
    const summer = day.includes('-07-')
    expect(open('AAPL', `${day}T${summer ? '16' : '17'}:59:59Z`)).toBe(true)
    expect(open('AAPL', `${day}T${summer ? '17' : '18'}:00:00Z`)).toBe(false)
  })

  test('Globex: a holiday takes the session that ends on it, a lesser one ends it at noon', () => {
    expect(open('ES', '2026-12-24T23:30:00Z')).toBe(false)
    expect(open('ES', '2026-12-25T15:00:00Z')).toBe(false)
    expect(next('ES', '2026-12-25T15:00:00Z')).toBe('2026-12-27T23:00:00.000Z')
    expect(open('ES', '2026-11-26T17:59:59Z')).toBe(true)
    expect(open('ES', '2026-11-26T18:00:00Z')).toBe(false)
    expect(open('ES', '2026-11-26T23:00:00Z')).toBe(true)
  })

  test('Frankfurt keeps Easter Monday, the first of May and the last days of the year', () => {
    for (const day of ['2019-04-22', '2026-05-01', '2025-12-24', '2025-12-31'])
      expect(holidayOn('XETRA', dayOf(day)), day).toBe('closed')
    expect(holidayOn('XETRA', dayOf('2026-07-03'))).toBeNull()
  })

  test('every year from 2013 to 2035 has eight to eleven New York holidays, none of them on a weekend', () => {
    for (let year = 2013; year <= 2035; year++) {
      const from = dayOf(`${year}-01-01`)
      const days = Array.from({ length: dayOf(`${year + 1}-01-01`) - from }, (_, index) => from + index)
      const closed = days.filter((day) => holidayOn('NYSE', day) === 'closed')
      expect(closed.filter((day) => [0, 6].includes(new Date(day * 86_400_000).getUTCDay()))).toEqual([])
      expect(closed.length, String(year)).toBeGreaterThanOrEqual(8)
      expect(closed.length, String(year)).toBeLessThanOrEqual(11)
    }
  })
})
