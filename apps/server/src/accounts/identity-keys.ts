/** The one form in which two user names or addresses are compared: compatible characters made one, case folded. */
export const compared = (text: string): string => text.trim().normalize('NFKC').toLowerCase()

/** A phone number with its country code, digits only after the plus. */
export const phoneOf = (areaCode: string | undefined, phone: string | undefined): string | null =>
  areaCode === undefined || phone === undefined ? null : `${areaCode}${phone}`
