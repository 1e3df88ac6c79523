import { expect, test } from 'vitest'
import {
  birthdateIssue,
  expiryIssue,
  type IdentityForm,
  identityIssues,
  identityItems,
  identityMoves,
  isOptional,
  maySubmitIdentity,
  readDocumentNumber,
} from './identity.ts'

const today = '2026-11-21'
const form: IdentityForm = {
  firstName: 'Ada',
  lastName: 'Okafor',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenweg 4, 10115 Berlin',
  phone: '+49 30 1234567',
  companyAddress: null,
  guarantorId: null,
  guarantorName: null,
  documentType: 'idCard',
  documentNumber: 'L01X00T47',
  documentExpiry: '2031-04-30',
  photoFront: 'a',
  photoBack: 'b',
  photoHolding: 'c',
  signature: 'd',
}

test('spec §4 KYC: a check is sent from none or rejected, and an approved one is final', () => {
  expect(Object.keys(identityMoves).filter((status) => maySubmitIdentity(status as 'none'))).toEqual([
    'none',
    'rejected',
  ])
  expect(identityMoves).toEqual({
    none: ['pending'],
    pending: ['approved', 'rejected'],
    approved: [],
    rejected: ['pending'],
  })
})

test('rulebook KYC: 18 or older, to the day', () => {
  expect(birthdateIssue('2008-11-21', today)).toBeNull()
  expect(birthdateIssue('2008-11-22', today)).toBe('under_age')
  expect(birthdateIssue('2008-02-29', '2026-02-28')).toBe('under_age')
  expect(birthdateIssue('2008-02-29', '2026-03-01')).toBeNull()
})

test('a birthdate is a day that there was, not in the future and not 121 years ago', () => {
  for (const day of ['2027-01-01', '1990-02-30', '1990-13-01', '90-01-01', '1900-01-01', 'x']) {
    expect([day, birthdateIssue(day, today)]).toEqual([day, 'invalid'])
  }
  // A year short of four signs, or of the first centuries, is no way around the limits.
  for (const day of [
    '1-1-1',
    '1990-5-17',
    '0179-05-17',
    '1990-05-17T10:00',
    ' 1990-05-17',
    '+1990-05-17',
    '1990-05',
    '',
  ])
    expect([day, birthdateIssue(day, today)]).toEqual([day, 'invalid'])
  expect(birthdateIssue(today, today)).toBe('under_age')
  expect(birthdateIssue('2026-11-22', today)).toBe('invalid')
  expect(birthdateIssue('1906-11-21', today)).toBeNull()
  expect(birthdateIssue('1906-11-20', today)).toBe('invalid')
})

test('spec §5: every required item must be there; the back of a passport, a company and a guarantor are optional', () => {
  expect(identityIssues(form, today)).toEqual([])
  const empty = Object.fromEntries(identityItems.map((item) => [item, null])) as IdentityForm
  const missing = identityIssues(empty, today).map(({ path }) => path)
  expect(identityItems.filter((item) => !missing.includes(item))).toEqual([
    'companyAddress',
    'guarantorId',
    'guarantorName',
    'documentExpiry',
  ])
  const withoutBack = { ...form, photoBack: null }
  expect(identityIssues(withoutBack, today)).toEqual([{ path: 'photoBack', code: 'required' }])
  expect(identityIssues({ ...withoutBack, documentType: 'passport' }, today)).toEqual([])
})

test('a passport spares the photo of its back and nothing else, and an item of spaces is empty', () => {
  for (const item of identityItems.filter((one) => one !== 'photoBack' && one !== 'documentType')) {
    const passport = { ...form, documentType: 'passport', photoBack: null }
    const without = identityIssues({ ...passport, [item]: '  ' }, today)
    expect(without, item).toEqual(isOptional(item, passport) ? [] : [{ path: item, code: 'required' }])
  }
  expect(identityIssues({ ...form, guarantorId: ' ', guarantorName: '' }, today)).toEqual([])
})

