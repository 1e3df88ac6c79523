import type { OperatorRole } from '@candor/contract'
import { operatorRoles, plainRow } from '@candor/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../../platform/database/schema.ts'
import { invalidField, Refusal } from '../../../platform/http/refusal.ts'
import type { ProposalKind } from '../../proposals/proposal-kind.ts'
import type { OperatorsContext } from '../operators-context.ts'
import { isMailboxTaken } from './add-operator.ts'
import { addInvitation, type NewOperatorPayload } from './invitations.ts'
import { mailApproved } from './mail-invitation.ts'
import { invitingRoles, isOnlyAdmin, personById } from './people-store.ts'
import { shutOut } from './reset-operator.ts'

type RolePayload = { readonly id: string; readonly role: OperatorRole }
type EnablePayload = { readonly id: string }

const roles = invitingRoles
const role = z.enum(operatorRoles)

/** `invalidInput` at the address where it is none, or its mailbox belongs to an operator or to an invitation that waits. */
export async function refuseAddress(
  context: OperatorsContext,
  db: Kysely<Schema>,
  email: string,
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidField('email', 'email')
  if (await isMailboxTaken(db, context, email)) throw invalidField('email', 'taken')
}

/** Refuses `invalidInput` where no admin would be left. */
export async function refuseLastAdmin(db: Kysely<Schema>, id: string): Promise<void> {
  if (await isOnlyAdmin(db, id)) throw invalidField('id', 'last-admin')
}

const addKind = (context: OperatorsContext): ProposalKind<NewOperatorPayload> => ({
  kind: 'operators.add',
  roles,
  parse: (payload) => z.object({ email: z.string(), role }).parse(payload),
  show: async (_db, one) => ({
    summary: `Invite ${one.email} as ${one.role}`,
    sections: [
      {
        title: 'New operator',
        rows: [
          plainRow('Email address', one.email),
          { label: 'Role', value: one.role, tone: one.role === 'admin' ? 'warn' : 'plain' },
          plainRow(
            'Invitation',
            'a link emailed to this address only, valid for seven days; they set their own password and two-factor authentication',
          ),
        ],
        images: [],
      },
    ],
  }),
  apply: async (tx, one, people) => {
    await refuseAddress(context, tx, one.email)
    await addInvitation(tx, context, one, people)
  },
  afterApproval: async ({ email }) => mailApproved(context, email),
})

/** Once approved, all earlier credentials are void, so that the finder of a lost device is never faster than the email. */
const resetKind = (context: OperatorsContext): ProposalKind<EnablePayload> => ({
  kind: 'operators.reset',
  roles: ['admin'],
  parse: (payload) => z.object({ id: z.string() }).parse(payload),
  show: async (db, { id }) => {
    const person = await personById(db, id)
    return {
      summary: `Reset access for ${person.email}`,
      sections: [
        {
          title: 'Access to reset',
          rows: [
            plainRow('Operator', person.email),
            plainRow('Role', person.role),
            {
              label: 'On approval',
              value:
                'their sessions end, their passkeys and linked account are removed, and their password and authenticator codes stop working',
              tone: 'warn',
            },
            plainRow('New credentials', 'a link emailed to this address only, valid for seven days'),
          ],
          images: [],
        },
      ],
    }
  },
  apply: async (tx, { id }, people) => {
    const { email, role } = await refuseNoReset(tx, id)
    await shutOut(tx, id, new Date(context.clock.now()))
    const unknown = context.secrets.seal('operators_people.totp_secret', id, context.identity.newTotpSecret())
    await tx.updateTable('operators_people').set({ totp_secret: unknown }).where('id', '=', id).execute()
    await addInvitation(tx, context, { email, role, resets: id }, people)
  },
  afterApproval: async ({ id }) => mailApproved(context, (await personById(context.db.query, id)).email),
})

/** Refuses `notFound`, and `changedMeanwhile` for a disabled operator: two people must enable them first. */
export async function refuseNoReset(db: Kysely<Schema>, id: string) {
  const person = await personById(db, id)
  if (person.disabled_at !== null) throw new Refusal('changedMeanwhile')
  return person
}

const roleKind = (): ProposalKind<RolePayload> => ({
  kind: 'operators.role',
  roles,
  parse: (payload) => z.object({ id: z.string(), role }).parse(payload),
  show: async (db, { id, role: next }) => {
    const person = await personById(db, id)
    return {
      summary: `Change the role of ${person.email} from ${person.role} to ${next}`,
      sections: [
        {
          title: 'Role',
          rows: [
            plainRow('Operator', person.email),
            plainRow('Current role', person.role),
            { label: 'New role', value: next, tone: 'warn' },
          ],
          images: [],
        },
      ],
    }
  },
  apply: async (tx, { id, role: next }) => {
    const person = await personById(tx, id)
    if (next !== 'admin') await refuseLastAdmin(tx, person.id)
    await tx.updateTable('operators_people').set({ role: next }).where('id', '=', id).execute()
  },
})

const enableKind = (): ProposalKind<EnablePayload> => ({
  kind: 'operators.enable',
  roles,
  parse: (payload) => z.object({ id: z.string() }).parse(payload),
  show: async (db, { id }) => {
    const person = await personById(db, id)
    return {
      summary: `Re-enable ${person.email} as ${person.role}`,
      sections: [
        {
          title: 'Operator to re-enable',
          rows: [plainRow('Operator', person.email), plainRow('Role', person.role)],
          images: [],
        },
      ],
    }
  },
  apply: async (tx, { id }) => {
    await personById(tx, id)
    await tx.updateTable('operators_people').set({ disabled_at: null }).where('id', '=', id).execute()
  },
})

/** Proposals about operators themselves. */
export const peopleProposals = (context: OperatorsContext) => [
  addKind(context),
  roleKind(),
  enableKind(),
  resetKind(context),
]
