import { z } from 'zod'
import { languages } from '../accounts/account-entities.ts'
import { opsCall } from '../back-office/ops-call.ts'
import { isoTime } from '../fields.ts'
import { contentSection, contentType } from './content.ts'

const roles = ['content', 'admin'] as const
/** An article's name in addresses. */
const articleId = z.string().regex(/^[a-z0-9-]{1,64}$/)
const language = z.enum(languages)
/** A page or a picture of this installation. */
const image = z.string().regex(/^\/[^/"<>\s][^"<>\s]*$/)

const place = z.object({
  type: contentType,
  section: contentSection,
  /** Order in lists; equal positions are sorted newest first. */
  position: z.number().int().min(0).max(100_000),
  image: image.nullable(),
  /** Not shown before this time. */
  publishedAt: isoTime,
})

export const articleVersion = z.object({
  language,
  version: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** Markdown. */
  body: z.string(),
  writtenAt: isoTime,
  /** Null: an article from the initial content of an installation. */
  writtenBy: z.string().nullable(),
})
export type ArticleVersion = z.infer<typeof articleVersion>

export const articleInHand = place.extend({
  id: articleId,
  withdrawnAt: isoTime.nullable(),
  /** The newest version in each of its languages. */
  newest: z.array(
    articleVersion
      .omit({ body: true, description: true })
      .extend({ /** The English text is newer than this one. */ behind: z.boolean() }),
  ),
  /** The languages that have no version. */
  missing: z.array(language),
})
export type ArticleInHand = z.infer<typeof articleInHand>

/** A body of 60 000 characters in any script, and its other fields. */
const articleBytes = 256 * 1024

/** Calls for the articles that operators write for customers. */
export const contentOps = {
  opsArticles: opsCall({
    method: 'GET',
    path: '/ops/content',
    summary: 'Every article, with the languages it is written in and those it lacks',
    roles,
    input: z.object({}),
    result: z.array(articleInHand),
  }),
  opsArticleVersions: opsCall({
    method: 'GET',
    path: '/ops/content/{id}',
    summary: 'Every version of an article in every language, the newest first',
    roles,
    input: z.object({ id: articleId }),
    result: z.array(articleVersion),
  }),
  opsPreviewArticle: opsCall({
    method: 'POST',
    path: '/ops/content/preview',
    summary: 'Markdown as the HTML customers would be given',
    roles,
    input: z.object({ body: z.string().max(60_000) }),
    mostBytes: articleBytes,
    result: z.object({ html: z.string() }),
  }),
  opsAddArticle: opsCall({
    method: 'POST',
    path: '/ops/content',
    summary: 'Begins an article: its place, and its English text',
    roles,
    input: place.extend({
      id: articleId,
      title: z.string().trim().min(1).max(200),
      description: z.string().trim().min(1).max(2_000),
      body: z.string().trim().min(1).max(60_000),
    }),
    mostBytes: articleBytes,
    result: z.literal(true),
  }),
  opsWriteArticle: opsCall({
    method: 'POST',
    path: '/ops/content/{id}/write',
    summary: 'Adds a version of an article in a language',
    roles,
    input: z.object({
      id: articleId,
      language,
      /** The version this edit is based on, 0 for none: `changedMeanwhile` when another version was saved in between. */
      from: z.number().int().min(0).max(2_147_483_647),
      title: z.string().trim().min(1).max(200),
      description: z.string().trim().min(1).max(2_000),
      body: z.string().trim().min(1).max(60_000),
    }),
    mostBytes: articleBytes,
    result: z.object({ version: z.number().int() }),
  }),
  opsPlaceArticle: opsCall({
    method: 'POST',
    path: '/ops/content/{id}/place',
    summary: 'Sets where and from when an article is shown, or withdraws it',
    roles,
    input: place.omit({ type: true, section: true }).extend({ id: articleId, withdrawn: z.boolean() }),
    result: z.literal(true),
  }),
} as const
