import type { LanguageCode } from './languages.ts'
import type { CompiledMessage } from './message.ts'
import { compile, readTexts } from './read-catalog.ts'
import { type Translate, translateBy } from './translate.ts'

const translators = new Map<LanguageCode, Translate>()

/** Translates into one language on the server: read at first use, then cached. */
export function translator(language: LanguageCode): Translate {
  const known = translators.get(language)
  if (known !== undefined) return known
  const made = translateBy(language, compiledAsNeeded(language))
  translators.set(language, made)
  return made
}

/**
 * Compiles each message when it is first needed: a whole language at once would block the server longer than any call may. Texts
 * that a language does not have yet are English.
 */
function compiledAsNeeded(language: LanguageCode): (key: string) => CompiledMessage | undefined {
  const written = new Map([...entriesOf('en'), ...(language === 'en' ? [] : entriesOf(language))])
  const compiled = new Map<string, CompiledMessage>()
  return (key) => {
    const known = compiled.get(key)
    if (known !== undefined) return known
    const message = written.get(key)
    if (message === undefined) return undefined
    const made = compile(key, message)
    compiled.set(key, made)
    return made
  }
}

const entriesOf = (language: LanguageCode): (readonly [string, string])[] =>
  Object.entries(readTexts(language)).flatMap(([file, messages]) =>
    Object.entries(messages).map(([key, message]) => [`${file}.${key}`, message] as const),
  )
