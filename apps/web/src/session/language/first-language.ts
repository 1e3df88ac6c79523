import { chooseLanguage, isLanguageCode, type LanguageCode } from '@candor/texts/languages.ts'
import { readStored } from '../browser-storage.ts'

/** The language of this visit: the remembered one, else the first of the browser's that is among the ten. */
export function firstLanguage(): LanguageCode {
  const remembered = readStored('language')
  return isLanguageCode(remembered) ? remembered : chooseLanguage(navigator.languages)
}
