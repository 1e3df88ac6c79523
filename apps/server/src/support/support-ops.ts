import { type SupportConversation, type SupportEntry, supportOps } from '@candor/contract'
import type { WorkQueue } from '../back-office/dashboard/work-queue.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { OpsHandlers } from '../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../module.ts'
import type { Database } from '../platform/database/database.ts'
import { readOffset } from '../platform/http/pages.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { isoOf } from '../platform/iso-time.ts'
import type { SupportClaim, SupportPorts } from './support-ports.ts'
import {
  type ConversationRow,
  conversationOf,
  conversations,
  lockConversation,
  messagesOf,
  sentPicture,
  stopWaiting,
  waitingConversations,
} from './support-store.ts'
import { replyToCustomer, toMessageResponse } from './write-message.ts'

/** Handlers of the operators' calls of this module. */
export const supportOpsHandlers = (context: ServerContext & SupportPorts) =>
  ({
    opsSupport: async ({ state, cursor, limit }) => {
      const skip = readOffset(cursor)
      const found = await conversations(context.db.query, { state, skip, limit: limit + 1 })
      const items = await entriesOf(context, found.slice(0, limit))
      return { items, nextCursor: found.length > limit ? String(skip + limit) : null }
    },
    opsSupportConversation: ({ id, limit }) => showConversation(context, id, limit),
    opsSupportClaim: async ({ id }, operator) => {
      await mustBe(context, id)
      const until = await context.db.transaction((tx) => context.claims.take(tx, id, operator))
      if (until === null) throw new Refusal('caseNotClaimed')
      return { claimedUntil: until.toISOString() }
    },
    opsSupportRelease: async ({ id }, operator) => {
      await mustBe(context, id)
      await context.db.transaction((tx) => context.claims.drop(tx, id, operator))
      return true as const
    },
    opsSupportAnswer: (words, operator) => replyToCustomer(context, words, operator),
    opsSupportDone: ({ id }, operator) => endWaiting(context, id, operator),
    opsSupportPicture: (request, operator) => showPicture(context, request, operator),
  }) satisfies OpsHandlers

/** Unanswered conversations for the dashboard. Customers are promised no time. */
export const supportQueue = (db: Database): WorkQueue => ({
  page: 'support',
  roles: supportOps.opsSupport.roles,
  waiting: async (limit) =>
    (await waitingConversations(db.query, limit)).map((row) => ({
      id: row.user_id,
      sinceMs: Number(row.waiting_since),
      deadlineMs: null,
    })),
})

async function mustBe({ db }: ServerContext, id: string) {
  const found = await conversationOf(db.query, id)
  if (found === undefined) throw new Refusal('notFound')
  return found
}

async function entriesOf(
  context: ServerContext & SupportPorts,
  rows: readonly ConversationRow[],
): Promise<SupportEntry[]> {
  const ids = rows.map(({ user_id }) => user_id)
  const [names, claims] = await Promise.all([context.customers.namesOf(ids), context.claims.of(ids)])
  return rows.map((row) => ({
    id: row.user_id,
    userName: names.get(row.user_id) ?? '',
    newest: row.text,
    by: row.operator_id === null ? 'customer' : 'operator',
    lastAt: isoOf(row.last_at),
    waitingSince: row.waiting_since === null ? null : isoOf(row.waiting_since),
    claimedBy: claims.get(row.user_id)?.by ?? null,
  }))
}

async function showConversation(
  context: ServerContext & SupportPorts,
  id: string,
  limit: number,
): Promise<SupportConversation> {
  const found = await mustBe(context, id)
  const [customer, claims, newest] = await Promise.all([
    context.customers.byId(id),
    context.claims.of([id]),
    messagesOf(context.db.query, id, null, limit),
  ])
  const claim: SupportClaim | undefined = claims.get(id)
  return {
    id,
    userName: customer?.userName ?? '',
    language: customer?.language ?? '',
    waitingSince: found.waiting_since === null ? null : isoOf(found.waiting_since),
    claimedBy: claim?.by ?? null,
    claimedUntil: claim?.until.toISOString() ?? null,
    messages: newest.reverse().map((row) => ({ ...toMessageResponse(row), operator: row.operator_id })),
  }
}

async function endWaiting(
  context: ServerContext & SupportPorts,
  id: string,
  operator: Operator,
): Promise<true> {
  await mustBe(context, id)
  await context.db.transaction(async (tx) => {
    await lockConversation(tx, id, BigInt(context.clock.now()))
    if (!(await context.claims.holds(tx, id, operator))) throw new Refusal('caseNotClaimed')
    await stopWaiting(tx, id)
    await context.claims.drop(tx, id, operator)
    const entry = { actor: operator.id, action: 'support.done', subject: `customer:${id}` }
    await context.console.audit.write(tx, entry)
  })
  return true
}

interface PictureRequest {
  readonly id: string
  readonly fileId: string
}

async function showPicture(
  context: ServerContext & SupportPorts,
  { id, fileId }: PictureRequest,
  operator: Operator,
) {
  await mustBe(context, id)
  if (!(await sentPicture(context.db.query, id, fileId))) throw new Refusal('notFound')
  const picture = await context.pictures.read(fileId)
  if (picture === null) throw new Refusal('notFound')
  await context.db.transaction(async (tx) => {
    if (!(await context.claims.holds(tx, id, operator))) throw new Refusal('caseNotClaimed')
    await context.console.audit.write(tx, {
      actor: operator.id,
      action: 'support.picture',
      subject: `customer:${id}`,
      after: { file: fileId },
    })
  })
  return { contentType: picture.contentType, base64: picture.bytes.toString('base64') }
}
