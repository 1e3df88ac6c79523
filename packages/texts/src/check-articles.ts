import { thousands } from './check/thousands.ts'

/** An article as an author writes it: Markdown without its first heading. */
export interface WrittenArticle {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly body: string
}

type Articles = readonly WrittenArticle[]

/**
 * Finds articles that promise another thing in another language: a heading, paragraph, bullet, row, link, operator's detail or
 * number that English has and the translation lacks, or the other way round. One line each.
 */
export function articleFaults(languages: ReadonlyMap<string, Articles>): readonly string[] {
  const english = languages.get('en') ?? []
  return [...languages].flatMap(([language, own]) => [...languageFaults(language, own, english)])
}

function* languageFaults(language: string, own: Articles, english: Articles): Generator<string> {
  const translated = new Map(own.map((article) => [article.id, article]))
  const known = new Set(english.map(({ id }) => id))
  for (const original of english) {
    const article = translated.get(original.id)
    if (article === undefined) yield `${language}: article ${original.id} is missing`
    else yield* articleDifferences(language, article, original)
  }
  for (const { id } of own) if (!known.has(id)) yield `${language}: article ${id} is not in English`
}

function* articleDifferences(
  language: string,
  article: WrittenArticle,
  original: WrittenArticle,
): Generator<string> {
  const here = `${language}: article ${article.id}`
  const found = sectionsOf(article.body)
  const wanted = sectionsOf(original.body)
  if (found.length !== wanted.length)
    yield `${here} has ${found.length} sections, English has ${wanted.length}`
  else
    for (const [index, section] of found.entries())
      if (section !== wanted[index])
        yield `${here}, section ${index + 1}, has ${section}, English has ${wanted[index]}`
  const numbers = numbersOf(article, language).join(' ')
  const originals = numbersOf(original, 'en').join(' ')
  if (numbers !== originals) yield `${here} has the numbers (${numbers}), English has (${originals})`
}

/** The structure of each part between two headings, as words that a fault can quote. */
function sectionsOf(body: string): readonly string[] {
  return body.split(/^(?=#{2,} )/m).map((section) => {
    const blocks = section.split(/\n{2,}/).filter((block) => /^[^#|\-\s]/.test(block))
    const counts = {
      paragraphs: blocks.length,
      bullets: matches(section, /^- /gm),
      rows: matches(section, /^\|/gm),
      links: matches(section, /\]\([^)]*\)/g),
      details: matches(section, /\[\[[^\]]*\]\]/g),
    }
    const named = [...section.matchAll(/\[\[([A-Za-z]+)=/g)].map((found) => found[1] ?? '').sort()
    const level = /^#+/.exec(section)?.[0] ?? 'no heading'
    return [
      level,
      ...Object.entries(counts).flatMap(([name, count]) => (count ? `${count} ${name}` : [])),
      ...(named.length > 0 ? [`named ${named.join(' ')}`] : []),
    ].join(', ')
  })
}

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Terms with a digit where English has none. */
const termsWithDigits: Readonly<Record<string, RegExp>> = { ja: /2段階認証/g, ko: /2단계 인증/g }

function numbersOf({ title, description, body }: WrittenArticle, language: string): readonly string[] {
  const text = [title, description, body].join('\n').replace(/\]\([^)]*\)/g, ']')
  const plain = text.replace(termsWithDigits[language] ?? /(?!)/g, '').replace(thousands, '')
  return (plain.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) => number.replace(',', '.')).sort()
}
