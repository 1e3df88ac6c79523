import { expect, it } from 'vitest'
import { everything, requestOfFilter } from './list-filter.ts'

it('asks for what is chosen and for nothing else; own days are whole days of the reader', () => {
  const now = Date.UTC(2026, 2, 10, 12, 0, 30)
  expect(requestOfFilter({ ...everything, tab: 'all' }, now)).toEqual({})
  expect(
    requestOfFilter({ ...everything, tab: 'closed', type: 'options', sought: ' eth ', tag: 'swing' }, now),
  ).toEqual({
    status: ['closed'],
    type: ['options'],
    q: 'eth',
    tag: 'swing',
  })
  expect(requestOfFilter({ ...everything, tab: 'all', period: '7' }, now)).toEqual({
    from: '2026-03-03T12:00:00.000Z',
  })
  const own = requestOfFilter(
    { ...everything, tab: 'all', period: 'own', fromDay: '2026-03-01', toDay: '2026-03-01' },
    now,
  )
  expect(Date.parse(own.to ?? '') - Date.parse(own.from ?? '')).toBe(86_400_000 - 1)
  expect(requestOfFilter({ ...everything, tab: 'all', period: 'own', fromDay: '', toDay: '' }, now)).toEqual(
    {},
  )
})
