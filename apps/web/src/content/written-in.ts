import { type LanguageCode, languages } from '@candor/texts/languages.ts'

/** Attributes of a text that may be in another language than the page: a missing translation is English. */
export const writtenIn = (language: LanguageCode): { lang: string; dir: 'ltr' | 'rtl' } => ({
  lang: languages[language].tag,
  dir: languages[language].direction,
})
