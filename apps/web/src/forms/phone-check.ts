import { areaCodes } from '@candor/rules/accounts/area-codes.ts'
import type { Problem } from './account-problems.ts'

type Library = typeof import('libphonenumber-js/min')
let library: Library | null = null

/** Loaded with the first phone field; until then only the server checks. */
export async function loadPhoneCheck(): Promise<void> {
  library ??= await import('libphonenumber-js/min')
}

export function checkPhone(areaCode: string, phone: string): Problem | null {
  const digits = digitsOf(phone)
  if (digits === '') return { key: 'signin.phone.missing' }
  const found = library?.parsePhoneNumberFromString(digits, { defaultCallingCode: areaCode.slice(1) })
  const wrong = library === null ? !/^\d{4,15}$/.test(digits) : found?.isValid() !== true
  return wrong ? { key: 'signin.phone.problem' } : null
}

/** Removes the usual separators between the digits of a phone number. */
export const digitsOf = (phone: string): string => phone.replace(/[\s()./-]/g, '')

/** The area code of a country as a first guess; the specification's second (+1) for all others. */
export const likelyAreaCode = (country: string): string =>
  areaCodes.find(([, of]) => of === country)?.[0] ?? '+1'
