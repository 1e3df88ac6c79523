import type { Article } from '@candor/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/handlers.ts'
import { Refusal } from '../http/refusal.ts'
import { type ArticleRow, allPublished, publishedArticle, publishedArticles } from './content-store.ts'
import { renderMarkdown } from './render-markdown.ts'
import { found } from './search.ts'

const notFound = 11004

/** The calls of this room; what is not published yet does not exist for them. */
export function contentHandlers({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return {
    listContents: async ({ language, type }) =>
      (await publishedArticles(db, type, language, clock.now())).map(onWire),
    getContentsById: async ({ id }, { language }) => {
      const row = await publishedArticle(db, id, language, clock.now())
      if (row === null) throw new Refusal(notFound)
      return {
        ...onWire(row),
        body: renderMarkdown(row.body),
        version: row.version,
        writtenAt: time(row.written_at),
      }
    },
    searchContents: async ({ q }, { language }) =>
      found(await allPublished(db, language, clock.now()), q, language).map(({ row, excerpt }) => ({
        ...onWire(row),
        excerpt,
      })),
  } satisfies Handlers
}

const onWire = (row: ArticleRow): Article => ({
  id: row.id,
  title: row.title,
  type: row.type,
  section: row.section,
  image: row.image,
  description: row.description,
  publishedAt: time(row.published_at),
  language: row.language,
})

const time = (ms: bigint) => new Date(Number(ms)).toISOString()
