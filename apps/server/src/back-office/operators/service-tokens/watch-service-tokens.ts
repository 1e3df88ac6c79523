import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { ClockedDatabase } from '../../../platform/database/database.ts'
import { isoOf } from '../../../platform/iso-time.ts'
import { forEachCase, type Moved } from '../../../platform/jobs/for-each-case.ts'
import type { TellAdmins } from '../people/tell-admins.ts'
import { warnedBeforeMs } from './service-token-alerts.ts'
import { changeToken } from './service-tokens-store.ts'

export interface WatchContext extends ClockedDatabase {
  readonly tellAdmins: TellAdmins
}

/** Admins get at most this many letters a day about new networks of one token; the page has all of them. */
const mostLettersADay = 5
const callsStoredMs = 366 * dayMs
const atOnce = 20

/** Job: writes to the admins about tokens that end soon and about new networks. */
export const watchServiceTokens = (context: WatchContext): Promise<readonly Moved[]> =>
  Promise.all([
    forEachCase(context, {
      job: 'watch-service-tokens.ends',
      atOnce,
      find: (limit) => endingTokens(context, limit),
      move: (token) => tellEnding(context, token),
    }),
    forEachCase(context, {
      job: 'watch-service-tokens.networks',
      atOnce,
      find: (limit) => newNetworks(context, limit),
      move: (use) => tellNewNetwork(context, use),
    }),
  ])

/** Job: deletes counts of calls that are older than a year. */
export const removeOldCalls = ({ db, clock }: ClockedDatabase): Promise<unknown> =>
  db.query
    .deleteFrom('operators_service_token_calls')
    .where('day', '<', sql<Date>`${utcDay(clock.now() - callsStoredMs)}::date`)
    .execute()

const endingTokens = ({ db, clock }: ClockedDatabase, limit: number) =>
  db.query
    .selectFrom('operators_service_tokens')
    .select(['id', 'name', 'expires_at'])
    .where('revoked_at', 'is', null)
    .where('secret_hash', 'is not', null)
    .where('warned_at', 'is', null)
    .where('expires_at', '>', BigInt(clock.now()))
    .where('expires_at', '<=', BigInt(clock.now() + warnedBeforeMs))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()

async function tellEnding(
  { db, clock, tellAdmins }: WatchContext,
  { id, name, expires_at }: Awaited<ReturnType<typeof endingTokens>>[number],
): Promise<boolean> {
  await tellAdmins({
    subject: `A service token ends soon: ${name}`,
    text: [
      `The service token ${name} is valid until ${isoOf(expires_at)}. Then its system is refused.`,
      'It cannot be extended. If the system is still needed, propose a token with another name on the page Service tokens of the console. Both are valid until the former one ends.',
    ].join('\n\n'),
  })
  await changeToken(db.query, id, { warned_at: BigInt(clock.now()) })
  return true
}

/** Networks without a letter, the oldest first, each with its place among those of its token within a day. */
const newNetworks = ({ db, clock }: ClockedDatabase, limit: number) =>
  db.query
    .selectFrom('operators_service_token_networks as n')
    .innerJoin('operators_service_tokens as t', 't.id', 'n.token_id')
    .select(['n.token_id', 'n.network', 'n.first_at', 't.name'])
    .select(sql<string>`n.token_id || ' ' || n.network`.as('id'))
    .select((eb) =>
      eb
        .selectFrom('operators_service_token_networks as earlier')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('earlier.token_id', '=', 'n.token_id')
        .whereRef('earlier.first_at', '<=', 'n.first_at')
        .where('earlier.first_at', '>', BigInt(clock.now() - dayMs))
        .as('place'),
    )
    .where('n.letter_at', 'is', null)
    .orderBy('n.first_at')
    .orderBy('n.token_id')
    .orderBy('n.network')
    .limit(limit)
    .execute()

async function tellNewNetwork(
  { db, clock, tellAdmins }: WatchContext,
  { token_id, network, first_at, name, place }: Awaited<ReturnType<typeof newNetworks>>[number],
): Promise<boolean> {
  if (Number(place) <= mostLettersADay)
    await tellAdmins({
      subject: `A service token is used from a new network: ${name}`,
      text: [
        `The service token ${name} was used from ${network} at ${isoOf(first_at)}, for the first time.`,
        'If its system is not there, revoke the token on the page Service tokens of the console.',
      ].join('\n\n'),
    })
  await db.query
    .updateTable('operators_service_token_networks')
    .set({ letter_at: BigInt(clock.now()) })
    .where('token_id', '=', token_id)
    .where('network', '=', network)
    .execute()
  return true
}
