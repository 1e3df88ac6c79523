import { serviceTokensOps, serviceTokenWarningDays } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { ClockedDatabase } from '../../../platform/database/database.ts'
import { namesInAlert } from '../../../platform/names-in-alert.ts'
import type { AlertSource } from '../../dashboard/work-queue.ts'

/** Admins are warned this long before a token ends. */
export const warnedBeforeMs = serviceTokenWarningDays * dayMs
/** A network is new, and the end of a token is shown, for this long. */
const newForMs = dayMs
const endShownMs = 7 * dayMs

interface Named {
  readonly name: string
  readonly since: number
}

/** Alerts about tokens that end or have ended, that are used from a new network, or whose secret a disabled operator has seen. */
export const serviceTokenAlerts = ({ db, clock }: ClockedDatabase): AlertSource => ({
  page: 'service-tokens',
  roles: serviceTokensOps.opsServiceTokens.roles,
  alerts: async () => {
    const now = clock.now()
    const issued = await issuedTokens({ db, clock }, now - endShownMs)
    const living = issued.filter(({ expires_at }) => Number(expires_at) > now)
    const ending = living.filter(({ expires_at }) => Number(expires_at) <= now + warnedBeforeMs)
    return [
      ...alertOf(
        'bad',
        'Service tokens whose secret a disabled operator has seen',
        living.flatMap(({ name, disabled_at: at }) => (at === null ? [] : [{ name, since: at.getTime() }])),
      ),
      ...alertOf(
        'bad',
        'Service tokens have expired',
        issued
          .filter((token) => !living.includes(token))
          .map(({ name, expires_at }) => ({ name, since: Number(expires_at) })),
      ),
      ...alertOf(
        'warn',
        `Service tokens expire within ${serviceTokenWarningDays} days`,
        ending.map(({ name, expires_at }) => ({ name, since: Number(expires_at) - warnedBeforeMs })),
      ),
      ...alertOf(
        'warn',
        'Service tokens are used from a new network',
        await usedElsewhere({ db, clock }, now - newForMs),
      ),
    ]
  },
})

/** Tokens with a secret that are not revoked and end after a moment. */
const issuedTokens = ({ db }: ClockedDatabase, endAfter: number) =>
  db.query
    .selectFrom('operators_service_tokens as t')
    .innerJoin('operators_people as holder', 'holder.id', 't.secret_by')
    .select(['t.name', 't.expires_at', 'holder.disabled_at'])
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', BigInt(endAfter))
    .orderBy('t.expires_at')
    .limit(100)
    .execute()

/** Living tokens with a network since a moment that is not their first, each once. */
async function usedElsewhere({ db }: ClockedDatabase, since: number): Promise<Named[]> {
  const rows = await db.query
    .selectFrom('operators_service_token_networks as n')
    .innerJoin('operators_service_tokens as t', 't.id', 'n.token_id')
    .select(({ fn }) => ['t.name', fn.min('n.first_at').as('since')])
    .where('n.first_at', '>', BigInt(since))
    .where('t.revoked_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('operators_service_token_networks as earlier')
          .select('earlier.network')
          .whereRef('earlier.token_id', '=', 'n.token_id')
          .whereRef('earlier.first_at', '<', 'n.first_at'),
      ),
    )
    .groupBy(['t.id', 't.name'])
    .orderBy('t.name')
    .limit(100)
    .execute()
  return rows.map(({ name, since: at }) => ({ name, since: Number(at) }))
}

function alertOf(tone: 'warn' | 'bad', words: string, tokens: readonly Named[]) {
  if (tokens.length === 0) return []
  const sinceMs = Math.min(...tokens.map(({ since }) => since))
  return [{ tone, text: `${words}: ${namesInAlert(tokens.map(({ name }) => name))}`, sinceMs }]
}
