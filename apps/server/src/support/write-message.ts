import type { SupportMessage } from '@candor/contract'
import type { Operator } from '../back-office/operators/operator.ts'
import type { Caller } from '../platform/http/caller.ts'
import { Refusal, TooMany } from '../platform/http/refusal.ts'
import type { SupportDeps, SupportNews } from './support-deps.ts'
import {
  addMessage,
  conversationOf,
  countUnread,
  countWrittenSince,
  lockConversation,
  type MessageRow,
  messageNamed,
} from './support-store.ts'

export interface CustomerWords {
  readonly text: string
  readonly fileId?: string | undefined
  readonly once?: string | undefined
}

const minute = 60_000
/** More than a person writes; what floods the console is slowed down. */
const mostInTime = { messages: 30, ms: 10 * minute }

/** A customer writes. Refuses `invalidInput` (`text`: neither words nor a picture) and `fileRejected`; the same `once` is the first message again. */
export async function sendSupport(
  deps: SupportDeps,
  words: CustomerWords,
  { userId }: Caller,
): Promise<SupportMessage> {
  if (words.text === '' && words.fileId === undefined)
    throw new Refusal('invalidInput', { issues: [{ path: 'text', code: 'missing' }] })
  const now = deps.clock.now()
  const once = words.once ?? deps.newId()
  const { row, fresh } = await deps.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, userId, BigInt(now))
    const before = await messageNamed(tx, userId, once)
    if (before !== undefined) return { row: before, fresh: false }
    const lately = await countWrittenSince(tx, userId, BigInt(now - mostInTime.ms))
    if (lately >= mostInTime.messages) throw new TooMany(minute)
    if (words.fileId !== undefined) await deps.pictures.claim(tx, userId, words.fileId)
    const message = {
      id: deps.newId(),
      user_id: userId,
      operator_id: null,
      text: words.text,
      file_id: words.fileId ?? null,
      at: BigInt(now),
      once,
    }
    return { row: await addMessage(tx, message, conversation.waiting_since ?? BigInt(now)), fresh: true }
  })
  if (fresh) tell(deps, row)
  return toMessageResponse(row)
}

/** Sends an operator's reply. Refuses `notFound` where there is no conversation, `caseNotClaimed` unless this operator holds it. */
export async function replyToCustomer(
  deps: SupportDeps,
  { id, text }: { readonly id: string; readonly text: string },
  operator: Operator,
): Promise<SupportMessage> {
  if ((await conversationOf(deps.db.query, id)) === undefined) throw new Refusal('notFound')
  const now = deps.clock.now()
  const { row, news } = await deps.db.transaction(async (tx) => {
    await lockConversation(tx, id, BigInt(now))
    if (!(await deps.claims.holds(tx, id, operator))) throw new Refusal('caseNotClaimed')
    // One notice for all that was not read yet: who reads as it comes is not told twice.
    const first = (await countUnread(tx, id)) === 0
    const messageId = deps.newId()
    const row = await addMessage(
      tx,
      {
        id: messageId,
        user_id: id,
        operator_id: operator.id,
        text,
        file_id: null,
        at: BigInt(now),
        once: messageId,
      },
      null,
    )
    const news: SupportNews[] = first
      ? [{ kind: 'supportAnswered', once: `support:${messageId}`, facts: {} }]
      : []
    await deps.notices.keep(tx, id, news)
    await deps.audit.write(tx, {
      actor: operator.id,
      action: 'support.answer',
      subject: `customer:${id}`,
      after: { message: messageId },
    })
    return { row, news }
  })
  tell(deps, row)
  await deps.notices.push(id, news)
  return toMessageResponse(row)
}

function tell({ events }: SupportDeps, row: MessageRow): void {
  for (const mode of ['demo', 'real'] as const)
    events.publish(row.user_id, mode, 'support', toMessageResponse(row))
}

/** Without the operator's name: the installation answers. */
export const toMessageResponse = (row: MessageRow): SupportMessage => ({
  id: row.id,
  by: row.operator_id === null ? 'customer' : 'operator',
  text: row.text,
  fileId: row.file_id,
  at: new Date(Number(row.at)).toISOString(),
})
