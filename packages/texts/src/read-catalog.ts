import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { LanguageCode } from './languages.ts'
import type { Catalog, CompiledMessage } from './message.ts'

const sources = fileURLToPath(new URL('.', import.meta.url))

/** The texts of one language as they are written: file → key → ICU message. */
export type WrittenTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The terms of a language are for its writers; no program loads them. */
const glossaryFile = 'glossary.json'

/** The files of a language; none when it has not been written yet. */
export function textFiles(language: LanguageCode, folder = sources): string[] {
  const own = join(folder, language)
  if (!existsSync(own)) return []
  const names = readdirSync(own).filter((name) => name.endsWith('.json') && name !== glossaryFile)
  return names.sort().map((name) => join(own, name))
}

/** Reads `<language>/*.json`. */
export function readTexts(language: LanguageCode, folder = sources): WrittenTexts {
  return Object.fromEntries(
    textFiles(language, folder).map((path) => [
      basename(path, '.json'),
      JSON.parse(readFileSync(path, 'utf8')),
    ]),
  )
}

/** Compiles one ICU message. Throws on one that is not well formed, and on one with a style of dates of its own. */
export function compile(key: string, message: string): CompiledMessage {
  if (/\{\s*\w+\s*,\s*(?:date|time)\b/.test(message))
    throw new Error(
      `the text “${key}” formats a date itself; pages and letters pass dates formatted: ${message}`,
    )
  const compiled = compileMessage(message) as CompiledMessage
  // The compiler returns a message it could not parse unchanged.
  if (compiled.length === 1 && compiled[0] === message && /[{}]/.test(message)) {
    throw new Error(`the text “${key}” is not a well-formed ICU message: ${message}`)
  }
  return compiled
}

/** The whole catalogue of a language, compiled: file and key joined by a dot. */
export function compileTexts(texts: WrittenTexts): Catalog {
  const catalog: Record<string, CompiledMessage> = {}
  for (const [file, messages] of Object.entries(texts)) {
    for (const [key, message] of Object.entries(messages)) {
      catalog[`${file}.${key}`] = compile(`${file}.${key}`, message)
    }
  }
  return catalog
}

/**
 * Reads the catalogue of the page or the server. Texts that a language does not have yet are English: `missing` names those keys,
 * the build prints them and `npm run check` fails on them.
 */
export function readCatalog(
  language: LanguageCode,
  folder = sources,
): { catalog: Catalog; missing: string[] } {
  const own = compileTexts(readTexts(language, folder))
  if (language === 'en') return { catalog: own, missing: [] }
  const english = compileTexts(readTexts('en', folder))
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(own, key))
  return { catalog: { ...english, ...own }, missing }
}
