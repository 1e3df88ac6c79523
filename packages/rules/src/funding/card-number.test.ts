import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskedCardNumber, readCardNumber } from './card-number.ts'

test('a card number is read with its spaces, an IBAN in any case', () => {
  expect(readCardNumber('4111 1111 1111 1111')).toEqual({ kind: 'card', number: '4111111111111111' })
  expect(readCardNumber('4111-1111-1111-1112')).toBeNull()
  expect(readCardNumber('de89 3704 0044 0532 0130 00')).toEqual({
    kind: 'iban',
    number: 'DE89370400440532013000',
  })
})

test('refuses a number that is neither', () => {
  for (const text of [
    '',
    '0000000000000000',
    '4111111111111112',
    'DE88370400440532013000',
    '12345',
    'XX',
    '٤١١١',
    // Right by their check digits, and yet too short, too long or of another form.
    '49992739877',
    '49992739871611123459',
    'DE570532013000',
    'DE790532013000A1B2C3D4E5F6G7H8I9J0K',
    'DE8X370400440532000069',
    '1DE89370400440532000024',
    'DE89370400440532013000!',
    '4111111111111111x',
  ])
    expect(readCardNumber(text), text).toBeNull()
})

test('one digit mistyped is always found', () => {
  const digit = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), digit, (place, typed) => {
      const right = '4111111111111111'
      const wrong = `${right.slice(0, place)}${typed}${right.slice(place + 1)}`
      expect(readCardNumber(wrong) === null).toBe(wrong !== right)
    }),
  )
})

test('only the last four signs are ever shown', () => {
  expect(maskedCardNumber('4111111111111111')).toBe('•••• 1111')
})

test.each([
  '4222222222222',
  '30569309025904',
  '378282246310005',
  '6011000990139424',
  '3530111333300000',
  '5105105105105100',
  '5555555555554444',
  '499927398713',
  '4999273987161112344',
])('the check digit of a card of any length: %s', (number) => {
  expect(readCardNumber(number)).toEqual({ kind: 'card', number })
})

test.each(['DE230532013000A', 'DE040532013000A1B2C3D4E5F6G7H8I9J0'])(
  'an IBAN of 15 and of 34 signs, letters within: %s',
  (number) => {
    expect(readCardNumber(number)).toEqual({ kind: 'iban', number })
  },
)
