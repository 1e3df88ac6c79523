import type { LanguageCode } from './languages.ts'
import { readCatalog } from './read-catalog.ts'
import { type Translate, translateFrom } from './translate.ts'

const translators = new Map<LanguageCode, Translate>()

/** The words of one language on the server: read and compiled at its first use, then kept. */
export function translator(language: LanguageCode): Translate {
  const known = translators.get(language)
  if (known !== undefined) return known
  const made = translateFrom(language, readCatalog(language).catalog)
  translators.set(language, made)
  return made
}
