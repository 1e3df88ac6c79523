import type { TextKey } from './keys.ts'
import { type LanguageCode, languages } from './languages.ts'
import { type Catalog, type CompiledMessage, formatMessage, type Values } from './message.ts'

/** Turns a key and its values into words of one language. */
export interface Translate {
  (key: TextKey, values?: Values): string
  /** For keys made from data, such as `codes.<code>`: null when there is no such text. */
  maybe(key: string, values?: Values): string | null
}

const none: Values = {}

/**
 * Words of one language from its compiled catalogue. A key that is not there throws: `npm run check` makes sure that
 * all ten languages are complete, so a hole is a fault to be seen, not something to cover with English.
 */
export const translateFrom = (language: LanguageCode, catalog: Catalog): Translate =>
  translateBy(language, (key) => (Object.hasOwn(catalog, key) ? catalog[key] : undefined))

/** The same by what `messageOf` finds under a key. */
export function translateBy(
  language: LanguageCode,
  messageOf: (key: string) => CompiledMessage | undefined,
): Translate {
  const { tag } = languages[language]
  const maybe = (key: string, values: Values = none): string | null => {
    const message = messageOf(key)
    return message === undefined ? null : formatMessage(message, tag, values)
  }
  const translate = (key: TextKey, values: Values = none): string => {
    const text = maybe(key, values)
    if (text === null) throw new Error(`no text “${key}” in ${language}`)
    return text
  }
  return Object.assign(translate, { maybe })
}
