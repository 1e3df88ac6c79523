import { languageCodes } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import { expect, test } from 'vitest'
import { codeValidSeconds } from './codes-store.ts'

test('I14.4: the page for a new password says how long a code is valid, in each language', () => {
  for (const language of languageCodes) {
    const figures = translator(language)('accounts.reset.none.text').match(/\d+/g)
    expect(figures, language).toEqual([String(codeValidSeconds / 60)])
  }
})
