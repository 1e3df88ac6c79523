import type { ServerContext } from '../module.ts'
import { FileResponse, type Handlers } from '../platform/http/handlers.ts'
import { readPage } from '../platform/http/pages.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { SupportPorts } from './support-ports.ts'
import { countUnread, markRead, messagesOf, sentPicture } from './support-store.ts'
import { sendSupport, toMessageResponse } from './write-message.ts'

/** Handlers of the customers' calls of this module. */
export const supportHandlers = (context: ServerContext & SupportPorts) =>
  ({
    listSupport: async (request, { userId }) => {
      const { query } = context.db
      const { rows, nextCursor } = await readPage(request, (before, limit) =>
        messagesOf(query, userId, before, limit),
      )
      return { items: rows.map(toMessageResponse), nextCursor, unread: await countUnread(query, userId) }
    },
    sendSupport: (words, caller) => sendSupport(context, words, caller),
    readSupport: async (_input, { userId }) => {
      await markRead(context.db.query, userId)
      return { unread: await countUnread(context.db.query, userId) }
    },
    supportPicture: async ({ fileId }, { userId }) => {
      const sent = await sentPicture(context.db.query, userId, fileId)
      const picture = sent ? await context.pictures.read(fileId) : null
      if (picture === null) throw new Refusal('notFound')
      return new FileResponse(picture.contentType, `${fileId}.jpg`, picture.bytes)
    },
  }) satisfies Handlers
