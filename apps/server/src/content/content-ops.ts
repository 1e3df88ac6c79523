import { createHash } from 'node:crypto'
import type { ArticleInHand, ArticleVersion, contentOps, OpsCalls, OpsParsedInputOf } from '@candor/contract'
import { languages } from '@candor/contract/accounts/account-entities.ts'
import type { Selectable } from 'kysely'
import type { Operator } from '../back-office/operators/operator.ts'
import type { OpsHandlersOf } from '../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../module.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { isoOf } from '../platform/iso-time.ts'
import type { ContentTables } from './content-tables.ts'
import { fillDetails, readDetails } from './fill-details.ts'
import { renderMarkdown } from './render-markdown.ts'

type Input<N extends keyof OpsCalls> = OpsParsedInputOf<OpsCalls[N]>

/**
 * Articles in the console: every change is a version more or an entry in the audit log, with a hash of what was written. `changed` is called after
 * each.
 */
export function contentOpsHandlers(
  context: ServerContext,
  changed: () => void,
): OpsHandlersOf<typeof contentOps> {
  const { db } = context
  const changing = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await db.transaction(work)
    changed()
    return done
  }
  return {
    opsArticles: () => articlesInHand(db),
    opsArticleVersions: ({ id }: Input<'opsArticleVersions'>) => versionsOf(db, id),
    opsPreviewArticle: async ({ body }: Input<'opsPreviewArticle'>) => ({
      html: renderMarkdown(fillDetails(body, await readDetails(context.parameters))),
    }),
    opsAddArticle: (input: Input<'opsAddArticle'>, operator: Operator) =>
      changing((tx) => addArticle(context, tx, input, operator)),
    opsWriteArticle: (input: Input<'opsWriteArticle'>, operator: Operator) =>
      changing((tx) => writeArticle(context, tx, input, operator)),
    opsPlaceArticle: (input: Input<'opsPlaceArticle'>, operator: Operator) =>
      changing((tx) => placeArticle(context, tx, input, operator)),
  }
}

/** Adds an article with its first version, in English. Refuses `invalidInput` when the id is taken. */
async function addArticle(
  context: ServerContext,
  tx: Tx,
  input: Input<'opsAddArticle'>,
  operator: Operator,
): Promise<true> {
  const { id, title, description, body } = input
  const made = await tx
    .insertInto('content_articles')
    .values({ ...placed(input), id, type: input.type, section: input.section, withdrawn_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) throw new Refusal('invalidInput', { issues: [{ path: 'id', code: 'taken' }] })
  const text = { article_id: id, language: 'en', version: 1, title, description, body } as const
  await addVersion(context, tx, text, operator)
  return true
}

/** Writes the version after `from`, in one language. Refuses `changedMeanwhile` where `from` is not the newest. */
async function writeArticle(
  context: ServerContext,
  tx: Tx,
  { id, language, from, title, description, body }: Input<'opsWriteArticle'>,
  operator: Operator,
): Promise<{ version: number }> {
  await lockedArticle(tx, id)
  const newest = await tx
    .selectFrom('content_versions')
    .select((row) => row.fn.max('version').as('version'))
    .where('article_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
  if ((newest?.version ?? 0) !== from) throw new Refusal('changedMeanwhile')
  const text = { article_id: id, language, version: from + 1, title, description, body }
  return addVersion(context, tx, text, operator)
}

/** Sets where and since when an article is shown, or withdraws it. */
async function placeArticle(
  { clock, console }: ServerContext,
  tx: Tx,
  input: Input<'opsPlaceArticle'>,
  operator: Operator,
): Promise<true> {
  const before = await lockedArticle(tx, input.id)
  const withdrawn = input.withdrawn ? (before.withdrawn_at ?? BigInt(clock.now())) : null
  const after = { ...placed(input), withdrawn_at: withdrawn }
  await tx.updateTable('content_articles').set(after).where('id', '=', input.id).execute()
  await console.audit.write(tx, {
    actor: operator.id,
    action: 'content.place',
    subject: `article:${input.id}`,
    before: placeFields(before),
    after: placeFields(after),
  })
  return true
}

async function addVersion(
  { clock, console }: ServerContext,
  tx: Tx,
  text: Omit<Selectable<ContentTables['content_versions']>, 'written_at' | 'written_by'>,
  operator: Operator,
): Promise<{ version: number }> {
  const row = { ...text, written_at: BigInt(clock.now()), written_by: operator.email }
  const made = await tx
    .insertInto('content_versions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  if (made === undefined) throw new Refusal('changedMeanwhile')
  await console.audit.write(tx, {
    actor: operator.id,
    action: 'content.write',
    subject: `article:${text.article_id}`,
    after: { language: text.language, version: text.version, title: text.title, text: hashOf(text) },
  })
  return { version: text.version }
}

/** All versions of an article, the newest first. */
async function versionsOf(db: Database, id: string): Promise<ArticleVersion[]> {
  const rows = await db.query
    .selectFrom('content_versions')
    .selectAll()
    .where('article_id', '=', id)
    .orderBy('written_at', 'desc')
    .orderBy('version', 'desc')
    .execute()
  if (rows.length === 0) throw new Refusal('notFound')
  return rows.map(versionShown)
}

type Place = Pick<
  Selectable<ContentTables['content_articles']>,
  'position' | 'image' | 'published_at' | 'withdrawn_at'
>

const placed = (input: { position: number; image: string | null; publishedAt: string }) => ({
  position: input.position,
  image: input.image,
  published_at: BigInt(Date.parse(input.publishedAt)),
})

const placeFields = ({ position, image, published_at, withdrawn_at }: Place) => ({
  position,
  image,
  publishedAt: isoOf(published_at),
  withdrawn: withdrawn_at !== null,
})

async function lockedArticle(tx: Tx, id: string): Promise<Selectable<ContentTables['content_articles']>> {
  const row = await tx
    .selectFrom('content_articles')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('notFound')
  return row
}

async function articlesInHand(db: Database): Promise<ArticleInHand[]> {
  const articles = await db.query
    .selectFrom('content_articles')
    .selectAll()
    .orderBy('type')
    .orderBy('section')
    .orderBy('position')
    .orderBy('published_at', 'desc')
    .execute()
  const newest = await db.query
    .selectFrom('content_versions')
    .distinctOn(['article_id', 'language'])
    .selectAll()
    .orderBy('article_id')
    .orderBy('language')
    .orderBy('version', 'desc')
    .execute()
  return articles.map((article) => {
    const texts = newest.filter(({ article_id }) => article_id === article.id)
    const english = texts.find(({ language }) => language === 'en')?.written_at ?? 0n
    const known = new Set(texts.map(({ language }) => language))
    return {
      id: article.id,
      type: article.type,
      section: article.section,
      position: article.position,
      image: article.image,
      publishedAt: isoOf(article.published_at),
      withdrawnAt: article.withdrawn_at === null ? null : isoOf(article.withdrawn_at),
      newest: texts.map(({ language, version, title, written_at, written_by }) => ({
        language,
        version,
        title,
        writtenAt: isoOf(written_at),
        writtenBy: written_by,
        behind: written_at < english,
      })),
      missing: languages.filter((language) => !known.has(language)),
    }
  })
}

const versionShown = (row: Selectable<ContentTables['content_versions']>): ArticleVersion => ({
  language: row.language,
  version: row.version,
  title: row.title,
  description: row.description,
  body: row.body,
  writtenAt: isoOf(row.written_at),
  writtenBy: row.written_by,
})

const hashOf = ({ title, description, body }: { title: string; description: string; body: string }) =>
  createHash('sha256').update([title, description, body].join('\0')).digest('hex')
