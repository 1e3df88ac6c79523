import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LanguageCode } from '../languages.ts'

/** One term of the trade in one language. */
export interface Term {
  /** Names the one form that the language uses. */
  readonly accepted: string
  /** Inflected, shorter or longer forms that are right too. */
  readonly also?: readonly string[]
  /** Forms that no text may have; `*` at the end stands for any ending. */
  readonly forbidden: readonly string[]
  /** The files in which the forms are forbidden; everywhere without it. */
  readonly in?: readonly string[]
  /** Advises translators. */
  readonly note?: string
}
export type Glossary = Readonly<Record<string, Term>>

const sources = fileURLToPath(new URL('..', import.meta.url))

/** Reads `<language>/glossary.json`. */
export function readGlossary(language: LanguageCode): Glossary {
  return JSON.parse(readFileSync(join(sources, language, 'glossary.json'), 'utf8'))
}

/** Differences between the terms of the languages, and forms that one glossary both accepts and forbids. */
export function* glossaryFaults(glossaries: ReadonlyMap<string, Glossary>): Generator<string> {
  const english = glossaries.get('en') ?? {}
  for (const [language, own] of glossaries) {
    const missing = Object.keys(english).filter((id) => !own[id])
    const added = Object.keys(own).filter((id) => !english[id])
    yield* missing.map((id) => `${language}: glossary lacks ${id}`)
    yield* added.map((id) => `${language}: glossary has ${id}, English not`)
    yield* Object.entries(own).flatMap(([id, term]) => shapeFaults(`${language}: glossary ${id}`, term))
    yield* contradictions(language, own)
  }
}

const shape: Readonly<Record<keyof Term, 'text' | 'list'>> = {
  accepted: 'text',
  also: 'list',
  forbidden: 'list',
  in: 'list',
  note: 'text',
}

function shapeFaults(here: string, term: Term): readonly string[] {
  const wrong = Object.entries(term).filter(([name, value]) => !fits(name, value))
  const faults = wrong.map(([name]) => `${here} has a wrong “${name}”`)
  if (!term.accepted || !term.forbidden) faults.push(`${here} lacks “accepted” or “forbidden”`)
  return faults
}

function fits(name: string, value: unknown): boolean {
  if (!Object.hasOwn(shape, name)) return false
  if (shape[name as keyof Term] === 'text') return typeof value === 'string'
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function contradictions(language: string, glossary: Glossary): readonly string[] {
  const right = new Set(Object.values(glossary).flatMap(formsOf))
  return Object.entries(glossary).flatMap(([id, term]) => {
    const everywhere = term.in === undefined ? (term.forbidden ?? []) : []
    return everywhere
      .filter((form) => right.has(form))
      .map((form) => `${language}: glossary ${id} forbids “${form}”, which it also accepts`)
  })
}

const formsOf = (term: Term): readonly string[] => [term.accepted, ...(term.also ?? [])]

interface Variant {
  readonly id: string
  readonly form: string
  readonly accepted: string
  readonly files: ReadonlySet<string> | null
  /** Longest word of the form in lower case: a text without it needs no search by pattern. */
  readonly word: string
  readonly pattern: RegExp
  /** Accepted forms that contain the forbidden one. */
  readonly allowed: readonly RegExp[]
}

/** Finds the forbidden variants of one language in a text. */
export function termFinder(language: string, glossary: Glossary) {
  const right = Object.values(glossary).flatMap(formsOf)
  const variants: readonly Variant[] = Object.entries(glossary).flatMap(([id, term]) =>
    term.forbidden.map((form) => ({
      id,
      form,
      accepted: term.accepted,
      files: term.in ? new Set(term.in) : null,
      word: longestWord(form),
      pattern: patternOf(language, form),
      allowed: right
        .filter((one) => contains(one, form))
        .map((one) => new RegExp(patternOf(language, one), 'giu')),
    })),
  )
  return (file: string, reading: string): readonly Variant[] => {
    const text = reading.replace(/\{[^}]*\}/g, '\ufffc').normalize('NFC')
    const lowerCase = text.toLowerCase()
    return variants.filter(({ files, word, pattern, allowed }) => {
      if (files !== null && !files.has(file)) return false
      if (!lowerCase.includes(word) || !pattern.test(text)) return false
      return pattern.test(allowed.reduce((rest, one) => rest.replaceAll(one, '\ufffc'), text))
    })
  }
}

const longestWord = (form: string): string =>
  form
    .replace(/\*$/, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s'’]+/)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')

const contains = (right: string, form: string): boolean =>
  right.length > form.length && right.toLowerCase().includes(form.replace(/\*$/, '').toLowerCase())

/** Scripts without spaces between words; Korean joins its particles to a word. */
const joined: ReadonlySet<string> = new Set(['ja', 'zh', 'hk', 'ko'])

/** Particles that Arabic writes together with the next word. */
const particles = '(?:[وف]?(?:[بك]?ال|لل|[بكل])?)'

/** Matches a form as a word where the script separates words, else wherever it occurs. */
export function patternOf(language: string, form: string): RegExp {
  const open = form.endsWith('*')
  const words = form
    .replace(/\*$/, '')
    .normalize('NFC')
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, '[\\s\\u00a0\\u202f]+')
  if (joined.has(language)) return new RegExp(words, 'iu')
  const before = language === 'ar' ? `(?<![\\p{L}\\p{N}])${particles}` : '(?<![\\p{L}\\p{N}-])'
  const after = open ? '\\p{L}*(?![\\p{L}\\p{N}])' : '(?![\\p{L}\\p{N}])'
  return new RegExp(before + words + after, 'iu')
}
