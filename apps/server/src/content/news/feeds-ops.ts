import {
  type FeedFailureReason,
  type FeedInHand,
  type FeedPreview,
  mostFeeds,
  type newsOps,
  type OpsCalls,
  type OpsParsedInputOf,
} from '@candor/contract'
import { sql } from 'kysely'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { OpsHandlersOf } from '../../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'
import { isoOrNull } from '../../platform/iso-time.ts'
import { FetchFailure } from '../../platform/outbound/fetch-failure.ts'
import type { OutboundPolicy } from '../../platform/outbound/outbound-policy.ts'
import { readOutboundUrl } from '../../platform/outbound/pinned-request.ts'
import { type FeedEntry, FeedFailure } from './feed-reading.ts'
import { type FeedRow, feedsInHand, lockedFeed } from './feeds-store.ts'
import { hostOf } from './list-news.ts'
import type { FeedReader } from './read-feed.ts'

type Input<N extends keyof OpsCalls> = OpsParsedInputOf<OpsCalls[N]>

interface FeedsOptions extends ServerContext {
  readonly policy: OutboundPolicy
  readonly reader: FeedReader
}

/** Feeds in the console. Every change is an entry in the audit log, with the settings before and after. */
export function feedsOpsHandlers(context: FeedsOptions): OpsHandlersOf<typeof newsOps> {
  const { db } = context
  return {
    opsFeeds: async () => (await feedsInHand(db)).map(toFeedResponse),
    opsTestFeed: (input: Input<'opsTestFeed'>) => testFeed(context, input),
    opsAddFeed: (input: Input<'opsAddFeed'>, operator: Operator) =>
      db.transaction((tx) => addFeed(context, tx, input, operator)),
    opsChangeFeed: (input: Input<'opsChangeFeed'>, operator: Operator) =>
      db.transaction((tx) => changeFeed(context, tx, input, operator)),
    opsRemoveFeed: ({ id }: Input<'opsRemoveFeed'>, operator: Operator) =>
      db.transaction((tx) => removeFeed(context, tx, id, operator)),
  }
}

const previewed = 5

/** Fetches a feed as the job would, and stores nothing. */
async function testFeed(
  { reader, clock }: FeedsOptions,
  { kind, url }: Input<'opsTestFeed'>,
): Promise<FeedPreview> {
  try {
    const { entries, leftOut } = await reader.read({ kind, url }, clock.now())
    return {
      failure: null,
      entries: entries.length,
      leftOut,
      first: entries.slice(0, previewed).map(toPreview),
    }
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    const { reason, detail } = error
    return { failure: { reason, detail }, entries: 0, leftOut: 0, first: [] }
  }
}

const toPreview = ({ title, summary, url, at, allDay }: FeedEntry) => ({
  ...{ title, summary, url, allDay },
  host: hostOf(url),
  at: isoOrNull(at),
})

async function addFeed(
  context: FeedsOptions,
  tx: Tx,
  input: Input<'opsAddFeed'>,
  operator: Operator,
): Promise<{ id: string }> {
  const { clock, newId } = context
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('content feeds', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('content_feeds')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostFeeds) throw invalidField('url', 'too_many')
  const now = BigInt(clock.now())
  const row = { ...settingsOf(context, input), id: newId(), kind: input.kind, created_at: now, due_at: now }
  await tx
    .insertInto('content_feeds')
    .values({ ...row, ...neverFetched })
    .execute()
  await audit(context, tx, operator, { id: row.id, after: auditedOf(row) })
  return { id: row.id }
}

/** Changes the settings. Another URL is another feed: what the former one brought is deleted. */
async function changeFeed(
  context: FeedsOptions,
  tx: Tx,
  input: Input<'opsChangeFeed'>,
  operator: Operator,
): Promise<true> {
  const before = await lockedFeed(tx, input.id)
  if (before === undefined) throw new Refusal('notFound')
  const settings = settingsOf(context, input)
  const isOther = settings.url !== before.url
  if (isOther) await tx.deleteFrom('content_feed_entries').where('feed_id', '=', input.id).execute()
  await tx
    .updateTable('content_feeds')
    .set({ ...settings, ...(isOther ? neverFetched : {}), due_at: BigInt(context.clock.now()) })
    .where('id', '=', input.id)
    .execute()
  const { kind } = before
  await audit(context, tx, operator, {
    id: input.id,
    before: auditedOf(before),
    after: auditedOf({ ...settings, kind }),
  })
  return true
}

async function removeFeed(context: FeedsOptions, tx: Tx, id: string, operator: Operator): Promise<true> {
  const before = await lockedFeed(tx, id)
  if (before === undefined) throw new Refusal('notFound')
  await tx.deleteFrom('content_feeds').where('id', '=', id).execute()
  await audit(context, tx, operator, { id, before: auditedOf(before) })
  return true
}

const neverFetched = {
  tried_at: null,
  read_at: null,
  failing_since: null,
  failure_reason: null,
  failure_detail: null,
} as const

type Settings = Pick<FeedRow, 'name' | 'url' | 'language' | 'enabled' | 'every_minutes'>

/** Settings as they are stored. Refuses a URL that no fetch would follow, at its field. */
function settingsOf({ policy }: FeedsOptions, input: Omit<Input<'opsChangeFeed'>, 'id'>): Settings {
  const { name, language, enabled, everyMinutes } = input
  return { name, language, enabled, every_minutes: everyMinutes, url: readFeedUrl(policy, input.url) }
}

function readFeedUrl(policy: OutboundPolicy, typed: string): string {
  try {
    return readOutboundUrl(policy, typed).href
  } catch (error) {
    if (error instanceof FetchFailure) throw invalidField('url', error.reason)
    throw error
  }
}

type AuditedFeed = ReturnType<typeof auditedOf>
const auditedOf = ({
  name,
  url,
  language,
  enabled,
  every_minutes,
  kind,
}: Settings & Pick<FeedRow, 'kind'>) => ({
  ...{ kind, name, url, language, enabled },
  everyMinutes: every_minutes,
})

const audit = (
  { console }: FeedsOptions,
  tx: Tx,
  { id: actor }: Operator,
  { id, ...states }: { readonly id: string; readonly before?: AuditedFeed; readonly after?: AuditedFeed },
) => console.audit.write(tx, { actor, action: 'content.feed', subject: `feed:${id}`, ...states })

const toFeedResponse = (row: FeedRow & { readonly entries: number }): FeedInHand => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  url: row.url,
  language: row.language,
  enabled: row.enabled,
  everyMinutes: row.every_minutes,
  entries: row.entries,
  triedAt: isoOrNull(row.tried_at),
  readAt: isoOrNull(row.read_at),
  failure:
    row.failure_reason === null
      ? null
      : { reason: row.failure_reason as FeedFailureReason, detail: row.failure_detail },
  failingSince: isoOrNull(row.failing_since),
})
