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

test('ASVS 6.2.11: a name counts with four letters, and makes a password common with fewer than eight others', () => {
  const judged = (password: string, name: string) => isCommonPassword(password, [name])
  expect(['zoe-quilt-zoe', 'zoe-zoe-moss'].map((password) => judged(password, 'zoe'))).toEqual([false, false])
  expect(judged('zoey-zoey-q7', 'zoey')).toBe(true)
  expect(['moss7ana.limaq7', 'moss7ana.lima-q7'].map((one) => judged(one, 'ana.lima'))).toEqual([true, false])
  expect(judged('moss7ana-q7', 'ana@candor.example')).toBe(false)
  expect(judged('moss7annaq7', 'Anna@candor.example')).toBe(true)
  expect(judged('moss7candor-q7q7', '')).toBe(false)
  expect(judged('moss7c@nd0rq7', '')).toBe(true)
})

test('ASVS 6.2.11: runs and repetitions are common however long they are', () => {
  for (const password of [
    'abcabcabcabcabcabcabcab',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abcdefabcdefxyz',
    '12345678901234567890123456',
    '98765432109876543210987654',
    'abcdefghijopqrst',
    'passwordpassword!!',
    '1!password2026',
  ])
    expect([password, isCommonPassword(password)]).toEqual([password, true])
  for (const password of ['abcdefgabcdefgxyzq', 'abcdzefghzijkl', 'abcdefabcdefwxyz', 'acegikmoqs'])
    expect([password, isCommonPassword(password)]).toEqual([password, false])
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
