import { isAreaCode } from '@candor/rules'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Refusal } from '../http/refusal.ts'

/**
 * A number as it is kept, `+4915112345678`: one of the 30 area codes, and one that somebody can have (libphonenumber). Its own country's way of
 * writing it, a leading 0 for one, is understood. Refuses `invalidInput` at the field.
 */
export function phoneNumberOf(areaCode: string, phone: string): string {
  if (!isAreaCode(areaCode))
    throw new Refusal('invalidInput', { issues: [{ path: 'areaCode', code: 'area_code' }] })
  const found = parsed(areaCode, phone)
  if (found === null) throw new Refusal('invalidInput', { issues: [{ path: 'phone', code: 'phone' }] })
  return found
}

/** For looking a number up: what nobody can have is nobody's, and no refusal. */
export const lookedUpPhone = (areaCode: string | undefined, phone: string | undefined): string | null =>
  areaCode === undefined || phone === undefined ? null : (parsed(areaCode, phone) ?? `${areaCode}${phone}`)

function parsed(areaCode: string, phone: string): string | null {
  const found = parsePhoneNumberFromString(phone, { defaultCallingCode: areaCode.slice(1) })
  return found?.isValid() === true && `+${found.countryCallingCode}` === areaCode ? found.number : null
}
