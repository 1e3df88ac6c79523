import type { WrittenArticle } from '../check-articles.ts'
import type { WrittenTexts } from '../read-catalog.ts'
import type { LanguageFault } from './check-language.ts'
import { type TextPair, textPairs } from './text-pairs.ts'

/** A part with less of its language's usual share of the English length has lost a sentence. */
const leastShare = 0.66
/** Shorter parts vary too much. */
const leastLength = 60
const riskWarning = /^(?:home|accounts\.register|shell\.footer)\.risk$/

/** Finds parts that say less than the English: paragraphs and bullets of articles, and the risk warnings of pages. */
export function shortenedFaults(
  language: string,
  own: { readonly texts: WrittenTexts; readonly articles: readonly WrittenArticle[] },
  english: typeof own,
): readonly LanguageFault[] {
  return [
    ...shorterThanUsual(language, articlePairs(own.articles, english.articles), () => true),
    ...shorterThanUsual(language, textPairs(own.texts, english.texts).flatMap(longPair), ({ key }) =>
      riskWarning.test(key),
    ),
  ]
}

function shorterThanUsual(
  language: string,
  pairs: readonly TextPair[],
  isChecked: (pair: TextPair) => boolean,
): readonly LanguageFault[] {
  const usual = sum(pairs.map(({ own }) => own.length)) / sum(pairs.map((pair) => pair.english.length))
  const isShort = ({ key, own, english }: TextPair) =>
    own.length < english.length * usual * leastShare ||
    (riskWarning.test(key) && sentencesIn(own) < sentencesIn(english))
  return pairs
    .filter((pair) => isChecked(pair) && isShort(pair))
    .map(({ key, own }) => ({ language, key, fault: `says less than the English: “${own}”` }))
}

const sentencesIn = (text: string): number => text.match(/[.!?。！？؟](?=\s|$|[^\s\d])/g)?.length ?? 0

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Pairs parts by their order; articles with another number of parts are faults of their own (`articleFaults`). */
function articlePairs(
  articles: readonly WrittenArticle[],
  english: readonly WrittenArticle[],
): readonly TextPair[] {
  const byId = new Map(articles.map((article) => [article.id, partsOf(article)]))
  return english.flatMap((original) => {
    const own = byId.get(original.id) ?? []
    const wanted = partsOf(original)
    if (own.length !== wanted.length) return []
    return wanted.flatMap((part, index) =>
      longPair({ key: `article ${original.id}`, own: own[index] ?? '', english: part }),
    )
  })
}

const partsOf = ({ body }: WrittenArticle): readonly string[] =>
  body.split(/\n+/).filter((line) => /^[^#|\s]/.test(line))

/** Words alone: an operator's detail, an address or a value has its own length. */
const wordsOf = (text: string): string => text.replace(/\[\[[^\]]*\]\]|\]\([^)]*\)|\{[^{}]*\}/g, '')

/** The words of a pair, unless the English has too few to compare. */
function longPair({ key, own, english }: TextPair): readonly TextPair[] {
  const pair = { key, own: wordsOf(own), english: wordsOf(english) }
  return pair.english.length < leastLength || pair.own === '' ? [] : [pair]
}
