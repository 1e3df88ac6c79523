import { languageCodes } from '@candor/texts/languages.ts'
import { readCatalog } from '@candor/texts/read-catalog.ts'
import { translateFrom } from '@candor/texts/translate.ts'
import { expect, test } from 'vitest'
import { amountPlace, firstWords } from './words.ts'

test('I16.10: the words that are built into the page leave the balance of a new demo account open, in every language', () => {
  for (const code of languageCodes) {
    const words = firstWords(translateFrom(code, readCatalog(code).catalog), { limit: '0.3%' })
    for (const name of ['lead', 'boardText', 'registerLead'] as const)
      expect([code, name, words[name].includes(amountPlace)]).toEqual([code, name, true])
    expect(JSON.stringify(words)).not.toContain('USDT')
  }
})
