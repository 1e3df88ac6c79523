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
