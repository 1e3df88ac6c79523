import { describe, expect, test } from 'vitest'
import { allMarkets, marketByCode } from '../catalogue/all-markets.ts'
import type { AnnouncedDay, AnnouncedWeek, Market } from '../market.ts'
import {
  closedDays,
  type HoursAnnouncements,
  type HoursChange,
  laterWeek,
  noAnnouncements,
  withAnnouncedHours,
  withChange,
} from './announced-hours.ts'
import { decideHours } from './decide-hours.ts'
import { isOpenAt, nextOpenAt, openStretches } from './hours.ts'

const dayMs = 86_400_000
/** A Monday, noon in London. */
const now = Date.parse('2026-11-30T12:00:00Z')
const state = { announced: noAnnouncements, markets: allMarkets, now, noticeMs: dayMs }
const closed = (day: string, name = 'Closed'): AnnouncedDay => ({
  day,
  name,
  kind: 'closed',
  from: null,
  to: null,
})
const shortened = (day: string, from: string | null, to: string | null): AnnouncedDay => ({
  ...closed(day),
  ...{ kind: 'shortened', from, to },
})
const change = (fields: Partial<HoursChange>): HoursChange => ({
  ...{ scope: 'class:forex', days: [], withdrawnDays: [], week: null, withdrawnWeek: null },
  ...fields,
})
const after = (fields: Partial<HoursChange>, before: HoursAnnouncements = noAnnouncements) =>
  withChange(before, change(fields))
const decide = (fields: Partial<HoursChange>, announced: HoursAnnouncements = noAnnouncements) => {
  const decision = decideHours(change(fields), { ...state, announced })
  if (decision.ok) return Object.values(decision.value).map((at) => at && new Date(at).toISOString())
  const { issues } = decision.details as { issues: { path: string; code: string; named?: string }[] }
  return issues.map(({ path, code, named }) => [path, code, named].filter(Boolean).join(' '))
}
const listed = (code: string): Market => {
  const market = marketByCode(code)
  if (market === null) throw new Error(`no market ${code}`)
  return market
}
const market = (code: string, announced: HoursAnnouncements) => withAnnouncedHours(listed(code), announced)
const at = (iso: string) => Date.parse(`${iso}Z`)

