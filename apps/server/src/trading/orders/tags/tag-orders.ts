import type { Calls, orderTagsCalls, ParsedInputOf, ResultOf } from '@candor/contract'
import { decideTags } from '@candor/rules'
import type { Database } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { HandlersOf } from '../../../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../../../platform/http/refusal.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { findTagged, lockTagsOf, replaceTags, tagsInUse, tagsOfOthers } from './order-tags-store.ts'

/** Handlers of the calls about tags of orders. */
export const orderTagsHandlers = (db: Database): HandlersOf<typeof orderTagsCalls> => ({
  listTags: (_input, caller) => tagsInUse(db.query, caller),
  tagOrder: (input, caller) => tagOrder(db, input, caller),
})

/** Sets the tags of the caller's own order. The same request again changes nothing. */
function tagOrder(
  db: Database,
  { id, tags: requested }: ParsedInputOf<Calls['tagOrder']>,
  caller: Caller,
): Promise<ResultOf<Calls['tagOrder']>> {
  return db.transaction(async (tx) => {
    await lockTagsOf(tx, caller)
    const orderId = isUuid(id) ? await findTagged(tx, caller, id) : null
    if (orderId === null) throw new Refusal('notFound')
    const tags = orRefuse(decideTags(requested, await tagsOfOthers(tx, caller, orderId)))
    await replaceTags(tx, caller, orderId, tags)
    return { id, tags: [...tags] }
  })
}
