import { expect, it } from 'vitest'
import { alertsMost, decideAlert } from './price-alert.ts'

it.each([0, 49])('calls addAlert: with %i waiting one more can be added', (waiting) => {
  expect(decideAlert(waiting)).toEqual({ ok: true, value: null })
})

it.each([50, 51])('calls addAlert: with %i waiting the market of another is refused', (waiting) => {
  expect(alertsMost).toBe(50)
  expect(decideAlert(waiting)).toEqual({
    ok: false,
    code: 11001,
    details: { issues: [{ path: 'code', code: 'too_many' }], most: 50 },
  })
})
