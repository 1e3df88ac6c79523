import { mostServiceTokens } from '@candor/contract'
import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Reader, Tx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { invalidField } from '../../../platform/http/refusal.ts'
import { isUuid } from '../../../platform/uuid.ts'
import type { ServiceTokensTables } from './service-tokens-tables.ts'

export type ServiceTokenRow = Selectable<ServiceTokensTables['operators_service_tokens']>

/** Days for which the uses of a token are shown and counted. */
const shownDays = 30
const mostShown = 200

/** First of the shown days, in UTC. */
const firstShownDay = (now: number) => sql<Date>`${utcDay(now - (shownDays - 1) * dayMs)}::date`

/** Lists the newest tokens with the people who made, hold and revoked them, and their calls of the last days. */
export async function listedTokens(db: Database, now: number) {
  return db.query
    .selectFrom('operators_service_tokens as t')
    .innerJoin('operators_people as proposer', 'proposer.id', 't.proposed_by')
    .innerJoin('operators_people as approver', 'approver.id', 't.approved_by')
    .leftJoin('operators_people as holder', 'holder.id', 't.secret_by')
    .leftJoin('operators_people as revoker', 'revoker.id', 't.revoked_by')
    .selectAll('t')
    .select([
      'proposer.email as proposer_email',
      'approver.email as approver_email',
      'holder.email as holder_email',
      'holder.disabled_at as holder_disabled_at',
      'revoker.email as revoker_email',
    ])
    .select((eb) =>
      eb
        .selectFrom('operators_service_token_calls as c')
        .select(({ fn }) => fn.coalesce(fn.sum<bigint>('c.calls'), sql<bigint>`0`).as('calls'))
        .whereRef('c.token_id', '=', 't.id')
        .where('c.day', '>=', firstShownDay(now))
        .as('calls'),
    )
    .orderBy('t.made_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(mostShown)
    .execute()
}
export type ListedToken = Awaited<ReturnType<typeof listedTokens>>[number]

/** Returns a token; undefined: there is none of this id. */
export async function tokenById(reader: Reader, id: string): Promise<ServiceTokenRow | undefined> {
  if (!isUuid(id)) return undefined
  return reader.selectFrom('operators_service_tokens').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, locked against changes. */
export async function lockedToken(tx: Tx, id: string): Promise<ServiceTokenRow | undefined> {
  if (!isUuid(id)) return undefined
  return tx
    .selectFrom('operators_service_tokens')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Refuses `invalidInput` at `name` where a living token has this name, or there are as many as there may be. */
export async function refuseTokenName(db: Kysely<Schema>, name: string, now: number): Promise<void> {
  const living = await db
    .selectFrom('operators_service_tokens')
    .select('name')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', BigInt(now))
    .execute()
  if (living.some((one) => one.name === name)) throw invalidField('name', 'taken')
  if (living.length >= mostServiceTokens) throw invalidField('name', 'too_many')
}

/** Adds a token without a secret. Two that are added at once wait for each other, so that both see every name. */
export async function addToken(
  tx: Tx,
  row: Insertable<ServiceTokensTables['operators_service_tokens']>,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('service tokens', 0))`.execute(tx)
  await refuseTokenName(tx, row.name, Number(row.made_at))
  await tx.insertInto('operators_service_tokens').values(row).execute()
}

export async function changeToken(
  reader: Reader,
  id: string,
  change: Updateable<ServiceTokensTables['operators_service_tokens']>,
): Promise<void> {
  await reader.updateTable('operators_service_tokens').set(change).where('id', '=', id).execute()
}

/** Finds the token of a secret, the present one or the one before. */
export const tokenOfHash = (db: Database, hash: Buffer): Promise<ServiceTokenRow | undefined> =>
  db.query
    .selectFrom('operators_service_tokens')
    .selectAll()
    .where((eb) => eb.or([eb('secret_hash', '=', hash), eb('former_hash', '=', hash)]))
    .executeTakeFirst()

/** Counts a call of a token on its day. */
export async function countCall(
  db: Database,
  call: { readonly tokenId: string; readonly name: string; readonly refused: boolean; readonly now: number },
): Promise<void> {
  const refused = call.refused ? 1 : 0
  await db.query
    .insertInto('operators_service_token_calls')
    .values({ token_id: call.tokenId, day: utcDay(call.now), call: call.name, calls: 1, refused })
    .onConflict((conflict) =>
      conflict.columns(['token_id', 'day', 'call']).doUpdateSet((eb) => ({
        calls: eb('operators_service_token_calls.calls', '+', 1),
        refused: eb('operators_service_token_calls.refused', '+', refused),
      })),
    )
    .execute()
}

/** Notes a network that a token was used from, unless it is known. */
export async function addNetwork(
  db: Database,
  use: { readonly tokenId: string; readonly network: string; readonly now: number },
): Promise<void> {
  await db.query
    .insertInto('operators_service_token_networks')
    .values({ token_id: use.tokenId, network: use.network, first_at: BigInt(use.now) })
    .onConflict((conflict) => conflict.columns(['token_id', 'network']).doNothing())
    .execute()
}

/** Lists a token's calls of the last days by day and name, and the networks it was used from. */
export async function usesOf(db: Database, id: string, now: number) {
  const [calls, networks] = await Promise.all([
    db.query
      .selectFrom('operators_service_token_calls')
      .select(['call', 'calls', 'refused'])
      .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
      .where('token_id', '=', id)
      .where('day', '>=', firstShownDay(now))
      .orderBy('operators_service_token_calls.day', 'desc')
      .orderBy('call')
      .execute(),
    db.query
      .selectFrom('operators_service_token_networks')
      .select(['network', 'first_at'])
      .where('token_id', '=', id)
      .orderBy('first_at', 'desc')
      .orderBy('network')
      .limit(50)
      .execute(),
  ])
  return { calls, networks }
}
