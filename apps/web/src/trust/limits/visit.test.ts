import { expect, it } from 'vitest'
import { changeSince, remindersDue, visitOf } from './visit.ts'

const minute = 60_000

it('T17: a reminder is due after each N minutes of a visit, not before', () => {
  const visit = visitOf('a demo', '10000', 0)
  expect(remindersDue(visit, 30, 30 * minute - 1)).toBe(0)
  expect(remindersDue(visit, 30, 30 * minute)).toBe(1)
  expect(remindersDue(visit, 30, 95 * minute)).toBe(3)
  expect(remindersDue(visit, 30, -5)).toBe(0)
})

it('a visit keeps what it began with, for each account by itself', () => {
  expect(visitOf('b demo', '100', 5)).toEqual({ startedAt: 5, equity: '100' })
  expect(visitOf('b demo', '90', 9)).toEqual({ startedAt: 5, equity: '100' })
  expect(visitOf('b real', '7', 9).equity).toBe('7')
  expect(changeSince(visitOf('b demo', '0', 0), '87.5')).toBe('-12.500000')
})
