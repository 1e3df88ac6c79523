import * as refusals from '@candor/refusals/codes.ts'
import type { TextKey } from '@candor/texts/keys.ts'
import { CallFailure, fieldIssues } from '../session/calls/failure.ts'

/** Problem of a field: a text and its placeholder values. */
export interface Problem {
  readonly key: TextKey
  readonly values?: Readonly<Record<string, number>>
}
export type Problems = Readonly<Record<string, Problem | null>>

export type Check = (text: string) => Problem | null

const shortestPassword = 10
const longestPassword = 128

export const checkUserName: Check = (text) => {
  const name = text.trim()
  if (name === '') return { key: 'accounts.problem.userNameMissing' }
  return /^[\p{L}\p{N}_.-]{3,32}$/u.test(name) ? null : { key: 'accounts.problem.userNameWrong' }
}

export const checkEmail: Check = (text) => {
  const email = text.trim()
  if (email === '') return { key: 'accounts.problem.emailMissing' }
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) ? null : { key: 'accounts.problem.emailWrong' }
}

/** Counted in characters as people see them; the server also rejects common passwords. */
export const checkNewPassword: Check = (text) => {
  if (text === '') return { key: 'accounts.problem.passwordMissing' }
  if (text.length < shortestPassword) {
    return { key: 'accounts.problem.passwordShort', values: { missing: shortestPassword - text.length } }
  }
  return text.length > longestPassword ? { key: 'accounts.problem.passwordLong' } : null
}

/** The new password, typed a second time. */
export const checkRepeat = (repeat: string, password: string): Problem | null =>
  password === repeat ? null : { key: 'accounts.problem.repeatDiffers' }

export const checkGivenPassword: Check = (text) =>
  text === '' ? { key: 'accounts.problem.passwordMissing' } : null

export const checkAccount: Check = (text) =>
  text.trim() === '' ? { key: 'accounts.problem.accountMissing' } : null

export const checkCode: Check = (text) => {
  const code = text.trim()
  if (code === '') return { key: 'accounts.problem.codeMissing' }
  return /^\d{6}$/.test(code) ? null : { key: 'accounts.problem.codeWrong' }
}

export const checkCountry: Check = (text) => (text === '' ? { key: 'accounts.problem.countryMissing' } : null)

/** The form field for a catalogue code, on forms built with `useForm` (specification §8, calls page). */
const fieldOfCode: Readonly<Record<number, readonly [field: string, key: TextKey]>> = {
  [refusals.identifierMissing]: ['userName', 'codes.10001'],
  [refusals.emailInvalid]: ['email', 'codes.10002'],
  [refusals.userNameInvalid]: ['userName', 'codes.10003'],
  [refusals.passwordWrong]: ['password', 'codes.10004'],
  [refusals.userNameTaken]: ['userName', 'codes.10006'],
  [refusals.emailOrPhoneTaken]: ['email', 'codes.10007'],
  [refusals.accountUnknown]: ['account', 'codes.10009'],
  [refusals.insufficientFunds]: ['amount', 'codes.10011'],
  [refusals.amountInvalid]: ['amount', 'codes.10016'],
  [refusals.payoutAddressMissing]: ['address', 'codes.10021'],
  [refusals.textMessageCodeWrong]: ['code', 'codes.10091'],
  [refusals.codeWrong]: ['code', 'codes.11010'],
  [refusals.secondFactorRequired]: ['totp', 'codes.11011'],
  [refusals.addressUnconfirmed]: ['address', 'codes.11021'],
  [refusals.belowMinimumBalance]: ['amount', 'codes.11031'],
}

/**
 * Assigns the server's refusal to a form's fields by name, or gives null when it concerns none of them and belongs above the
 * button. `renamed` maps the server's field, or a code, to the form's field where they differ.
 */
export function problemsFrom(
  failure: unknown,
  fields: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
): Problems | null {
  if (!(failure instanceof CallFailure) || typeof failure.code !== 'number') return null
  const placed = fieldOfCode[failure.code]
  if (placed !== undefined) {
    const field = renamed[String(failure.code)] ?? renamed[placed[0]] ?? placed[0]
    return fields.includes(field) ? { [field]: { key: placed[1] } } : null
  }
  const marked = fieldIssues(failure)
    .map(({ path, code }) => ({ field: renamed[path] ?? path, code }))
    .filter(({ field }) => fields.includes(field))
  if (marked.length === 0) return null
  return Object.fromEntries(marked.map(({ field, code }) => [field, problemOf(field, code)]))
}

const inviteProblems: Readonly<Record<string, TextKey>> = {
  unknown: 'invites.problem.unknown',
  own: 'invites.problem.own',
  taken: 'invites.problem.taken',
  circle: 'invites.problem.circle',
  late: 'invites.problem.late',
}

function problemOf(field: string, code: string): Problem {
  if (code === 'tooMany') return { key: 'accounts.api.tooMany' }
  if (field === 'inviteCode') return { key: inviteProblems[code] ?? 'codes.11001' }
  if (field === 'country' && code === 'closed') return { key: 'accounts.problem.countryClosed' }
  if (field === 'phone') return { key: 'signin.phone.problem' }
  if (/password/i.test(field))
    return { key: code === 'common' ? 'accounts.problem.passwordCommon' : 'codes.11001' }
  return { key: 'codes.11001' }
}
