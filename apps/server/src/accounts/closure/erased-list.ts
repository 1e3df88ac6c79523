import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import { addClosure, findOpenClosure } from './closures-store.ts'

/** Forgets a person's key; from files. */
type DestroysKey = (tx: Tx, userId: string, at: Date) => Promise<void>

/** A customer whose key was destroyed: their id reveals nothing about them. */
export interface Erased {
  readonly userId: string
  readonly erasedAt: Date
}

/** Lists all customers erased here, in the order of their erasure. */
export async function listErased({ query }: Pick<Database, 'query'>): Promise<readonly Erased[]> {
  const rows = await query
    .selectFrom('accounts_closings')
    .select(['user_id', 'erased_at'])
    .where('erased_at', 'is not', null)
    .orderBy('erased_at')
    .orderBy('user_id')
    .execute()
  return rows.flatMap(({ user_id: userId, erased_at: erasedAt }) =>
    erasedAt === null ? [] : [{ userId, erasedAt }],
  )
}

/** One a line: the id and when. */
export const writeErased = (erased: readonly Erased[]): string =>
  erased.map(({ userId, erasedAt }) => `${userId} ${erasedAt.toISOString()}\n`).join('')

const line = z.tuple([z.uuid(), z.iso.datetime()])

/** Parses the output of `writeErased`; null for any other text. */
export function readErased(text: string): readonly Erased[] | null {
  const lines = text.split('\n').filter((one) => one !== '')
  const read = lines.map((one) => line.safeParse(one.split(' ')))
  return read.every(({ success }) => success)
    ? read.flatMap(({ data }) =>
        data === undefined ? [] : [{ userId: data[0], erasedAt: new Date(data[1]) }],
      )
    : null
}

/**
 * Erases again, after a restore, the customers in the backup who were erased since it was made. Destroys their keys now, for
 * good; the rest follows at the first start, as for all accounts whose seven days are over. Returns their number.
 */
export async function eraseAgain(
  db: Database,
  destroyKey: DestroysKey,
  clock: Clock,
  erased: readonly Erased[],
): Promise<number> {
  let again = 0
  for (const one of erased)
    if (await db.transaction((tx) => eraseOneAgain(tx, destroyKey, clock, one))) again++
  return again
}

async function eraseOneAgain(
  tx: Tx,
  destroyKey: DestroysKey,
  clock: Clock,
  { userId, erasedAt }: Erased,
): Promise<boolean> {
  const user = await tx
    .selectFrom('accounts_users')
    .select('status')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined || user.status === 'closed') return false
  await destroyKey(tx, userId, new Date(clock.now()))
  await tx.deleteFrom('accounts_sessions').where('user_id', '=', userId).execute()
  const openClosure = await findOpenClosure(tx, userId)
  // A closure that was already requested completes by itself; its seven days passed before the key was destroyed.
  if (openClosure === null) {
    const erasesAt = new Date(Math.min(erasedAt.getTime(), clock.now()))
    await addClosure(tx, { id: newId(), userId, askedAt: new Date(erasesAt.getTime() - 1), erasesAt })
  }
  return true
}
