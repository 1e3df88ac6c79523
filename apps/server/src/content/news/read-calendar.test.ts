import { expect, test } from 'vitest'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import type { FeedFailure } from './feed-reading.ts'
import { calendarSteps } from './read-calendar.ts'

const now = Date.parse('2026-11-29T12:00:00Z')
const read = (text: string) => inTurns(calendarSteps(text, 'https://cal.example/x.ics', now))
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', 'UID:1', 'SUMMARY:T', ...lines, 'END:VEVENT')
const timesOf = async (text: string) => {
  const [entry] = (await read(text)).entries
  const iso = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString()
  return [iso(entry?.at), iso(entry?.endsAt), entry?.allDay]
}

test('I15.12: an event is read with its texts unfolded and unescaped', async () => {
  const { entries, leftOut } = await read(
    event(
      'DTSTART:20261204T133000Z',
      'DTEND:20261204T140000Z',
      'DESCRIPTION:Forecast 180\\, before <b>1',
      ' 75</b>\\nthousand',
      'LOCATION:United States',
      'URL:https://cal.example/payrolls',
      'BEGIN:VALARM',
      'SUMMARY:an alarm',
      'END:VALARM',
    ),
  )
  expect(entries).toMatchObject([
    {
      title: 'T',
      summary: 'United States · Forecast 180, before 175 thousand',
      url: 'https://cal.example/payrolls',
      at: Date.parse('2026-12-04T13:30:00Z'),
      endsAt: Date.parse('2026-12-04T14:00:00Z'),
      allDay: false,
    },
  ])
  expect(leftOut).toBe(0)
})

test.each([
  ['in UTC', ['DTSTART:20261204T133000Z'], ['2026-12-04T13:30:00.000Z', null, false]],
  [
    'in a time zone, also quoted, with a duration',
    ['DTSTART;TZID="America/New_York":20261204T083000', 'DURATION:PT1H30M'],
    ['2026-12-04T13:30:00.000Z', '2026-12-04T15:00:00.000Z', false],
  ],
  [
    'over a change to summer time',
    ['DTSTART;TZID=Europe/Berlin:20270101T090000', 'DTEND;TZID=Europe/Berlin:20270101T100000'],
    ['2027-01-01T08:00:00.000Z', '2027-01-01T09:00:00.000Z', false],
  ],
  [
    'in a zone of Outlook',
    ['DTSTART;TZID=Tokyo Standard Time:20261204T090000'],
    ['2026-12-04T00:00:00.000Z', null, false],
  ],
  [
    'in a zone with a prefix',
    ['DTSTART;TZID=/mozilla.org/20050126_1/Europe/London:20261204T090000'],
    ['2026-12-04T09:00:00.000Z', null, false],
  ],
  [
    'of one whole day',
    ['DTSTART;VALUE=DATE:20261204'],
    ['2026-12-04T00:00:00.000Z', '2026-12-05T00:00:00.000Z', true],
  ],
  [
    'of several whole days',
    ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'],
    ['2026-12-24T00:00:00.000Z', '2026-12-27T00:00:00.000Z', true],
  ],
  [
    'with an end before its start',
    ['DTSTART:20261204T133000Z', 'DTEND:20261204T120000Z'],
    ['2026-12-04T13:30:00.000Z', null, false],
  ],
])('I15.12: an event %s has its moment', async (_name, lines, expected) => {
  expect(await timesOf(event(...lines))).toEqual(expected)
})

test('I15.12: a time without a zone is in the zone of the calendar, else in UTC', async () => {
  const floating = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:T', 'DTSTART:20261204T090000', 'END:VEVENT']
  expect((await timesOf(calendar(...floating)))[0]).toBe('2026-12-04T09:00:00.000Z')
  expect((await timesOf(calendar('X-WR-TIMEZONE:Asia/Tokyo', ...floating)))[0]).toBe(
    '2026-12-04T00:00:00.000Z',
  )
})

test('I15.12: an event without a title, or with a time that names no moment, is left out and counted', async () => {
  for (const line of [
    'DTSTART;TZID=Nowhere/Else:20261204T090000',
    'DTSTART:20261332T990000Z',
    'DTSTART;VALUE=DATE:20270231',
    'DTSTART:soon',
    'X-NO-START:1',
  ])
    expect(await read(event(line)), line).toEqual({ entries: [], leftOut: 1 })
  expect(await read(calendar('BEGIN:VEVENT', 'DTSTART:20261204T133000Z', 'END:VEVENT'))).toEqual({
    entries: [],
    leftOut: 1,
  })
})

test('I15.12: what has ended, is cancelled or far away is not shown; a changed date of a series is', async () => {
  const one = (uid: string, ...lines: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:${uid}`,
    ...lines,
    'END:VEVENT',
  ]
  const { entries } = await read(
    calendar(
      ...one('past', 'DTSTART:20261120T100000Z', 'DTEND:20261120T110000Z'),
      ...one('running', 'DTSTART:20261129T110000Z', 'DTEND:20261129T130000Z'),
      ...one('far', 'DTSTART:20280101T100000Z'),
      ...one('off', 'DTSTART:20261205T100000Z'),
      ...one('off', 'DTSTART:20261205T100000Z', 'STATUS:CANCELLED'),
      ...one('series', 'DTSTART:20261206T100000Z', 'RRULE:FREQ=SECONDLY'),
      ...one('series', 'RECURRENCE-ID:20261213T100000Z', 'DTSTART:20261213T110000Z'),
    ),
  )
  expect(entries.map(({ title, at }) => [title, new Date(at ?? 0).toISOString().slice(0, 13)])).toEqual([
    ['running', '2026-11-29T11'],
    ['series', '2026-12-06T10'],
    ['series', '2026-12-13T11'],
  ])
})

test('I15.12: what is no calendar is refused; lines that are no properties are passed over', async () => {
  const refused = (text: string) => read(text).catch((failure: FeedFailure) => failure.reason)
  expect(await refused('')).toBe('format')
  expect(await refused('<rss/>')).toBe('format')
  expect(await refused('<!DOCTYPE html>')).toBe('format')
  expect((await read(calendar())).entries).toEqual([])
  expect(
    (await read(event('hello', 'DTSTART:20261204T133000Z', 'URL:javascript:alert(1)'))).entries,
  ).toMatchObject([{ title: 'T', url: null }])
})

test('ADR-242: lines made to be slow are skipped', async () => {
  // 150 000 parameters took ical.js four seconds.
  const slow = event(`DTSTART;${'A="b";'.repeat(150_000)}:20261204T133000Z`, `SUMMARY:${'x'.repeat(500_000)}`)
  expect(await read(slow)).toEqual({ entries: [], leftOut: 1 })
  const many = Array.from({ length: 20_000 }, (_, n) => [
    'BEGIN:VEVENT',
    `UID:${n}`,
    'DTSTART:20261204T133000Z',
    'SUMMARY:T',
    'END:VEVENT',
  ])
  expect((await read(calendar(...many.flat()))).entries).toHaveLength(200)
})
