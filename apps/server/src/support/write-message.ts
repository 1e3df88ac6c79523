import type { SupportMessage } from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { ServerContext } from '../module.ts'
import type { Caller } from '../platform/http/caller.ts'
import { Refusal, TooMany } from '../platform/http/refusal.ts'
import type { SupportPorts } from './support-ports.ts'
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

/** More than a person writes; what floods the console is slowed down. */
const mostInTime = { messages: 30, ms: 10 * minuteMs }

/** A customer writes. Refuses `invalidInput` (`text`: neither words nor a picture) and `fileRejected`; the same `once` is the first message again. */
export async function sendSupport(
  context: ServerContext & SupportPorts,
  words: CustomerWords,
  { userId }: Caller,
): Promise<SupportMessage> {
  if (words.text === '' && words.fileId === undefined)
    throw new Refusal('invalidInput', { issues: [{ path: 'text', code: 'missing' }] })
  const now = context.clock.now()
  const once = words.once ?? context.newId()
  const { row, fresh } = await context.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, userId, BigInt(now))
    const before = await messageNamed(tx, userId, once)
    if (before !== undefined) return { row: before, fresh: false }
    const lately = await countWrittenSince(tx, userId, BigInt(now - mostInTime.ms))
    if (lately >= mostInTime.messages) throw new TooMany(minuteMs)
    if (words.fileId !== undefined) await context.pictures.claim(tx, userId, words.fileId)
    const message = {
      id: context.newId(),
      user_id: userId,
      operator_id: null,
      text: words.text,
      file_id: words.fileId ?? null,
      at: BigInt(now),
      once,
    }
    return { row: await addMessage(tx, message, conversation.waiting_since ?? BigInt(now)), fresh: true }
  })
  if (fresh) tell(context, row)
  return toMessageResponse(row)
}

/** Sends an operator's reply. Refuses `notFound` where there is no conversation, `caseNotClaimed` unless this operator holds it. */
export async function replyToCustomer(
  context: ServerContext & SupportPorts,
  { id, text }: { readonly id: string; readonly text: string },
  operator: Operator,
): Promise<SupportMessage> {
  if ((await conversationOf(context.db.query, id)) === undefined) throw new Refusal('notFound')
  const now = context.clock.now()
  const { row, news } = await context.db.transaction(async (tx) => {
    await lockConversation(tx, id, BigInt(now))
    if (!(await context.claims.holds(tx, id, operator))) throw new Refusal('caseNotClaimed')
    // One notice for all unread answers, so that a customer who reads at once is not notified twice.
    const first = (await countUnread(tx, id)) === 0
    const messageId = context.newId()
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
    const news = first ? [{ kind: 'supportAnswered' as const, once: `support:${messageId}`, facts: {} }] : []
    await context.notices.keep(tx, id, news)
    await context.console.audit.write(tx, {
      actor: operator.id,
      action: 'support.answer',
      subject: `customer:${id}`,
      after: { message: messageId },
    })
    return { row, news }
  })
  tell(context, row)
  await context.notices.push(id, news)
  return toMessageResponse(row)
}

function tell({ events }: ServerContext, row: MessageRow): void {
  for (const mode of ['demo', 'real'] as const)
    events.publish(row.user_id, mode, 'support', toMessageResponse(row))
}

/** Without the operator's name: answers come from the installation. */
export const toMessageResponse = (row: MessageRow): SupportMessage => ({
  id: row.id,
  by: row.operator_id === null ? 'customer' : 'operator',
  text: row.text,
  fileId: row.file_id,
  at: new Date(Number(row.at)).toISOString(),
})
