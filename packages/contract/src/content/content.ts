import { z } from 'zod'
import { languages } from '../accounts/account-entities.ts'
import { call } from '../call.ts'
import { isoTime, wordId } from '../fields.ts'

const language = z.enum(languages)

/** 1 company, 2 policy, 3 other, 4 advertisement (specification §3). */
export const contentType = z.coerce
  .number()
  .max(4)
  .pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]))
export type ContentType = z.infer<typeof contentType>

/** List in which an article appears: the pages, the questions and answers, or the notices. */
export const contentSection = z.enum(['page', 'faq', 'notice'])
export type ContentSection = z.infer<typeof contentSection>

export const article = z.object({
  id: wordId,
  title: z.string(),
  type: contentType,
  section: contentSection,
  image: z.string().nullable(),
  /** Plain text; for a question, the whole answer. */
  description: z.string(),
  publishedAt: isoTime,
  /** Language of the text: English where there is no version in the requested one. */
  language,
})
export type Article = z.infer<typeof article>

export const articlePage = article.extend({
  /** HTML with permitted elements only, made from Markdown by the server. */
  body: z.string(),
  version: z.number().int(),
  /** Time at which this version was saved. */
  writtenAt: isoTime,
})
export type ArticlePage = z.infer<typeof articlePage>

const index = '/swx/customer/index'

/** A search result: the matching words with some text around them. */
export const articleFound = article.extend({ excerpt: z.string() })

export const contentCalls = {
  listContents: call({
    method: 'GET',
    path: `${index}/listContents/{language}/{type}`,
    summary:
      'The published articles of a type, in a language; English where a text has not been written in it',
    access: 'visitor',
    input: z.object({ language, type: contentType }),
    result: z.array(article),
  }),
  getContentsById: call({
    method: 'GET',
    path: `${index}/getContentsById/{id}`,
    summary: 'One published article with its body as sanitised HTML, in the language of the `lang` header',
    access: 'visitor',
    input: z.object({ id: wordId }),
    result: articlePage,
  }),
  searchContents: call({
    method: 'GET',
    path: `${index}/searchContents`,
    summary:
      'The published articles that have every word of `q`, those with it in their title first; at most 30, in the language of the `lang` header',
    access: 'visitor',
    input: z.object({ q: z.string().trim().min(2).max(100) }),
    result: z.array(articleFound),
  }),
} as const
