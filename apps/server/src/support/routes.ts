import { FileResponse, type Handlers } from '../platform/http/handlers.ts'
import { readPage } from '../platform/http/pages.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { SupportDeps } from './support-deps.ts'
import { countUnread, markRead, messagesOf, sentPicture } from './support-store.ts'
import { sendSupport, toMessageResponse } from './write-message.ts'

/** Handlers of the customers' calls of this module. */
export const supportHandlers = (deps: SupportDeps) =>
  ({
    listSupport: async (request, { userId }) => {
      const { query } = deps.db
      const { rows, nextCursor } = await readPage(request, (before, limit) =>
        messagesOf(query, userId, before, limit),
      )
      return { items: rows.map(toMessageResponse), nextCursor, unread: await countUnread(query, userId) }
    },
    sendSupport: (words, caller) => sendSupport(deps, words, caller),
    readSupport: async (_input, { userId }) => {
      await markRead(deps.db.query, userId)
      return { unread: await countUnread(deps.db.query, userId) }
    },
    supportPicture: async ({ fileId }, { userId }) => {
      const sent = await sentPicture(deps.db.query, userId, fileId)
      const picture = sent ? await deps.pictures.read(fileId) : null
      if (picture === null) throw new Refusal('notFound')
      return new FileResponse(picture.contentType, `${fileId}.jpg`, picture.bytes)
    },
  }) satisfies Handlers
