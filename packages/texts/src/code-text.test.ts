import { expect, test } from 'vitest'
import { codeText } from './code-text.ts'
import { languageCodes } from './languages.ts'
import { translator } from './server.ts'

test('the understanding check is not called a limit of one’s own, in any language', () => {
  for (const language of languageCodes) {
    const t = translator(language)
    const text = codeText(t, 11032, { reason: 'understanding', until: null })
    expect(text).toBe(t('trust.reached.understanding'))
    expect(text).not.toBe(t('codes.11032'))
  }
})

test('I16.10: a file that is too large has a text with the largest size, in any language; without that figure the code’s own', () => {
  for (const language of languageCodes) {
    const t = translator(language)
    const text = codeText(t, 11023, { reason: 'size', mostBytes: 1_599_999 })
    expect(text).toBe(t('kyc.refused.size', { most: 1.52 }))
    expect(text).toMatch(/1[.,]52/)
    expect(codeText(t, 11023, { reason: 'size' })).toBe(t('codes.11023'))
  }
})

test('a reason without a text, none, and a code without reasons have the code’s own text', () => {
  const t = translator('en')
  for (const result of [{ reason: 'other' }, { reason: 5 }, {}, null, undefined])
    expect(codeText(t, 11032, result)).toBe(t('codes.11032'))
  expect(codeText(t, 10011, { reason: 'closed' })).toBe(t('codes.10011'))
  expect(codeText(t, 10015, { reason: 'closed' })).toBe(t('shell.unavailable.closed'))
  expect(codeText(t, 99999, null)).toBeNull()
})
