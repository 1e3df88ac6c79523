import { expect, test } from 'vitest'
import { languageCodes } from './languages.ts'
import { readTexts } from './read-catalog.ts'

const codes = [
  ...Array.from({ length: 25 }, (_, index) => String(10001 + index)),
  ...['10091', '20001', '20002', '20003', '20004', '20005'],
]
const keysOfCodes = codes.map((code) => `codes.${code}`)

/** Specification §8, other messages, by the key of each text. */
const messages = {
  'unknown error': 'codes.11000',
  'network timeout, check the order list': 'shell.timeout',
  'upload failed': 'kyc.upload.failed',
  retry: 'shell.retry',
  'copy success': 'shell.copied',
  'copy failure': 'shell.copyFailed',
  'no more data': 'shell.noMoreData',
  'nothing found': 'shell.nothingFound',
  'smart trading not enabled': 'shell.unavailable.country',
  // The capabilities are all open; a way of signing in that the operator has not set up is what can be closed.
  'function not yet open': 'codes.11014',
  'demo account cannot use this function': 'codes.11030',
  'demo account disabled, switch': 'smart.demo.title',
  'access to user media not supported': 'kyc.camera.denied',
  'logged out': 'shell.signedOut',
  'login success': 'accounts.login.done',
  'registration success': 'accounts.register.done',
  'order success': 'orders.result.title',
}

/** Specification §4, status labels, each by the key of the state it names. */
const labels = {
  'pending review': 'funding.status.pending',
  approved: 'funding.status.approved',
  rejected: 'loans.status.rejected',
  'audit not passed': 'withdraw.status.rejected',
  completed: 'smart.status.completed',
  failed: 'withdraw.status.failed',
  // A payment that succeeded says what it was: paid.
  success: 'withdraw.status.completed',
  closed: 'orders.status.closed',
  open: 'orders.status.open',
  expired: 'orders.status.expired',
  repaying: 'loans.status.repaying',
  repaid: 'loans.status.repaid',
  earning: 'smart.status.earning',
  'profit shared': 'smart.field.sharedDays',
  'not certified': 'kyc.notCertified',
  certified: 'kyc.certified',
}

const written = new Map(languageCodes.map((language) => [language, readTexts(language)]))

/** Keys that a language lacks, leaves empty, or says as English does. */
function unsaid(keys: readonly string[]): readonly string[] {
  const textOf = (language: (typeof languageCodes)[number], key: string) => {
    const [file = '', ...rest] = key.split('.')
    return written.get(language)?.[file]?.[rest.join('.')] ?? ''
  }
  const english = new Map(keys.map((key) => [key, textOf('en', key)]))
  return languageCodes.flatMap((language) =>
    keys
      .filter((key) => {
        const text = textOf(language, key)
        return text.trim() === '' || (language !== 'en' && text === english.get(key))
      })
      .map((key) => `${language}: ${key}`),
  )
}

test('specification §8: every code of the catalogue has a text in each of the ten languages', () => {
  expect(unsaid(keysOfCodes)).toEqual([])
})
test('specification §8: every other message has a text in each of the ten languages', () => {
  expect(unsaid(Object.values(messages))).toEqual([])
})
test('specification §4: every status label has a text in each of the ten languages', () => {
  expect(unsaid(Object.values(labels))).toEqual([])
})
