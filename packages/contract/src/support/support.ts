import { z } from 'zod'
import { call } from '../call.ts'
import { fileId, id, isoTime, pageOf, pageQuery } from '../fields.ts'

/** One message of the conversation between a customer and the operator's people. */
export const supportMessage = z.object({
  id,
  by: z.enum(['customer', 'operator']),
  /** Plain text; empty where only a picture was sent. */
  text: z.string(),
  fileId: id.nullable(),
  at: isoTime,
})
export type SupportMessage = z.infer<typeof supportMessage>

export const longestSupportText = 4000

const own = '/swx/customer/user'

export const supportCalls = {
  listSupport: call({
    method: 'GET',
    path: `${own}/listSupport`,
    summary: 'The customer’s conversation with support, newest first; `unread` counts answers not read yet',
    access: 'customer',
    input: z.object(pageQuery),
    result: pageOf(supportMessage).extend({ unread: z.number().int() }),
  }),
  sendSupport: call({
    method: 'POST',
    path: `${own}/sendSupport`,
    summary:
      'Writes to support: a text, a picture uploaded for `support`, or both; the same `once` is one message, however often it is sent',
    access: 'customer',
    input: z.object({
      text: z.string().trim().max(longestSupportText),
      fileId: fileId.optional(),
      once: z.uuid().optional(),
    }),
    result: supportMessage,
  }),
  readSupport: call({
    method: 'POST',
    path: `${own}/readSupport`,
    summary: 'Marks every answer as read',
    access: 'customer',
    input: z.object({}),
    result: z.object({ unread: z.number().int() }),
  }),
  supportPicture: call({
    method: 'GET',
    path: `${own}/supportPicture/{fileId}`,
    summary: 'A picture the customer sent in their conversation, as a file',
    access: 'customer',
    input: z.object({ fileId: id }),
    result: z.string(),
  }),
} as const
