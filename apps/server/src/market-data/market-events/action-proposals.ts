import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import type { ProposalKind, ProposalPeople } from '../../back-office/proposals/proposal-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Json } from '../../platform/json.ts'
import { findListed } from '../instruments/instruments-store.ts'
import type { ActionRow } from '../markets-tables.ts'
import {
  type ActionRequest,
  actionValue,
  cancelAction,
  cancellableAction,
  findAction,
  refusalOf,
  requestAction,
} from './actions.ts'

/** Returns the addresses of operators, by id. */
export type EmailsOf = (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

type NewAction = {
  readonly code: string
  readonly kind: ActionRequest['kind']
  readonly value: string
  readonly at: number
}
type Cancelling = { readonly id: string }

const roles = ['risk', 'admin'] as const

/** The console's side of splits and dividends: two people put one on the calendar, or take it off again (ADR-036). */
export const actionProposals = (context: ServerContext, emailsOf: EmailsOf) => ({
  proposals: [newActionKind(context, emailsOf), cancellingKind(context, emailsOf)],
  handlers: proposeHandlers(context),
})

const newActionKind = (context: ServerContext, emailsOf: EmailsOf): ProposalKind<NewAction> => ({
  kind: 'markets.action',
  roles,
  parse: parseNewAction,
  show: async (_db, { code, kind, value, at }) => ({
    summary: `${kind === 'split' ? 'Split' : 'Dividend'} of ${code}: ${value}`,
    sections: [
      {
        title: 'Corporate action',
        rows: [
          { label: 'Market', value: code, tone: 'plain' },
          { label: valueLabels[kind], value, tone: 'plain' },
          { label: 'Takes effect', value: shownMoment(at), tone: 'plain' },
        ],
        images: [],
      },
    ],
  }),
  apply: async (tx, payload, people) => {
    const request = { ...payload, by: await namesOf(emailsOf, tx, people) }
    await refuseBadAction(tx, request, context.clock)
    if ((await requestAction(tx, context.clock, request)) !== null) throw new Refusal('changedMeanwhile')
  },
})

const cancellingKind = (context: ServerContext, emailsOf: EmailsOf): ProposalKind<Cancelling> => ({
  kind: 'markets.cancel',
  roles,
  parse: (payload) => {
    const { id } = Object(payload) as { id?: unknown }
    if (typeof id !== 'string') throw new TypeError('names no action')
    return { id }
  },
  show: async (query, { id }) => {
    const row = await findAction(query, id)
    if (row === null) throw new Refusal('notFound')
    const state = stateOf(row)
    return {
      summary: `Cancel the ${row.kind} of ${row.code}: ${actionValue(row)}`,
      sections: [
        {
          title: 'Corporate action to cancel',
          rows: [
            { label: 'Market', value: row.code, tone: 'plain' },
            { label: valueLabels[row.kind], value: actionValue(row), tone: 'plain' },
            { label: 'Scheduled for', value: shownMoment(Number(row.at)), tone: 'plain' },
            { label: 'Requested by', value: row.asked_by, tone: 'plain' },
            { label: 'Status', value: state, tone: state === 'scheduled' ? 'plain' : 'warn' },
            { label: 'Consequence', value: consequences[row.kind], tone: 'warn' },
          ],
          images: [],
        },
      ],
    }
  },
  apply: async (tx, { id }, people) => {
    const by = await namesOf(emailsOf, tx, people)
    if (!(await cancelAction(tx, context.clock, { id, by }))) throw new Refusal('changedMeanwhile')
  },
})

/** Effects of cancelling an action on customers. */
const consequences: Readonly<Record<ActionRow['kind'], string>> = {
  split:
    'Positions keep their lots, open prices and levels. If the market quotes on the new scale, the difference becomes their profit or loss, and stop losses and stop-outs fire at the first price.',
  dividend:
    'Long positions are not credited and short positions are not debited. A price that has already fallen by the dividend stays their profit or loss.',
  roll: 'Positions keep their open prices and levels. The price difference between the two contracts becomes their profit or loss.',
}

const proposeHandlers = ({ db, clock, console }: ServerContext) =>
  ({
    opsProposeAction: async ({ reason, at, ...fields }, operator) => {
      const payload = { ...fields, at: Date.parse(at) }
      await refuseBadAction(db.query, { ...payload, by: operator.email }, clock)
      const { id } = await console.propose({ kind: 'markets.action', payload, reason }, operator)
      return { id }
    },
    opsProposeCancel: async ({ id, reason }, operator) => {
      if ((await cancellableAction(db.query, clock, id)) === null)
        throw new Refusal((await findAction(db.query, id)) === null ? 'notFound' : 'changedMeanwhile')
      const proposal = await console.propose({ kind: 'markets.cancel', payload: { id }, reason }, operator)
      return { id: proposal.id }
    },
  }) satisfies OpsHandlers

function parseNewAction(payload: Json): NewAction {
  const { code, kind, value, at } = Object(payload) as Partial<NewAction>
  if (typeof code !== 'string' || typeof value !== 'string' || typeof at !== 'number')
    throw new TypeError('not an action of a market')
  return { code, kind: kind === 'split' ? 'split' : 'dividend', value, at }
}

async function refuseBadAction(reader: Reader, request: ActionRequest, clock: Clock): Promise<void> {
  const now = clock.now()
  const refused = refusalOf(request, await findListed(reader, request.code, now), now)
  const isOfMoment = refused === 'in-the-past' || refused === 'too-soon'
  const path = isOfMoment ? 'at' : refused?.startsWith('bad') === true ? 'value' : 'code'
  if (refused !== null) throw new Refusal('invalidInput', { issues: [{ path, code: refused }] })
}

/** Names the proposer and the approver for the record. */
async function namesOf(
  emailsOf: EmailsOf,
  tx: Tx,
  { proposedBy, approvedBy }: ProposalPeople,
): Promise<string> {
  const emails = await emailsOf(tx, [proposedBy, approvedBy])
  const nameOf = (id: string) => emails.get(id) ?? id
  return `${nameOf(proposedBy)}, approved by ${nameOf(approvedBy)}`
}

/** For people: `2026-12-01 14:30:00 UTC`. */
const shownMoment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const valueLabels: Readonly<Record<ActionRow['kind'], string>> = {
  split: 'New to old shares',
  dividend: 'Dividend per share',
  roll: 'Contracts',
}

function stateOf(row: ActionRow): 'cancelled' | 'done' | 'scheduled' {
  if (row.cancelled_at !== null) return 'cancelled'
  return row.applied_at === null ? 'scheduled' : 'done'
}
