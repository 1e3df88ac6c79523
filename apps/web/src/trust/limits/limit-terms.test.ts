import { expect, it } from 'vitest'
import { CallFailure } from '../../session/calls/failure.ts'
import { lostOf, pauseEnd, reachedOf, readLoss, usedShare } from './limit-terms.ts'

const loss = (value: string | null, result: string) => ({ value, result, next: null, until: '' })

it('a limit typed is an amount above zero, or none when empty', () => {
  expect([readLoss(' 100.5 '), readLoss(''), readLoss(' ')]).toEqual(['100.5', null, null])
  for (const typed of ['0', '-1', 'x', '1e3']) expect(readLoss(typed)).toBeUndefined()
})

it('what is used of a limit is what was lost, never more than all of it', () => {
  expect(lostOf(loss('100', '-30.5'))).toBe('30.5')
  expect(lostOf(loss('100', '12'))).toBe('0')
  expect(usedShare(loss('100', '-25'))).toBe(0.25)
  expect(usedShare(loss('100', '-250'))).toBe(1)
  expect(usedShare(loss(null, '-250'))).toBe(0)
})

it('code 11032 says which limit and until when', () => {
  const until = '2026-11-19T00:00:00.000Z'
  expect(reachedOf(new CallFailure(11032, { reason: 'dailyLoss', until }))).toEqual({
    reason: 'dailyLoss',
    until,
  })
  expect(reachedOf(new CallFailure(11032, { reason: 'understanding', until: null }))?.until).toBeNull()
  expect(reachedOf(new CallFailure(10011, { reason: 'dailyLoss' }))).toBeNull()
  expect(reachedOf(new CallFailure(11032))).toBeNull()
})

it('a break of a week ends in seven days', () => {
  expect(pauseEnd('week', 0)).toBe('1970-01-08T00:00:00.000Z')
})
