import { describe, expect, test } from 'vitest'
import { CallFailure } from '../session/calls/failure.ts'
import {
  checkCode,
  checkEmail,
  checkNewPassword,
  checkRepeat,
  checkUserName,
  problemsFrom,
} from './account-problems.ts'
import { passwordStrength } from './password-strength.ts'

describe('the fields of sign-up and sign-in (spec §5)', () => {
  test('an e-mail address is missing, wrong or right', () => {
    expect(checkEmail('  ')?.key).toBe('accounts.problem.emailMissing')
    for (const wrong of ['name', 'name@', 'name@host', 'a b@c.de', 'a@b..c']) {
      expect(checkEmail(wrong)?.key).toBe('accounts.problem.emailWrong')
    }
    expect(checkEmail(' name@example.com ')).toBeNull()
  })
  test('a user name takes letters of any script, and nothing that could be markup', () => {
    expect(checkUserName('أحمد_1')).toBeNull()
    expect(checkUserName('日本語')).toBeNull()
    expect(checkUserName('<b>x</b>')?.key).toBe('accounts.problem.userNameWrong')
    expect(checkUserName('ab')?.key).toBe('accounts.problem.userNameWrong')
  })
  test('a short password says how many characters are needed', () => {
    expect(checkNewPassword('1234567')).toEqual({
      key: 'accounts.problem.passwordShort',
      values: { missing: 3 },
    })
    expect(checkNewPassword('x'.repeat(129))?.key).toBe('accounts.problem.passwordLong')
    expect(checkNewPassword('ten chars!')).toBeNull()
  })
  test('specification §5: two passwords that differ are said at the second', () => {
    expect(checkRepeat('three quiet words', 'three quiet word')?.key).toBe('accounts.problem.repeatDiffers')
    expect(checkRepeat('', 'three quiet words')?.key).toBe('accounts.problem.repeatDiffers')
    expect(checkRepeat('three quiet words', 'three quiet words')).toBeNull()
  })
  test('a code has six digits', () => {
    expect(checkCode('12345')?.key).toBe('accounts.problem.codeWrong')
    expect(checkCode(' 123456 ')).toBeNull()
  })
})

describe('a refusal of the server stands at the field it concerns (spec §8)', () => {
  const fields = ['userName', 'email', 'password', 'code']
  test('by its catalogue code', () => {
    expect(problemsFrom(new CallFailure(10006), fields)).toEqual({ userName: { key: 'codes.10006' } })
    expect(problemsFrom(new CallFailure(11010), fields)).toEqual({ code: { key: 'codes.11010' } })
  })
  test('under the form’s own name for it', () => {
    expect(problemsFrom(new CallFailure(10001), ['account'], { userName: 'account' })).toEqual({
      account: { key: 'codes.10001' },
    })
  })
  test('by the marked fields of code 11001', () => {
    const failure = new CallFailure(11001, {
      issues: [
        { path: ['password'], code: 'common' },
        { path: 'x', code: 'y' },
      ],
    })
    expect(problemsFrom(failure, fields)).toEqual({ password: { key: 'accounts.problem.passwordCommon' } })
  })
  test('and nowhere when it concerns none of them', () => {
    expect(problemsFrom(new CallFailure(11002), fields)).toBeNull()
    expect(problemsFrom(new CallFailure('network'), fields)).toBeNull()
    expect(problemsFrom(new CallFailure(10006), ['code'])).toBeNull()
  })
})

describe('the strength of a password', () => {
  test('grows with length, not with one repeated letter', () => {
    expect(passwordStrength('aaaaaaaaaaaaaaaaaaaa').strength).toBe('weak')
    expect(passwordStrength('short1!').strength).toBe('weak')
    expect(passwordStrength('copper lantern under nine bridges').strength).toBe('strong')
  })
})
