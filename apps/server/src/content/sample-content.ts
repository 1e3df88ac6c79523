import { readdir, readFile } from 'node:fs/promises'
import type { ContentSection, ContentType } from '@candor/contract'
import { languageCodes } from '@candor/texts/languages.ts'
import type { Database } from '../platform/database/database.ts'
import { addMissing } from './content-store.ts'
import { readArticles } from './read-articles.ts'

const folder = new URL('./sample/', import.meta.url)

type Place = readonly [type: ContentType, section: ContentSection, ids: readonly string[]]

/** The articles an installation starts with, in the order of their lists. */
export const samplePlaces: readonly Place[] = [
  [1, 'page', ['about', 'licence']],
  [2, 'page', ['terms', 'privacy', 'cookies', 'risk-warning']],
  [3, 'page', ['legal', 'disclaimer', 'advertising']],
  [
    3,
    'faq',
    [
      'faq-cost',
      'faq-loss',
      'faq-stop-out',
      'faq-source',
      'faq-receipt',
      'faq-demo',
      'faq-deposit',
      'faq-identity',
      'faq-convert',
      'faq-limits',
      'faq-second-factor',
      'faq-alerts',
    ],
  ],
  [4, 'page', ['adv-practice', 'adv-receipts']],
]

/** Adds missing sample articles, by language: an article that was changed since keeps its newer versions. */
export async function addSampleContent(db: Database, nowMs: number): Promise<void> {
  const now = BigInt(nowMs)
  const articles = samplePlaces
    .flatMap(([type, section, ids]) => ids.map((id) => ({ id, type, section })))
    .map((place, position) => ({ ...place, position, image: null, published_at: now, withdrawn_at: null }))
  const texts = await Promise.all(languageCodes.map(sampleTexts))
  await addMissing(
    db,
    articles,
    texts
      .flat()
      .map(({ id, ...text }) => ({ article_id: id, version: 1, written_at: now, written_by: null, ...text })),
  )
}

/** Our texts in a language, of all the files in its folder. */
export async function sampleTexts(language: (typeof languageCodes)[number]) {
  const own = new URL(`${language}/`, folder)
  const names = await readdir(own).catch(() => [])
  const files = await Promise.all(names.sort().map((name) => readFile(new URL(name, own), 'utf8')))
  return files.flatMap(readArticles).map((text) => ({ ...text, language }))
}