describe('I16.10: announced hours', () => {
  test('a closed day shuts every market of its scope for its trading day, to the instant, and no other', () => {
    const announced = after({ days: [closed('2026-12-25')] })
    const euro = market('EURUSD', announced)
    // The trading day ends at 17:00 in New York, and begins there the evening before.
    const [shuts, opens] = [at('2026-12-24T22:00:00'), at('2026-12-27T22:00:00')]
    expect([shuts - 1, shuts].map((ms) => isOpenAt(euro, ms))).toEqual([true, false])
    expect(nextOpenAt(euro, shuts)).toBe(opens)
    expect(isOpenAt(market('AAPL', announced), at('2026-12-23T15:00:00'))).toBe(true)
    expect(market('AAPL', announced)).toBe(listed('AAPL'))
    // Markets of the same hours share them.
    expect(market('GBPUSD', announced).hours).toBe(euro.hours)
  })

  test('a shortened day opens late and closes early in local time, on both sides of a change of the clocks', () => {
    const days = [shortened('2027-03-12', '11:00', '13:00'), shortened('2027-03-15', '11:00', '13:00')]
    const stock = market('AAPL', after({ scope: 'calendar:NYSE', days }))
    const open = openStretches(stock, at('2027-03-12T00:00:00'), at('2027-03-16T00:00:00'))
    expect(open.flat().map((ms) => new Date(ms).toISOString().slice(0, 16))).toEqual([
      ...['2027-03-12T16:00', '2027-03-12T18:00', '2027-03-15T15:00', '2027-03-15T17:00'],
    ])
  })

  test('a usual day takes a holiday of the calendar back, and the narrowest scope decides', () => {
    const usual: AnnouncedDay = { ...closed('2026-12-25', 'Trading'), kind: 'usual' }
    const announced = after(
      { scope: 'market:AAPL', days: [usual] },
      after({ scope: 'class:stocks', days: [closed('2026-12-22'), closed('2026-12-25')] }),
    )
    const open = (code: string, day: string) => isOpenAt(market(code, announced), at(`${day}T16:00:00`))
    expect([open('AAPL', '2026-12-25'), open('MSFT', '2026-12-25'), open('AAPL', '2026-12-22')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a market that never closes is closed on an announced day alone', () => {
    const bitcoin = market('BTCUSDT', after({ scope: 'market:BTCUSDT', days: [closed('2026-12-05')] }))
    const [from, to] = [at('2026-12-05T00:00:00'), at('2026-12-06T00:00:00')]
    expect([from - 1, from, to - 1, to].map((ms) => isOpenAt(bitcoin, ms))).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(openStretches(bitcoin, from - dayMs, to + dayMs).length).toBe(2)
  })

  test('weekly sessions hold from their day on, and before it the old ones do', () => {
    const week: AnnouncedWeek = {
      from: '2026-12-14',
      timeZone: 'America/New_York',
      sessions: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }],
    }
    const stock = market('AAPL', after({ scope: 'class:stocks', week }))
    const open = openStretches(stock, at('2026-12-11T00:00:00'), at('2026-12-15T00:00:00'))
    expect(open.flat().map((ms) => new Date(ms).toISOString().slice(0, 16))).toEqual([
      ...['2026-12-11T14:30', '2026-12-11T21:00', '2026-12-14T13:00', '2026-12-14T23:00'],
    ])
    expect(laterWeek(stock, now)?.from).toBe('2026-12-14')
    expect(laterWeek(stock, at('2026-12-14T15:00:00'))).toBeNull()
    expect(decide({ scope: 'class:stocks', week })).toEqual(['2026-12-14T13:00:00.000Z', null])
    const shorter = { ...week, sessions: [{ days: [1, 2, 3, 4, 5], from: '10:00', to: '16:00' }] }
    expect(decide({ scope: 'class:stocks', week: shorter })).toEqual([
      '2026-12-14T14:30:00.000Z',
      '2026-12-14T14:30:00.000Z',
    ])
    const announced = after({ scope: 'class:stocks', week })
    expect(decide({ scope: 'class:stocks', week }, announced)).toEqual(['week.from exists'])
    expect(decide({ scope: 'class:stocks', withdrawnWeek: week.from }, announced)[0]).toBe(
      '2026-12-14T13:00:00.000Z',
    )
  })

  test('weekly sessions of one market come before those of its class, whichever begins later', () => {
    const sessions = (from: string, to: string) => [{ days: [1, 2, 3, 4, 5], from, to }]
    const zone = { timeZone: 'America/New_York' }
    const announced = after(
      { scope: 'class:stocks', week: { from: '2026-12-21', ...zone, sessions: sessions('10:00', '11:00') } },
      after({
        scope: 'market:AAPL',
        week: { from: '2026-12-14', ...zone, sessions: sessions('12:00', '13:00') },
      }),
    )
    const opens = (code: string, day: string) => nextOpenAt(market(code, announced), at(`${day}T05:00:00`))
    expect(opens('AAPL', '2026-12-14')).toBe(at('2026-12-14T17:00:00'))
    expect(opens('AAPL', '2026-12-21')).toBe(at('2026-12-21T17:00:00'))
    expect(opens('MSFT', '2026-12-14')).toBe(at('2026-12-14T14:30:00'))
    expect(opens('MSFT', '2026-12-21')).toBe(at('2026-12-21T15:00:00'))
  })

  test('coming closed days are listed with what is left of them, holidays of the calendar too', () => {
    const stock = market('AAPL', after({ scope: 'calendar:NYSE', days: [closed('2026-12-23', 'Mourning')] }))
    expect(closedDays(stock, now, 30).map(({ day, name, open }) => [day, name, open.length])).toEqual([
      ['2026-12-23', 'Mourning', 0],
      ['2026-12-24', null, 1],
      ['2026-12-25', null, 0],
    ])
  })

  test('what cannot be is refused at its field', () => {
    const issues = (day: AnnouncedDay, scope = 'class:forex') => decide({ scope, days: [day] })
    expect(issues(closed('2026-12-25'), 'class:bonds')).toEqual(['scope unknown-scope'])
    expect(issues(closed('2026-02-30'))).toEqual(['days.0.day bad-date'])
    expect(issues(closed('2030-01-01'))).toEqual(['days.0.day too-far'])
    expect(issues(closed('2026-11-20'))).toEqual(['days.0.day past'])
    // Tuesday begins on Monday at 17:00 in New York.
    expect(issues(closed('2026-12-01'))).toEqual(['days.0.day too-soon'])
    expect(issues(closed('2026-12-02'))).toEqual(['2026-12-01T22:00:00.000Z', '2026-12-01T22:00:00.000Z'])
    expect(issues(closed('2026-12-05'))).toEqual(['days.0.day changes-nothing'])
    expect(issues(closed('2026-12-25'), 'calendar:NYSE')).toEqual(['days.0.day changes-nothing'])
    expect(issues(shortened('2026-12-24', '12:00', '12:00'))).toEqual(['days.0.to ends-before'])
    expect(issues(shortened('2026-12-24', null, null))).toEqual(['days.0.to needs-time'])
    expect(issues(shortened('2026-12-23', '25:00', null))).toEqual(['days.0.from bad-time'])
    expect(issues(shortened('2026-12-23', '18:00', null), 'class:stocks')).toEqual([
      'days.0.day leaves-nothing',
    ])
    expect(issues({ ...closed('2026-12-23'), to: '12:00' })).toEqual(['days.0.to not-shortened'])
    expect(decide({ days: [closed('2026-12-23'), closed('2026-12-23')] })).toEqual(['days.1.day exists'])
    expect(decide({ days: [closed('2026-12-23')] }, after({ days: [closed('2026-12-23')] }))).toEqual([
      'days.0.day exists',
    ])
    expect(decide({})).toEqual(['days nothing'])
    const many = Array.from({ length: 401 }, (_, n) =>
      closed(new Date(now + (n + 30) * dayMs).toISOString().slice(0, 10)),
    )
    expect(decide({ days: many })).toContain('days too-many-days 400')
    const week = {
      from: '2026-12-14',
      timeZone: 'Nowhere/City',
      sessions: [{ days: [1], from: '10:00', to: '24:00' }],
    }
    expect(decide({ week })).toEqual(['week.timeZone unknown-zone', 'week.sessions.0 bad-time'])
  })

  test('an announced day is withdrawn and changed until it begins; what it opens needs no notice, what it shuts does', () => {
    const announced = after({ days: [closed('2026-12-01'), shortened('2026-12-02', null, '12:00')] })
    expect(decide({ withdrawnDays: ['2026-12-01'] }, announced)).toEqual(['2026-11-30T22:00:00.000Z', null])
    expect(decide({ withdrawnDays: ['2026-12-04'] }, announced)).toEqual(['withdrawnDays.0 not-announced'])
    const early = { withdrawnDays: ['2026-12-02'], days: [closed('2026-12-02')] }
    expect(decide(early, announced)).toEqual(['2026-12-01T22:00:00.000Z', '2026-12-01T22:00:00.000Z'])
    const begun = after({ days: [closed('2026-11-30')] })
    expect(decide({ withdrawnDays: ['2026-11-30'] }, begun)).toEqual(['withdrawnDays.0 has-begun'])
  })

  test('a market whose contract would end while it is closed is named', () => {
    // Traders roll on the Monday before the third Friday of December, the 18th.
    expect(decide({ scope: 'calendar:CME', days: [closed('2026-12-14')] })).toEqual([
      'days.0.day contract-ends ES',
    ])
    expect(decide({ scope: 'calendar:CME', days: [closed('2026-12-15')] })[0]).toBe(
      '2026-12-14T23:00:00.000Z',
    )
  })
})
