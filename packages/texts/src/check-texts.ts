import type { CompiledMessage } from './message.ts'
import { compile, type WrittenTexts } from './read-catalog.ts'

type Texts = ReadonlyMap<string, string>

const flat = (written: WrittenTexts): Texts =>
  new Map(
    Object.entries(written).flatMap(([file, messages]) =>
      Object.entries(messages).map(([key, text]) => [`${file}.${key}`, text] as const),
    ),
  )

/**
 * Everything wrong with the texts, one line each: a key missing or too many in a language, a message that is not well
 * formed or is empty, other placeholders than in English, a key no code uses, a key code uses that does not exist.
 */
export function textFaults(
  languages: ReadonlyMap<string, WrittenTexts>,
  sources: readonly string[],
): readonly string[] {
  const english = flat(languages.get('en') ?? {})
  const faults = [...usageFaults([...english.keys()], sources)]
  for (const [language, written] of languages)
    faults.push(...languageFaults(language, flat(written), english))
  return faults
}

function* languageFaults(language: string, own: Texts, english: Texts): Generator<string> {
  if (own.size === 0) {
    yield `${language}: not written yet (${english.size} texts)`
    return
  }
  for (const key of english.keys()) if (!own.has(key)) yield `${language}: ${key} is missing`
  for (const [key, text] of own) yield* textFault(language, key, text, english.get(key))
}

function* textFault(
  language: string,
  key: string,
  text: string,
  original: string | undefined,
): Generator<string> {
  if (original === undefined) yield `${language}: ${key} is not in English`
  else if (text.trim() === '') yield `${language}: ${key} is empty`
  else yield* messageFaults(language, key, text, original)
}

function* messageFaults(language: string, key: string, text: string, original: string): Generator<string> {
  try {
    const wanted = [...placeholders(compile(key, original))].sort().join(', ')
    const found = [...placeholders(compile(key, text))].sort().join(', ')
    if (wanted !== found) yield `${language}: ${key} has the placeholders (${found}), English has (${wanted})`
  } catch (error) {
    yield `${language}: ${String(error)}`
  }
}

/** The values a message wants; branches of a plural or a choice count together. */
export function placeholders(message: CompiledMessage): Set<string> {
  const found = new Set<string>()
  for (const part of message) {
    if (typeof part === 'string') continue
    const [name, , options] = part
    for (const one of [name, ...branchesOf(options).flatMap((branch) => [...placeholders(branch)])])
      found.add(one)
  }
  return found
}

function branchesOf(options: unknown): CompiledMessage[] {
  if (typeof options !== 'object' || options === null) return []
  return Object.values(options).filter((branch): branch is CompiledMessage => Array.isArray(branch))
}

// Code holds a key as a whole string, or as a template whose beginning names its family: `codes.${code}`.
const wholeKey = /['"`]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_-]+)+)['"`]/g
const keyFamily = /`([a-z][A-Za-z0-9]*\.(?:[A-Za-z0-9_.-]+)?)\$\{[^`]*?\}((?:\.[A-Za-z0-9_.-]+)?)`/g
const translation =
  /\b(?:t|translate|words)(?:\.maybe)?\(\s*['"]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_-]+)+)['"]/g

const allFound = (pattern: RegExp, sources: readonly string[]): string[][] =>
  sources.flatMap((source) =>
    [...source.matchAll(pattern)].map((found) => found.slice(1).map((one) => one ?? '')),
  )

function* usageFaults(keys: readonly string[], sources: readonly string[]): Generator<string> {
  const known = new Set(keys)
  const used = new Set(allFound(wholeKey, sources).flat())
  const families = allFound(keyFamily, sources)
  const inFamily = (key: string) =>
    families.some(([start = '', end = '']) => key.startsWith(start) && key.endsWith(end))
  for (const key of new Set(allFound(translation, sources).flat())) {
    if (!known.has(key)) yield `code: ${key} is used but not written`
  }
  for (const key of keys) if (!used.has(key) && !inFamily(key)) yield `en: ${key} is used by no code`
}
