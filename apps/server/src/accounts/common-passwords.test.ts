import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const common = [
  'password12',
  'Password123!',
  'P@ssw0rd2024',
  '1234567890',
  'qwertyuiop',
  'QwertyUiop1',
  'abcdefghij',
  'aaaaaaaaaa',
].concat([
  'abc123abc123',
  '9876543210',
  'iloveyou2020',
  'football1234',
  '123456789012',
  'sunshine!!',
  'passwordpassword',
])
for (const password of common) {
  test(`calls Auth: ${password} is on the list of common passwords`, () => {
    expect(isCommonPassword(password)).toBe(true)
  })
}

const fine = [
  'a long and plain phrase',
  'correct horse staple',
  'Tr4ding-desk-north',
  'xkcd-936-entropy',
  'ünïcödé-wörter',
  'zebra7quilt9moss',
]
for (const password of fine) {
  test(`${password} is not`, () => {
    expect(isCommonPassword(password)).toBe(false)
  })
}
