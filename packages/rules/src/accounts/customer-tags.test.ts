import { expect, it } from 'vitest'
import { tagIssue } from '../tag.ts'
import { customerTag } from './customer-tags.ts'

it('I16.7: an operator’s tag has one form, however it was typed, and stays as it is when read again', () => {
  expect(customerTag('  Call   BACK ')).toBe('call back')
  expect(customerTag('CAFE\u0301')).toBe('café')
  for (const text of ['İstanbul', 'ΣΊΣΥΦΟΣ', 'ǅ', 'Å', 'VIP'])
    expect([text, customerTag(customerTag(text))]).toEqual([text, customerTag(text)])
  // Lower case can be longer: what is stored is what counts.
  expect(tagIssue(customerTag('İ'.repeat(24)))).toBe('too_big')
})
