import { expect, test } from 'vitest'
import { lookedUpPhone, phoneNumberOf } from './phones.ts'

const issueOf = (areaCode: string, phone: string) => {
  try {
    return phoneNumberOf(areaCode, phone)
  } catch (error) {
    return (error as { details: { issues: unknown } }).details.issues
  }
}

test('a phone number is stored in one form, however it is written', () => {
  for (const written of ['15123456789', '01512 3456789', '(0)1512-345 6789', '+49 1512 3456789'])
    expect(phoneNumberOf('+49', written)).toBe('+4915123456789')
})

test('an area code that is not offered and an impossible number are refused at their field', () => {
  expect(issueOf('+999', '15123456789')).toEqual([{ path: 'areaCode', code: 'area_code' }])
  expect(issueOf('+49', '12')).toEqual([{ path: 'phone', code: 'phone' }])
  expect(issueOf('+49', '+33 6 12 34 56 78')).toEqual([{ path: 'phone', code: 'phone' }])
})

test('a lookup by an impossible number finds nobody, and one without a number is none', () => {
  expect(lookedUpPhone('+49', '01512 3456789')).toBe('+4915123456789')
  expect(lookedUpPhone('+49', '12')).toBe('+4912')
  expect([lookedUpPhone(undefined, '12'), lookedUpPhone('+49', undefined)]).toEqual([null, null])
})
