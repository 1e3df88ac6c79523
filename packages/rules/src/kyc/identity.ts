/** State of a customer's identity check. Source: specification §4, KYC. */
export type IdentityStatus = 'none' | 'pending' | 'approved' | 'rejected'

/** Permitted transitions; the database holds the same table. */
export const identityMoves: Readonly<Record<IdentityStatus, readonly IdentityStatus[]>> = {
  none: ['pending'],
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: ['pending'],
}

/** Reports whether a customer in this state may submit the form: the first time, or again after a rejection. */
export const maySubmitIdentity = (status: IdentityStatus): boolean =>
  identityMoves[status].includes('pending')

/** Text fields of the form, in the order they are shown (calls page, Identification). */
export const identityTexts = [
  'firstName',
  'lastName',
  'sex',
  'birthdate',
  'country',
  'address',
  'phone',
  'companyAddress',
  'guarantorId',
  'guarantorName',
  'documentType',
  'documentNumber',
  'documentExpiry',
] as const
export const identityFiles = ['photoFront', 'photoBack', 'photoHolding', 'signature'] as const
export type IdentityText = (typeof identityTexts)[number]
export type IdentityFile = (typeof identityFiles)[number]
/** An item that a reviewer can refuse on its own. */
export type IdentityItem = IdentityText | IdentityFile
export const identityItems: readonly IdentityItem[] = [...identityTexts, ...identityFiles]

/** Reasons for refusing an item; the customer reads `kyc.reason.<reason>`. */
export const identityReasons = [
  'blurred',
  'cutOff',
  'glare',
  'expired',
  'wrongDocument',
  'faceHidden',
  'differs',
  'incomplete',
  'underAge',
  'duplicate',
] as const
export type IdentityReason = (typeof identityReasons)[number]

export type IdentityForm = Readonly<Record<IdentityItem, string | null>>

export interface IdentityIssue {
  readonly path: IdentityItem
  readonly code: 'required' | 'invalid' | 'under_age' | 'expired' | 'same'
}

export const adultYears = 18
export const oldestYears = 120

const optional: ReadonlySet<IdentityItem> = new Set(['companyAddress', 'guarantorId', 'guarantorName'])

/** Reports whether the form requires this item: a passport has no back (calls page). */
export const isRequired = (item: IdentityItem, form: Pick<IdentityForm, 'documentType'>): boolean =>
  item !== 'photoBack' || form.documentType !== 'passport'

/**
 * Reports whether this item may be empty. Company and guarantor are optional, but a guarantor needs both a name and a number.
 * Some identity cards and licences never expire; every passport does.
 */
export const isOptional = (item: IdentityItem, form: IdentityForm): boolean => {
  if (item === 'guarantorId') return isEmpty(form.guarantorName)
  if (item === 'guarantorName') return isEmpty(form.guarantorId)
  if (item === 'documentExpiry') return form.documentType !== 'passport'
  return optional.has(item)
}

const isEmpty = (value: string | null) => value === null || value.trim() === ''

/**
 * Finds the issues that keep a form from review, in the order of its fields; an empty list means it can be sent.
 * `today` is a date such as `2026-11-21`. `failed` holds the items a reviewer refused with their values then: each must
 * have changed.
 */
export function identityIssues(
  form: IdentityForm,
  today: string,
  failed: Readonly<Partial<Record<IdentityItem, string | null>>> = {},
): IdentityIssue[] {
  return identityItems.flatMap((item) => {
    const code = issueOf(item, form, today, failed)
    return code === null ? [] : [{ path: item, code }]
  })
}

function issueOf(
  item: IdentityItem,
  form: IdentityForm,
  today: string,
  failed: Readonly<Partial<Record<IdentityItem, string | null>>>,
): IdentityIssue['code'] | null {
  const value = form[item]
  if (!isRequired(item, form)) return null
  if (value === null || isEmpty(value))
    return isOptional(item, form) && !wasMissed(item, failed) ? null : 'required'
  const wrong = wrongIn(item, value, today)
  if (wrong !== null) return wrong
  return item in failed && failed[item] === value ? 'same' : null
}

/** True for an item that a reviewer refused because it was empty. */
const wasMissed = (item: IdentityItem, failed: Readonly<Partial<Record<IdentityItem, string | null>>>) =>
  item in failed && isEmpty(failed[item] ?? null)

function wrongIn(item: IdentityItem, value: string, today: string): IdentityIssue['code'] | null {
  if (item === 'birthdate') return birthdateIssue(value, today)
  if (item === 'documentExpiry') return expiryIssue(value, today)
  if (item === 'documentNumber') return readDocumentNumber(value) === null ? 'invalid' : null
  return item === 'phone' && !isPhone(value) ? 'invalid' : null
}

const isPhone = (text: string) =>
  /^\+?[\d ()./-]{6,24}$/.test(text.trim()) && text.replace(/\D/g, '').length >= 6

/** Requires 18 years or more on the day (rulebook, KYC). A customer born on 29 February turns 18 on 1 March of a common year. */
export function birthdateIssue(birthdate: string, today: string): 'invalid' | 'under_age' | null {
  if (!isDay(birthdate) || birthdate > today || addYears(birthdate, oldestYears) < today) return 'invalid'
  return addYears(birthdate, adultYears) <= today ? null : 'under_age'
}

/** The longest that a document is valid, in years. */
export const longestValidYears = 60

/** A document may be used until the end of its last day. */
export function expiryIssue(expiry: string, today: string): 'invalid' | 'expired' | null {
  if (!isDay(expiry) || expiry > addYears(today, longestValidYears)) return 'invalid'
  return expiry < today ? 'expired' : null
}

const arabicDigits = ['٠', '۰'].map((zero) => zero.charCodeAt(0))

/**
 * Returns a document's number in the one form in which numbers are compared: capital letters and digits without spaces, dashes
 * and other separators. Null for a text that is no number of a document.
 */
export function readDocumentNumber(text: string): string | null {
  const latin = text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => {
    const zero = arabicDigits.findLast((code) => code <= digit.charCodeAt(0)) ?? 0
    return String(digit.charCodeAt(0) - zero)
  })
  if (/[^\p{L}\p{N}\s./\p{Pd}<]/u.test(latin)) return null
  const number = latin.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  return /\p{N}/u.test(number) && number.length >= 4 && number.length <= 30 ? number : null
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Adds years to a date; 29 February stays as text, which sorts before 1 March. */
const addYears = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
