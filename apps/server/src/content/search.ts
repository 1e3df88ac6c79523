const most = 30
const around = 70

/** A text as it is shown, and the same without case and accents. */
interface Folded {
  readonly plain: string
  readonly folded: string
}

/** Searchable text of an article, folded once for all searches. */
export interface SearchText {
  readonly description: Folded
  /** Plain text. */
  readonly body: Folded
  /** Folded, the heavier first: the title, the title with its description, the whole text. */
  readonly places: readonly [title: string, described: string, whole: string]
}

interface Searched {
  readonly searched: SearchText
}

export interface Found<A> {
  readonly article: A
  /** Text around the first word, with about 70 letters on each side. */
  readonly excerpt: string
}

/** Prepares an article for searching; `body` is plain text. */
export function foldedArticle(
  text: { readonly title: string; readonly description: string; readonly body: string },
  language: string,
): SearchText {
  const [title, description, body] = [text.title, text.description, text.body].map((plain) => ({
    plain,
    folded: folded(plain, language),
  })) as [Folded, Folded, Folded]
  const described = `${title.folded} ${description.folded}`
  return { description, body, places: [title.folded, described, `${described} ${body.folded}`] }
}

/**
 * Finds the articles that contain every word of a question, in any case and with or without accents. Articles with all of them
 * in their title come first, then those with them in the description, then the others; ties stay in their order.
 */
export function found<A extends Searched>(
  articles: readonly A[],
  question: string,
  language: string,
): Found<A>[] {
  const words = folded(question, language).split(/\s+/).filter(Boolean)
  return articles
    .map((article) => ({ article, rank: rankOf(article.searched, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ article, rank }) => {
      const { body, description } = article.searched
      return { article, excerpt: excerptOf(rank === 2 ? body : description, words) }
    })
}

const rankOf = ({ places }: SearchText, words: readonly string[]): number =>
  places.findIndex((place) => words.every((word) => place.includes(word)))

/** Without case and accents, sign for sign as long as before, so that a place in one is the same place in the other. */
const folded = (text: string, language: string): string =>
  [...text].map((sign) => foldedSign(sign, language)).join('')

function foldedSign(sign: string, language: string): string {
  const bare = sign.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language)
  return bare.length === sign.length ? bare : sign
}

function excerptOf({ plain: text, folded }: Folded, words: readonly string[]): string {
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const [from, to] = [Math.max(0, first - around), first + around * 2]
  // Not within a word, where words have spaces between them.
  const head = from > 0 ? text.slice(from, first).replace(/^\S{0,15}\s/, '… ') : text.slice(0, first)
  const tail = to < text.length ? text.slice(first, to).replace(/\s\S{0,15}$/, ' …') : text.slice(first)
  return `${head}${tail}`
}
