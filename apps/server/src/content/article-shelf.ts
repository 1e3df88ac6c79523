import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContentType, Language } from '@candor/contract'
import { languages } from '@candor/contract/accounts/account-entities.ts'
import type { ServerContext } from '../module.ts'
import { ResponseCache } from '../platform/http/responses/response-cache.ts'
import { type ArticlePlace, articlesInPlace, type BodyRow, bodiesOf } from './content-store.ts'
import { type FilledDetails, fillDetails, readDetails } from './fill-details.ts'
import { plainText, renderMarkdown } from './render-markdown.ts'
import { foldedArticle, type SearchText } from './search.ts'

/** An article as it is read, drawn and folded for searching. */
export interface ShelfArticle extends ArticlePlace {
  /** HTML. */
  readonly html: string
  readonly searched: SearchText
}

/** Rendered form of one version of an article in one language, which never changes. */
type Drawn = Pick<ShelfArticle, 'html' | 'searched'>

/** Longest delay until another process's publication is visible. */
const cacheMs = 1_000

/**
 * Published articles in memory: each version is rendered and folded once for each language it is read in, however often it is read and
 * searched.
 */
export class ArticleShelf {
  private readonly context: ServerContext
  private readonly shelves: ResponseCache<readonly ShelfArticle[]>
  private readonly drawn = new Map<string, Drawn>()
  /** The details in what is drawn. */
  private drawnDetails = ''

  constructor(context: ServerContext) {
    this.context = context
    this.shelves = new ResponseCache(context.clock, languages.length)
  }

  /** Returns every published article in the requested language or else in English. */
  all(language: Language): Promise<readonly ShelfArticle[]> {
    return this.shelves.get(
      language,
      () => this.read(language),
      () => cacheMs,
    )
  }

  /** Those of a type, in their order. */
  async ofType(type: ContentType, language: Language): Promise<readonly ShelfArticle[]> {
    const own = (await this.all(language)).filter((article) => article.type === type)
    return own.sort((a, b) => a.position - b.position || Number(b.published_at - a.published_at))
  }

  /** Null where nothing of this name is published. */
  async find(id: string, language: Language): Promise<ShelfArticle | null> {
    return (await this.all(language)).find((article) => article.id === id) ?? null
  }

  /** Clears the cache, so that an edit made here is visible at once. */
  lookAgain(): void {
    this.shelves.clear()
  }

  private async read(language: Language): Promise<readonly ShelfArticle[]> {
    const { db, clock, parameters } = this.context
    const details = await readDetails(parameters)
    this.forgetOtherDetails(details)
    const places = await articlesInPlace(db, language, clock.now())
    const missing = places.filter((place) => !this.drawn.has(keyOf(place, language)))
    const bodies = missing.length === 0 ? [] : await bodiesOf(db, missing)
    for (const row of bodies) {
      this.drawn.set(
        keyOf(row, language),
        drawnFor({ ...row, body: fillDetails(row.body, details) }, language),
      )
      // All articles at once would delay other work.
      await nextTurn()
    }
    return places.map((place) => ({ ...place, ...this.drawnOf(place, language) }))
  }

  private forgetOtherDetails(details: FilledDetails): void {
    const now = JSON.stringify([...details])
    if (now !== this.drawnDetails) this.drawn.clear()
    this.drawnDetails = now
  }

  private drawnOf(place: ArticlePlace, reader: Language): Drawn {
    const drawn = this.drawn.get(keyOf(place, reader))
    if (drawn === undefined) throw new Error(`the version ${keyOf(place, reader)} has no text`)
    return drawn
  }
}

/** Cache key. Case and accents follow the language of the reader, in which they search. */
const keyOf = (
  { id, language, version }: Pick<ArticlePlace, 'id' | 'language' | 'version'>,
  reader: Language,
) => `${id} ${language} ${version} ${reader}`

const drawnFor = (row: BodyRow, reader: Language): Drawn => ({
  html: renderMarkdown(row.body),
  searched: foldedArticle({ ...row, body: plainText(row.body) }, reader),
})
