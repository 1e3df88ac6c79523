import {
  longestServiceTokenDays,
  plainRow,
  type ServiceScope,
  serviceScopeSummaries,
  serviceScopes,
} from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { z } from 'zod'
import { invalidField } from '../../../platform/http/refusal.ts'
import type { ProposalKind } from '../../proposals/proposal-kind.ts'
import type { OperatorsContext } from '../operators-context.ts'
import { invitingRoles } from '../people/people-store.ts'
import { addToken, refuseTokenName } from './service-tokens-store.ts'

/** A type and no interface: it is stored as JSON. */
export type NewServiceToken = {
  readonly name: string
  readonly scopes: readonly ServiceScope[]
  readonly networks: readonly string[]
  readonly expiresAt: string
}

export const serviceTokenKind = 'operators.service-token'

const payloadSchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum(serviceScopes)).min(1),
  networks: z.array(z.string()),
  expiresAt: z.string(),
})

/** Refuses `invalidInput` at `expiresAt` for a moment that is over, or further ahead than a token lasts. */
export function refuseEnd(expiresAt: string, now: number): void {
  const lasts = Date.parse(expiresAt) - now
  if (lasts <= 0) throw invalidField('expiresAt', 'past')
  if (lasts > longestServiceTokenDays * dayMs) throw invalidField('expiresAt', 'too_late')
}

const readsPeople: ReadonlySet<ServiceScope> = new Set(['customers:read', 'queues:read', 'audit:read'])

/** A token for another system, which two people make: it widens who reads customers' data. */
export const serviceTokenProposal = (context: OperatorsContext): ProposalKind<NewServiceToken> => ({
  kind: serviceTokenKind,
  roles: invitingRoles,
  parse: (payload) => payloadSchema.parse(payload),
  show: async (_db, { name, scopes, networks, expiresAt }) => ({
    summary: `Service token ${name}: ${scopes.join(', ')}`,
    sections: [
      {
        title: 'Service token',
        rows: [
          plainRow('System', name),
          ...scopes.map((scope) => ({
            label: scope,
            value: serviceScopeSummaries[scope],
            tone: readsPeople.has(scope) ? ('warn' as const) : ('plain' as const),
          })),
          networks.length === 0
            ? { label: 'Accepted from', value: 'any address', tone: 'warn' as const }
            : plainRow('Accepted from', networks.join(', ')),
          plainRow('Valid until', `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`),
          plainRow('Secret', 'made after approval and shown once, to the proposer'),
        ],
        images: [],
      },
    ],
  }),
  judge: async (db, { name, expiresAt }) => {
    const now = context.clock.now()
    refuseEnd(expiresAt, now)
    await refuseTokenName(db, name, now)
  },
  apply: async (tx, { name, scopes, networks, expiresAt }, { proposalId, proposedBy, approvedBy }) => {
    const now = context.clock.now()
    refuseEnd(expiresAt, now)
    await addToken(tx, {
      ...{ id: proposalId, name, scopes: [...scopes], networks: [...networks] },
      ...{ proposed_by: proposedBy, approved_by: approvedBy },
      ...{ made_at: BigInt(now), expires_at: BigInt(Date.parse(expiresAt)) },
    })
  },
})
