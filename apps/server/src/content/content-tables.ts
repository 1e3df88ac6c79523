import type { ContentSection, ContentType, Language } from '@candor/contract'

/** Times in epoch ms. */
export interface ContentTables {
  content_articles: {
    id: string
    type: ContentType
    section: ContentSection
    position: number
    image: string | null
    published_at: bigint
    withdrawn_at: bigint | null
  }
  content_versions: {
    article_id: string
    language: Language
    version: number
    title: string
    description: string
    body: string
    written_at: bigint
    written_by: string | null
  }
}
