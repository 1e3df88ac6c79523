import { expect, test } from 'vitest'
import { readSessions, writeSessions } from './hours/session-lines.ts'
import { codeOf, draftOf, draftOfType, instrumentOf } from './instrument-draft.ts'

test('I16.10: sessions are typed one a line, by days and times', () => {
  const weekdays = [1, 2, 3, 4, 5]
  expect(readSessions('Mon-Fri 9:30-13:00\nmon, Tue 14:00 – 17:30\n')).toEqual([
    { days: weekdays, from: '09:30', to: '13:00' },
    { days: [1, 2], from: '14:00', to: '17:30' },
  ])
  expect(readSessions('Sun-Thu 17:00-17:00')).toEqual([{ days: [0, 1, 2, 3, 4], from: '17:00', to: '17:00' }])
  expect(readSessions('Fri-Mon 10:00-11:00')?.[0]?.days).toEqual([0, 1, 5, 6])
  expect(readSessions('')).toEqual([])
  for (const wrong of ['Mon-Fri', 'Mon 10-18', 'Someday 10:00-18:00']) expect(readSessions(wrong)).toBeNull()
  const text = 'Mon, Tue 10:00-18:00'
  expect(writeSessions(readSessions(text) ?? [])).toBe(text)
})

test('I16.10: a draft of a class has its usual figures, and an instrument is read back as it was typed', () => {
  const typed = {
    ...draftOfType(1),
    ...{ base: 'EUR', quoteCurrency: 'TRY', name: 'Euro / Turkish Lira', names: 'de: Euro / Türkische Lira' },
    ...{ price: '48.5', spread: '0.05' },
  }
  expect(codeOf(typed)).toBe('EURTRY')
  const made = instrumentOf(typed)
  expect(made).toMatchObject({
    ...{ code: 'EURTRY', names: { de: 'Euro / Türkische Lira' }, contractSize: 100_000, symbols: {} },
    hours: { timeZone: 'America/New_York', sessions: [{ from: '17:00', to: '17:00' }], holidays: null },
  })
  expect(made && instrumentOf(draftOf(made))).toEqual(made)
  expect(codeOf({ ...draftOfType(3), base: 'THYAO', quoteCurrency: 'TRY' })).toBe('THYAO')
  expect(instrumentOf({ ...typed, names: 'Lira' })).toBeNull()
  expect(instrumentOf({ ...typed, sessions: 'sometimes' })).toBeNull()
})
