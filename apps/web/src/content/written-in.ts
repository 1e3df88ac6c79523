import { type LanguageCode, languages } from '@candor/texts/languages.ts'

/** The attributes of a text that may be in another language than the page around it: English stands where a translation is missing. */
export const writtenIn = (language: LanguageCode): { lang: string; dir: 'ltr' | 'rtl' } => ({
  lang: languages[language].tag,
  dir: languages[language].direction,
})
