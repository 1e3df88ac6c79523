import type { WebhookEventType } from '@candor/contract'
import { isoOf } from '../platform/iso-time.ts'
import type { Json } from '../platform/json.ts'
import { isUuid } from '../platform/uuid.ts'

const prefix = 'msg_'

/** Writes the body of a message, always the same for an event. */
export const bodyOf = (event: {
  readonly type: WebhookEventType
  readonly at: bigint
  readonly data: Json
}): string => JSON.stringify({ type: event.type, timestamp: isoOf(event.at), data: event.data })

/** The message's id in the header `webhook-id`. */
export const messageIdOf = (eventId: string): string => `${prefix}${eventId}`

/** Returns the event's id; null: it is no message's id. */
export function eventIdOf(messageId: string): string | null {
  const id = messageId.startsWith(prefix) ? messageId.slice(prefix.length) : ''
  return isUuid(id) ? id : null
}
