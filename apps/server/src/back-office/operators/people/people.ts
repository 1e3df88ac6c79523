import type { Tx } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Json } from '../../../platform/json.ts'
import type { Console } from '../console.ts'
import type { Operator } from '../operator.ts'
import type { OperatorsContext } from '../operators-context.ts'
import type { OpsHandlers } from '../ops-handlers.ts'
import { join, lookAtInvitation } from './invitations.ts'
import { mailInvitation } from './mail-invitation.ts'
import { refuseAddress, refuseLastAdmin, refuseNoReset } from './people-proposals.ts'
import { endSessionsOf, everybody, personById, waitingInvitations } from './people-store.ts'

interface Deed {
  readonly id: string
  readonly reason: string
}

/**
 * Manages operators (ADR-086). Adding one, changing a role and enabling one again take two people. Disabling one takes one
 * person and applies at once; operators cannot disable themselves or the last admin.
 */
export function peopleHandlers(context: OperatorsContext, console: Console) {
  const { db, clock } = context
  const propose = async (kind: string, payload: Json, reason: string, operator: Operator) => ({
    id: (await console.propose({ kind, payload, reason }, operator)).id,
  })
  return {
    opsOperators: async () => ({
      people: await everybody(db, clock.now()),
      invitations: await waitingInvitations(db, clock.now()),
    }),
    opsProposeOperator: async ({ email, role, reason }, operator) => {
      await refuseAddress(context, db.query, email)
      return propose('operators.add', { email, role }, reason, operator)
    },
    opsMailInvitation: async ({ id }, operator) => ({
      mailed: await mailInvitation(context, id, operator.id),
    }),
    opsProposeRole: async ({ id, role, reason }, operator) => {
      const person = await personById(db.query, id)
      if (person.role === role)
        throw new Refusal('invalidInput', { issues: [{ path: 'role', code: 'unchanged' }] })
      if (role !== 'admin') await refuseLastAdmin(db.query, id)
      return propose('operators.role', { id, role }, reason, operator)
    },
    opsProposeEnable: async ({ id, reason }, operator) => {
      if ((await personById(db.query, id)).disabled_at === null) throw new Refusal('changedMeanwhile')
      return propose('operators.enable', { id }, reason, operator)
    },
    opsProposeReset: async ({ id, reason }, operator) => {
      if ((await refuseNoReset(db.query, id)).id === operator.id)
        throw new Refusal('invalidInput', { issues: [{ path: 'id', code: 'self' }] })
      return propose('operators.reset', { id }, reason, operator)
    },
    opsDisableOperator: async (deed, operator) => {
      await doAt(context, { action: 'operators.disable', deed, operator }, (tx, at) =>
        disable(tx, deed.id, at, operator),
      )
      return true as const
    },
    opsEndSessions: async (deed, operator) => ({
      ended: await doAt(context, { action: 'operators.sessions.end', deed, operator }, async (tx, at) => {
        await personById(tx, deed.id)
        return endSessionsOf(tx, deed.id, at)
      }),
    }),
    opsInvitation: ({ token }) => lookAtInvitation(context, token),
    opsJoin: (input, from) => join(context, input, from),
  } satisfies OpsHandlers
}

async function disable(tx: Tx, id: string, at: Date, operator: Operator): Promise<number> {
  const person = await personById(tx, id)
  if (person.id === operator.id) throw new Refusal('invalidInput', { issues: [{ path: 'id', code: 'self' }] })
  if (person.disabled_at !== null) throw new Refusal('changedMeanwhile')
  await refuseLastAdmin(tx, id)
  await tx.updateTable('operators_people').set({ disabled_at: at }).where('id', '=', id).execute()
  return endSessionsOf(tx, id, at)
}

/** Disables an operator at once, by one person, with the reason in the log; returns how many sessions it ended. */
function doAt(
  { db, clock, audit }: OperatorsContext,
  { action, deed, operator }: { readonly action: string; readonly deed: Deed; readonly operator: Operator },
  work: (tx: Tx, at: Date) => Promise<number>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await work(tx, new Date(clock.now()))
    await audit.write(tx, {
      actor: operator.id,
      action,
      subject: `operator:${deed.id}`,
      reason: deed.reason,
      after: { sessionsEnded: ended },
    })
    return ended
  })
}
