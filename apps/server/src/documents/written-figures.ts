import { type LanguageCode, languages } from '@candor/texts/languages.ts'

/** For `Intl`: figures stay Latin in Arabic (docs/adr/ADR-042). */
export const figuresTag = (language: LanguageCode): string => `${languages[language].tag}-u-nu-latn`

/** Isolates a figure with its sign or unit so that it keeps its order within right-to-left words. */
export const isolateFigures = (text: string, language: LanguageCode): string =>
  languages[language].direction === 'rtl' ? `\u2066${text}\u2069` : text
