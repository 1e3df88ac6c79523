import { expect, test } from 'vitest'
import { readDayLines, writeDayLine } from './day-lines.ts'

test('I16.10: a year of holidays is read line by line, and each wrong line is named', () => {
  const text = [
    '2026-12-24;Christmas Eve;;13:00',
    '2026-12-25;Christmas Day',
    '',
    '24.12.2026;Christmas Eve',
    '2026-12-28;',
    '2026-12-29;Late start;9:30;',
    '2026-12-30;Open;usual',
    '2026-12-31;New Year’s Eve;noon',
    '2027-01-01;a;b;c;d',
  ].join('\n')
  const { days, wrong } = readDayLines(text)
  expect(days.map(({ line, day }) => [line, day.kind, writeDayLine(day)])).toEqual([
    [1, 'shortened', '2026-12-24;Christmas Eve;;13:00'],
    [2, 'closed', '2026-12-25;Christmas Day'],
    [6, 'shortened', '2026-12-29;Late start;09:30;'],
    [7, 'usual', '2026-12-30;Open;usual'],
  ])
  expect(wrong.map(({ line }) => line)).toEqual([4, 5, 8, 9])
})