test('the form refuses a birthdate at its field: too young, and no day at all', () => {
  const issues = (birthdate: string) => identityIssues({ ...form, birthdate }, today)
  expect(issues('2010-01-01')).toEqual([{ path: 'birthdate', code: 'under_age' }])
  expect(issues('1990-02-30')).toEqual([{ path: 'birthdate', code: 'invalid' }])
})

test('a guarantor has a name and a number', () => {
  expect(identityIssues({ ...form, guarantorName: 'Ben Ito' }, today)).toEqual([
    { path: 'guarantorId', code: 'required' },
  ])
  expect(identityIssues({ ...form, guarantorId: 'X1' }, today)).toEqual([
    { path: 'guarantorName', code: 'required' },
  ])
})

test('a phone number has digits', () => {
  const [longest, tooLong] = ['1'.repeat(24), '1'.repeat(25)]
  const wrong = [
    '+1',
    'call me',
    '++49301234567',
    '12345',
    '12-34 (5)',
    '(((---)))',
    '030 1234567 home',
    tooLong,
  ]
  for (const phone of wrong) {
    expect(identityIssues({ ...form, phone }, today)).toEqual([{ path: 'phone', code: 'invalid' }])
  }
  for (const phone of ['123456', '030 1234567', ' +49 (30) 123-45/67. ', longest, `+${longest}`])
    expect(identityIssues({ ...form, phone }, today), phone).toEqual([])
})

test('refused items must change', () => {
  expect(identityIssues(form, today, { photoFront: 'a', address: 'elsewhere' })).toEqual([
    { path: 'photoFront', code: 'same' },
  ])
})

test('I16.8: a document may be used until the end of its last day, and for sixty years at most', () => {
  expect(expiryIssue(today, today)).toBeNull()
  expect(expiryIssue('2026-11-20', today)).toBe('expired')
  expect(expiryIssue('2086-11-21', today)).toBeNull()
  for (const day of ['2086-11-22', '2027-02-30', '2027-', '30.04.2031'])
    expect([day, expiryIssue(day, today)]).toEqual([day, 'invalid'])
  const expired = { ...form, documentExpiry: '2026-11-20' }
  expect(identityIssues(expired, today)).toEqual([{ path: 'documentExpiry', code: 'expired' }])
})

test('I16.8: an identity card may have no last day, a passport has one', () => {
  const without = { ...form, documentExpiry: null }
  expect(identityIssues(without, today)).toEqual([])
  expect(identityIssues({ ...without, documentType: 'passport' }, today)).toEqual([
    { path: 'documentExpiry', code: 'required' },
  ])
  // Refused as missing, it cannot be missing again.
  expect(identityIssues(without, today, { documentExpiry: null })).toEqual([
    { path: 'documentExpiry', code: 'required' },
  ])
  expect(identityIssues({ ...form, companyAddress: null }, today, { companyAddress: 'x' })).toEqual([])
})

test('I16.8: a document number is compared without its spaces, dashes and small letters', () => {
  for (const written of ['l01x00t47', ' L01-X00 T47 ', 'L01.X00/T47', 'Ｌ０１Ｘ００Ｔ４７'])
    expect([written, readDocumentNumber(written)]).toEqual([written, 'L01X00T47'])
  for (const written of ['٢٩٠٠١٠١١٢٣٤٥٦٧', '۲۹۰۰۱۰۱۱۲۳۴۵۶۷'])
    expect([written, readDocumentNumber(written)]).toEqual([written, '29001011234567'])
  for (const wrong of ['', '123', 'none', 'L01_X00', '<b>1234</b>'.repeat(4), '1'.repeat(31), '- - - -'])
    expect([wrong, readDocumentNumber(wrong)]).toEqual([wrong, null])
  expect(identityIssues({ ...form, documentNumber: 'none' }, today)).toEqual([
    { path: 'documentNumber', code: 'invalid' },
  ])
})
