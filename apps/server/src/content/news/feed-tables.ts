import type { FeedKind, Language } from '@candor/contract'

/** Times in epoch ms. */
export interface FeedTables {
  content_feeds: {
    id: string
    name: string
    kind: FeedKind
    url: string
    language: Language | null
    enabled: boolean
    every_minutes: number
    created_at: bigint
    due_at: bigint
    tried_at: bigint | null
    read_at: bigint | null
    failing_since: bigint | null
    failure_reason: string | null
    failure_detail: string | null
  }
  content_feed_entries: {
    feed_id: string
    key: string
    title: string
    summary: string | null
    url: string | null
    at: bigint
    ends_at: bigint | null
    all_day: boolean
  }
}
