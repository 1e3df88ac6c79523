/** Identifies a bank account: by a card number or by an international account number. */
export type CardNumberKind = 'card' | 'iban'

export interface CardNumber {
  readonly kind: CardNumberKind
  /** Without spaces and hyphens, in upper case. */
  readonly number: string
}

/**
 * Reads a bank card number (12 to 19 digits with the check digit of ISO/IEC 7812-1, Luhn) or an IBAN (ISO 13616, check
 * digits by ISO 7064 MOD 97-10). Returns null for anything else, so a mistyped digit or two swapped ones are found
 * before money is sent to the wrong account.
 */
export function readCardNumber(text: string): CardNumber | null {
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d{12,19}$/.test(number)) return hasCheckDigit(number) ? { kind: 'card', number } : null
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)) return isIban(number) ? { kind: 'iban', number } : null
  return null
}

/** Masks a number for display: only its last four characters are shown, `•••• 1234`. */
export const maskedCardNumber = (number: string): string => `•••• ${number.slice(-4)}`

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, sign, place) => {
    const value = Number(sign) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}

function isIban(number: string): boolean {
  const turned = `${number.slice(4)}${number.slice(0, 4)}`
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
