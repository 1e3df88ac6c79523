import type { ArticleRow } from './content-store.ts'
import { plainText } from './render-markdown.ts'

const most = 30
const around = 70

export interface Found {
  readonly row: ArticleRow
  /** Where the first word stands, with about 70 letters on each side. */
  readonly excerpt: string
}

/**
 * The articles that have every word of a question, in any case and with or without accents. Those with all of them in their title
 * come first, then those with them in what describes them, then the others; alike ones stay in their order.
 */
export function found(rows: readonly ArticleRow[], question: string, language: string): Found[] {
  const words = folded(question, language).split(/\s+/).filter(Boolean)
  return rows
    .map((row) => weighed(row, words, language))
    .filter((one) => one !== null)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ row, excerpt }) => ({ row, excerpt }))
}

function weighed(
  row: ArticleRow,
  words: readonly string[],
  language: string,
): (Found & { rank: number }) | null {
  const body = plainText(row.body)
  const places = [row.title, `${row.title} ${row.description}`, `${row.title} ${row.description} ${body}`]
  const rank = places.findIndex((place) => {
    const text = folded(place, language)
    return words.every((word) => text.includes(word))
  })
  if (rank < 0) return null
  return { row, rank, excerpt: excerptOf(rank === 2 ? body : row.description, words, language) }
}

/** Without case and accents, sign for sign as long as before, so that a place in one is the same place in the other. */
const folded = (text: string, language: string): string =>
  [...text].map((sign) => foldedSign(sign, language)).join('')

function foldedSign(sign: string, language: string): string {
  const bare = sign.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language)
  return bare.length === sign.length ? bare : sign
}

function excerptOf(text: string, words: readonly string[], language: string): string {
  const plain = folded(text, language)
  const places = words.map((word) => plain.indexOf(word)).filter((at) => at >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const [from, to] = [Math.max(0, first - around), first + around * 2]
  // Not within a word, where words have spaces between them.
  const head = from > 0 ? text.slice(from, first).replace(/^\S{0,15}\s/, '… ') : text.slice(0, first)
  const tail = to < text.length ? text.slice(first, to).replace(/\s\S{0,15}$/, ' …') : text.slice(first)
  return `${head}${tail}`
}
