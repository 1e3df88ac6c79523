import type { WrittenArticle } from '../check-articles.ts'
import type { WrittenTexts } from '../read-catalog.ts'
import { compile } from '../read-catalog.ts'
import type { Exception } from './exceptions.ts'
import { type Glossary, termFinder } from './glossary.ts'
import { pluralFaults } from './plurals.ts'
import { readings } from './readings.ts'
import { registerFaults } from './register.ts'
import { typographyFaults } from './typography.ts'

/** A fault in the words of one language. */
export interface LanguageFault {
  readonly language: string
  readonly key: string
  readonly fault: string
}

/** Finds terms, register, typography and plurals that are wrong in one language, each once for a key. */
export function languageFaults(
  language: string,
  glossary: Glossary,
  texts: WrittenTexts,
  articles: readonly WrittenArticle[] = [],
): readonly LanguageFault[] {
  const find = termFinder(language, glossary)
  const faultsOf = (file: string, key: string, text: string) => {
    const found = new Set<string>()
    for (const { form, accepted } of find(file, text)) found.add(`“${form}” is “${accepted}” here`)
    for (const fault of registerFaults(language, text)) found.add(fault)
    for (const fault of typographyFaults(language, text)) found.add(fault)
    return [...found].map((fault) => ({ language, key, fault }))
  }
  const written = Object.entries(texts).flatMap(([file, messages]) =>
    Object.entries(messages).flatMap(([key, text]) => {
      const message = compile(key, text)
      const whole = `${file}.${key}`
      const plurals = [...pluralFaults(language, message)].map((fault) => ({ language, key: whole, fault }))
      return [...plurals, ...readings(message).flatMap((one) => faultsOf(file, whole, one))]
    }),
  )
  const published = articles.flatMap(({ id, title, description, body }) =>
    [title, description, ...linesOf(body)].flatMap((line) => faultsOf('articles', `article ${id}`, line)),
  )
  return once([...written, ...published])
}

/** The prose of an article: no link addresses, no marks of Markdown. */
const linesOf = (body: string): readonly string[] =>
  body
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\[\[[^\]]*\]\]/g, '{detail}')
    .replace(/^#+ |^- |^\d+\. |^[-| ]+$|[[\]*_`]/gm, '')
    .split(/[\n|]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

function once(faults: readonly LanguageFault[]): readonly LanguageFault[] {
  return [...new Map(faults.map((one) => [`${one.language} ${one.key} ${one.fault}`, one])).values()]
}

/** Removes the exceptions from the faults. An exception that no text needs is a fault too. */
export function withoutExceptions(
  faults: readonly LanguageFault[],
  exceptions: readonly Exception[],
): readonly string[] {
  const fits = (fault: LanguageFault, one: Exception) =>
    (one.language === '*' || fault.language === one.language) &&
    fault.key === one.key &&
    fault.fault.includes(one.fault)
  const left = faults.filter((fault) => !exceptions.some((one) => fits(fault, one)))
  const idle = exceptions.filter((one) => !faults.some((fault) => fits(fault, one)))
  return [
    ...left.map(({ language, key, fault }) => `${language}: ${key}: ${fault}`),
    ...idle.map(({ language, key, fault }) => `${language}: ${key} no longer needs its exception “${fault}”`),
  ]
}
