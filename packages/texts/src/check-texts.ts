import { usesKey, usesOf } from './check/key-uses.ts'
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

function* usageFaults(keys: readonly string[], sources: readonly string[]): Generator<string> {
  const known = new Set(keys)
  const uses = sources.map(usesOf)
  const translated = new Set(uses.flatMap((one) => one.translated))
  for (const key of translated) if (!known.has(key)) yield `code: ${key} is used but not written`
  for (const key of keys) if (!uses.some((one) => usesKey(one, key))) yield `en: ${key} is used by no code`
}
