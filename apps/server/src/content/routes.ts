import type { Article } from '@candor/contract'
import type { Handlers } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { isoOf } from '../platform/iso-time.ts'
import type { ArticleShelf } from './article-shelf.ts'
import type { ArticlePlace } from './content-store.ts'
import { found } from './search.ts'

/** Handlers of this module's calls, for which unpublished articles do not exist. */
export function contentHandlers(shelf: ArticleShelf) {
  return {
    listContents: async ({ language, type }) => (await shelf.ofType(type, language)).map(toResponse),
    getContentsById: async ({ id }, { language }) => {
      const article = await shelf.find(id, language)
      if (article === null) throw new Refusal('notFound')
      return {
        ...toResponse(article),
        body: article.html,
        version: article.version,
        writtenAt: isoOf(article.written_at),
      }
    },
    searchContents: async ({ q }, { language }) =>
      found(await shelf.all(language), q, language).map(({ article, excerpt }) => ({
        ...toResponse(article),
        excerpt,
      })),
  } satisfies Handlers
}

const toResponse = (row: ArticlePlace): Article => ({
  id: row.id,
  title: row.title,
  type: row.type,
  section: row.section,
  image: row.image,
  description: row.description,
  publishedAt: isoOf(row.published_at),
  language: row.language,
})
