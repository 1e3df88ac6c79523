import type { IdentityForm } from '@candor/rules'
import { expect, test } from 'vitest'
import { firstOpenStep, hoursUntil, problemsOf, stepsOf, toSend } from './identity-form.ts'

const today = '2026-11-21'
const form: IdentityForm = {
  firstName: 'Ada',
  lastName: ' Okafor ',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenweg 4',
  phone: '+49 30 1234567',
  companyAddress: '',
  guarantorId: null,
  guarantorName: null,
  documentType: 'passport',
  documentNumber: 'C01X00T47',
  documentExpiry: '2031-04-30',
  photoFront: 'a',
  photoBack: 'left over',
  photoHolding: 'c',
  signature: 'd',
}

test('who comes back goes on at the first step that is not done', () => {
  const steps = stepsOf({ status: 'none', failed: [] })
  expect(steps.map(({ name }) => name)).toEqual(['person', 'document', 'around', 'signature', 'review'])
  expect(firstOpenStep(steps, form, today)).toBe(4)
  expect(firstOpenStep(steps, { ...form, signature: null }, today)).toBe(3)
  expect(firstOpenStep(steps, { ...form, phone: null }, today)).toBe(0)
})

test('after a refusal only what was refused is asked again, with the pictures of another document', () => {
  const one = stepsOf({ status: 'rejected', failed: [{ item: 'address', reason: 'differs' }] })
  expect(one.map(({ items }) => items)).toEqual([['address'], []])
  expect(firstOpenStep(one, form, today)).toBe(0)
  const other = stepsOf({ status: 'rejected', failed: [{ item: 'documentType', reason: 'expired' }] })
  expect(other[0]?.items).toEqual([
    ...['documentType', 'documentNumber', 'documentExpiry'],
    ...['photoFront', 'photoBack', 'photoHolding'],
  ])
  expect(problemsOf(['address', 'phone'], { ...form, phone: 'x' }, today)).toEqual({ phone: 'invalid' })
})

test('I16.8: after a refusal what is missing or expired since is asked again too', () => {
  const failed = [{ item: 'address', reason: 'differs' }] as const
  const [fix] = stepsOf({ status: 'rejected', failed: [...failed] }, ['documentNumber'])
  expect(fix?.items).toEqual(['address', 'documentNumber'])
})

test('what is sent is trimmed, empty fields are none, and a passport has no back', () => {
  expect(toSend(form, ['lastName', 'companyAddress', 'photoBack'])).toEqual({
    lastName: 'Okafor',
    companyAddress: null,
    photoBack: null,
  })
})

test('the clock to the decision counts whole hours, and below zero once it is late', () => {
  const deadline = '2026-11-23T12:00:00Z'
  expect(hoursUntil(deadline, Date.parse('2026-11-21T12:30:00Z'))).toBe(47)
  expect(hoursUntil(deadline, Date.parse('2026-11-23T12:01:00Z'))).toBeLessThan(0)
})
