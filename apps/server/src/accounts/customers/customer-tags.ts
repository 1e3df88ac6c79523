import type { OpsCalls, OpsParsedInputOf } from '@candor/contract'
import { customerTag, mostTagsOfCustomer, tagIssue } from '@candor/rules'
import { sql } from 'kysely'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { ServerContext } from '../../module.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { rowsBy } from '../../platform/database/read-together.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'

/** The same order in every database, whatever its collation. */
const bySpelling = sql`tag COLLATE "C"`

/**
 * Puts a tag on a customer or takes it off; both again change nothing. Refuses `invalidInput` at `tag` to add what is no tag or one more than
 * `mostTagsOfCustomer`, and `notFound` where there is no such customer.
 */
export async function tagCustomer(
  { db, clock, console }: ServerContext,
  { id, tag: typed, on }: OpsParsedInputOf<OpsCalls['opsTagCustomer']>,
  operator: Operator,
): Promise<true> {
  const tag = customerTag(typed)
  const issue = on ? tagIssue(tag) : null
  if (issue !== null) throw invalidField('tag', issue)
  await db.transaction(async (tx) => {
    await lockCustomer(tx, id)
    const added = { operator_id: operator.id, at: new Date(clock.now()) }
    const changed = on
      ? await addTag(tx, { user_id: id, tag, ...added })
      : await removeTag(tx, id, [tag, typed])
    if (!changed) return
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
  if (has.length >= mostTagsOfCustomer) throw invalidField('tag', 'too_many')
  await tx.insertInto('accounts_tags').values(row).execute()
  return true
}

/** Removes a tag in any of these spellings: those of before migration 0018 may have another form. Returns whether it was there. */
async function removeTag(tx: Tx, userId: string, spellings: readonly string[]): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('accounts_tags')
    .where('user_id', '=', userId)
    .where('tag', 'in', spellings)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Lists the tags in use with how many customers have each, sorted: at most 500. */
export async function tagsInUse({ query }: Database) {
  const rows = await query
    .selectFrom('accounts_tags')
    .select((eb) => ['tag', eb.fn.countAll<bigint>().as('customers')])
    .groupBy('tag')
    .orderBy(bySpelling)
    .limit(500)
    .execute()
  return rows.map(({ tag, customers }) => ({ tag, customers: Number(customers) }))
}

/** Reads the tags of these customers, sorted; the function gives those of one. */
export async function tagsOf(
  { query }: Database,
  userIds: readonly string[],
): Promise<(userId: string) => string[]> {
  if (userIds.length === 0) return () => []
  const rows = await query
    .selectFrom('accounts_tags')
    .select(['user_id', 'tag'])
    .where('user_id', 'in', userIds)
    .orderBy(bySpelling)
    .execute()
  const found = rowsBy(rows, ({ user_id }) => user_id)
  return (userId) => (found.get(userId) ?? []).map(({ tag }) => tag)
}

export async function deleteTags(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('accounts_tags').where('user_id', '=', userId).execute()
}
