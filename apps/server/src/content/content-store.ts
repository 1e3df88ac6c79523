import type { Language } from '@candor/contract'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { ContentTables } from './content-tables.ts'

type Articles = Selectable<ContentTables['content_articles']>
type Versions = Selectable<ContentTables['content_versions']>
/** Place of an article, and the version of its text in force. */
export type ArticlePlace = Articles & Omit<Versions, 'article_id' | 'written_by' | 'body'>
export type BodyRow = Pick<Versions, 'language' | 'version' | 'title' | 'description' | 'body'> & {
  id: string
}

/** Lists every published article in the requested language or else in English, without its body; there are few enough to read all. */
export const articlesInPlace = (db: Database, language: Language, nowMs: number): Promise<ArticlePlace[]> =>
  newest(db, language, nowMs).execute()

/** Reads the text of these versions. */
export async function bodiesOf(
  db: Database,
  wanted: readonly Pick<BodyRow, 'id' | 'language' | 'version'>[],
): Promise<BodyRow[]> {
  const keys = JSON.stringify(wanted.map(({ id, language, version }) => ({ id, language, version })))
  const { rows } = await sql<BodyRow>`
    SELECT article_id AS id, language, version, title, description, body
      FROM content_versions
      JOIN jsonb_to_recordset(${keys}::jsonb) AS wanted (id text, language text, version int)
        USING (language, version)
     WHERE article_id = wanted.id`.execute(db.query)
  return rows
}

/** Returns these articles in their present version, each in the requested language or else in English, without their bodies. */
export async function articlesInForce(
  db: Database,
  ids: readonly string[],
  language: Language,
  nowMs: number,
) {
  const rows = await newest(db, language, nowMs).where('article.id', 'in', ids).execute()
  return ids
    .flatMap((id) => rows.filter((row) => row.id === id))
    .map((row) => ({
      id: row.id,
      language: row.language,
      version: row.version,
      title: row.title,
      writtenAt: new Date(Number(row.written_at)).toISOString(),
    }))
}

/** One row an article: its newest version in the language, or where there is none its newest in English. */
const newest = (db: Database, language: Language, nowMs: number) =>
  db.query
    .selectFrom('content_articles as article')
    .innerJoin('content_versions as text', 'text.article_id', 'article.id')
    .distinctOn('article.id')
    .selectAll('article')
    .select(['text.language', 'text.version', 'text.title', 'text.description', 'text.written_at'])
    .where('article.published_at', '<=', BigInt(nowMs))
    .where('article.withdrawn_at', 'is', null)
    .where('text.language', 'in', [language, 'en'])
    .orderBy('article.id')
    .orderBy(sql`text.language = ${language}`, 'desc')
    .orderBy('text.version', 'desc')

/** Adds articles and first versions that the store does not have; what it has stays as it is. */
export async function addMissing(
  db: Database,
  articles: readonly Articles[],
  versions: readonly Versions[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insertInto('content_articles')
      .values(articles)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('content_versions')
      .values(versions)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
