import { mostTags, type OpsCalls, type OpsParsedInputOf } from '@candor/contract'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { ServerContext } from '../../module.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'

/**
 * Puts a tag on a customer or takes it off; both again change nothing. Refuses `notFound` where there is no such customer, and `invalidInput` at
 * `tag` for one more than `mostTags`.
 */
export async function tagCustomer(
  { db, clock, console }: ServerContext,
  { id, tag, on }: OpsParsedInputOf<OpsCalls['opsTagCustomer']>,
  operator: Operator,
): Promise<true> {
  await db.transaction(async (tx) => {
    await lockCustomer(tx, id)
    const added = { operator_id: operator.id, at: new Date(clock.now()) }
    if (!(on ? await addTag(tx, { user_id: id, tag, ...added }) : await removeTag(tx, id, tag))) return
    const action = on ? 'customers.tag' : 'customers.untag'
    await console.audit.write(tx, { actor: operator.id, action, subject: `customer:${id}`, after: { tag } })
  })
  return true
}

/** Makes operators who change tags of one customer wait for each other. */
async function lockCustomer(tx: Tx, userId: string): Promise<void> {
  const user = await tx
    .selectFrom('accounts_users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) throw new Refusal('notFound')
}

/** Returns whether it was not there before. */
async function addTag(
  tx: Tx,
  row: { readonly user_id: string; readonly tag: string; readonly operator_id: string; readonly at: Date },
): Promise<boolean> {
  const has = await tx.selectFrom('accounts_tags').select('tag').where('user_id', '=', row.user_id).execute()
  if (has.some(({ tag }) => tag === row.tag)) return false
  if (has.length >= mostTags) throw invalidField('tag', 'too-many')
  await tx.insertInto('accounts_tags').values(row).execute()
  return true
}

/** Returns whether it was there. */
async function removeTag(tx: Tx, userId: string, tag: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('accounts_tags')
    .where('user_id', '=', userId)
    .where('tag', '=', tag)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Lists the tags in use with how many customers have each, in the order of the alphabet: at most 500. */
export async function tagsInUse({ query }: Database) {
  const rows = await query
    .selectFrom('accounts_tags')
    .select((eb) => ['tag', eb.fn.countAll<bigint>().as('customers')])
    .groupBy('tag')
    .orderBy('tag')
    .limit(500)
    .execute()
  return rows.map(({ tag, customers }) => ({ tag, customers: Number(customers) }))
}

/** Lists the tags of each of these customers. */
export async function tagsOf(
  { query }: Database,
  userIds: readonly string[],
): Promise<(userId: string) => string[]> {
  const rows =
    userIds.length === 0
      ? []
      : await query
          .selectFrom('accounts_tags')
          .select(['user_id', 'tag'])
          .where('user_id', 'in', userIds)
          .orderBy('tag')
          .execute()
  return (userId) => rows.filter((row) => row.user_id === userId).map(({ tag }) => tag)
}

export async function deleteTags(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('accounts_tags').where('user_id', '=', userId).execute()
}
