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

test('ASVS 6.2.11: refuses the name of the account or the installation with a tail as a password', () => {
  const names = ['ana.lima', 'trader@candor.example', 'Bo']
  for (const password of ['ana.lima2026', 'AnA.L1ma2026', 'xx-trader-xx', 'c4ndor-2026', 'candorcandor'])
    expect([password, isCommonPassword(password, names)]).toEqual([password, true])
  for (const password of ['ana.lima bought a horse', 'a boat on the sea', 'candor about money'])
    expect([password, isCommonPassword(password, names)]).toEqual([password, false])
})

test('ASVS 6.2.4, 6.2.12: refuses the passwords most used in known breaches, in any spelling', () => {
  for (const password of [
    'q1w2e3r4t5',
    '1Q2W3E4R5T',
    '1029384756',
    'Undertaker',
    '1qaz2wsx3edc',
    '4815162342',
  ])
    expect([password, isCommonPassword(password)]).toEqual([password, true])
})

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
