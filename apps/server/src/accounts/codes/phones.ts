import { isAreaCode } from '@candor/rules'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Refusal } from '../../platform/http/refusal.ts'

/**
 * Returns a number as it is stored, `+4915112345678`: one of the 30 area codes, and a possible number (libphonenumber). Accepts the
 * national format, with a leading 0 for example. Refuses `invalidInput` at the field.
 */
export function phoneNumberOf(areaCode: string, phone: string): string {
  if (!isAreaCode(areaCode))
    throw new Refusal('invalidInput', { issues: [{ path: 'areaCode', code: 'area_code' }] })
  const found = parsed(areaCode, phone)
  if (found === null) throw new Refusal('invalidInput', { issues: [{ path: 'phone', code: 'phone' }] })
  return found
}

/** Converts a number for a lookup: an impossible number matches no customer and is not refused. */
export const lookedUpPhone = (areaCode: string | undefined, phone: string | undefined): string | null =>
  areaCode === undefined || phone === undefined ? null : (parsed(areaCode, phone) ?? `${areaCode}${phone}`)

function parsed(areaCode: string, phone: string): string | null {
  const found = parsePhoneNumberFromString(phone, { defaultCallingCode: areaCode.slice(1) })
  return found?.isValid() === true && `+${found.countryCallingCode}` === areaCode ? found.number : null
}
