import type { MarketActionShown, MarketHalt } from '@candor/contract'
import { allMarkets } from '@candor/rules'
import type { Console } from '../back-office/operators/console.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { ProposalPeople } from '../back-office/operators/proposal-kind.ts'
import {
  type ActionRequest,
  actionValue,
  askAction,
  cancelAction,
  cancellableAction,
  findAction,
  newestActions,
  refusalOf,
} from '../market-data/actions.ts'
import { type HaltRefusal, haltMarket, newestHalts, resumeMarket } from '../market-data/halts.ts'
import type { ActionRow } from '../market-data/markets-tables.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Json } from '../proofs/canonical-json.ts'

export interface MarketOpsParts {
  readonly db: Database
  readonly clock: Clock
  readonly console: Console
}

type Payload = {
  readonly code: string
  readonly kind: ActionRequest['kind']
  readonly value: string
  readonly at: number
}

const roles = ['risk', 'admin'] as const
const iso = (ms: bigint): string => new Date(Number(ms)).toISOString()
/** For people: `2026-12-01 14:30:00 UTC`. */
const shownMoment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
const isoOrNull = (ms: bigint | null): string | null => (ms === null ? null : iso(ms))

function parse(payload: Json): Payload {
  const { code, kind, value, at } = Object(payload) as Partial<Payload>
  if (typeof code !== 'string' || typeof value !== 'string' || typeof at !== 'number')
    throw new TypeError('not an action of a market')
  return { code, kind: kind === 'split' ? 'split' : 'dividend', value, at }
}

const orRefuse = (refused: HaltRefusal | null): true => {
  if (refused === null) return true
  if (refused === 'unknown-market')
    throw new Refusal('invalidInput', { issues: [{ path: 'code', code: refused }] })
  throw new Refusal('changedMeanwhile')
}

const valueLabel = (kind: ActionRow['kind']): string =>
  kind === 'split' ? 'New for old shares' : 'For one share'

function stateOf(row: ActionRow): 'cancelled' | 'done' | 'scheduled' {
  if (row.cancelled_at !== null) return 'cancelled'
  return row.applied_at === null ? 'scheduled' : 'done'
}

/** Names the proposer and the approver for the record. */
async function bothOf(tx: Tx, { proposedBy, approvedBy }: ProposalPeople): Promise<string> {
  const rows = await tx
    .selectFrom('operators_people')
    .select(['id', 'email'])
    .where('id', 'in', [proposedBy, approvedBy])
    .execute()
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.email ?? id
  return `${nameOf(proposedBy)}, approved by ${nameOf(approvedBy)}`
}

/** Taking a split or a dividend off the calendar again takes two people too. */
function openCancelling({ db, clock, console }: MarketOpsParts): void {
  console.registerProposalKind<{ readonly id: string }>({
    kind: 'markets.cancel',
    roles,
    parse: (payload) => {
      const { id } = Object(payload) as { id?: unknown }
      if (typeof id !== 'string') throw new TypeError('names no action')
      return { id }
    },
    show: async (query, { id }) => {
      const row = await query
        .selectFrom('markets_actions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      if (row === undefined) throw new Refusal('notFound')
      const state = stateOf(row)
      return {
        summary: `Cancel the ${row.kind} of ${row.code}: ${actionValue(row)}`,
        sections: [
          {
            title: 'What would not happen',
            rows: [
              { label: 'Market', value: row.code, tone: 'plain' },
              {
                label: valueLabel(row.kind),
                value: actionValue(row),
                tone: 'plain',
              },
              { label: 'Would take effect', value: shownMoment(Number(row.at)), tone: 'plain' },
              { label: 'Asked for by', value: row.asked_by, tone: 'plain' },
              { label: 'State', value: state, tone: state === 'scheduled' ? 'plain' : 'warn' },
            ],
            images: [],
          },
        ],
      }
    },
    apply: async (tx, { id }, people) => {
      if (!(await cancelAction({ query: tx }, clock, { id, by: await bothOf(tx, people) })))
        throw new Refusal('changedMeanwhile')
    },
  })
  console.handle({
    opsProposeCancel: async ({ id, reason }, operator) => {
      if ((await cancellableAction(db, clock, id)) === null)
        throw new Refusal((await findAction(db, id)) === null ? 'notFound' : 'changedMeanwhile')
      const proposal = await console.propose({ kind: 'markets.cancel', payload: { id }, reason }, operator)
      return { id: proposal.id }
    },
  })
}

/** The console's part: halting at once by one person, splits and dividends by two (ADR-036), and so their cancelling. */
export function openMarketOps(parts: MarketOpsParts): void {
  const { db, clock, console } = parts
  openCancelling(parts)
  const refuseBad = (request: ActionRequest): void => {
    const refused = refusalOf(request, clock.now())
    const path = refused === 'in-the-past' ? 'at' : refused?.startsWith('bad') === true ? 'value' : 'code'
    if (refused !== null) throw new Refusal('invalidInput', { issues: [{ path, code: refused }] })
  }
  console.registerProposalKind<Payload>({
    kind: 'markets.action',
    roles,
    parse,
    show: async (_db, { code, kind, value, at }) => ({
      summary: `${kind === 'split' ? 'Split' : 'Dividend'} of ${code}: ${value}`,
      sections: [
        {
          title: 'What happens',
          rows: [
            { label: 'Market', value: code, tone: 'plain' },
            { label: valueLabel(kind), value, tone: 'plain' },
            { label: 'Takes effect', value: shownMoment(at), tone: 'plain' },
          ],
          images: [],
        },
      ],
    }),
    apply: async (tx, payload, people) => {
      const request = { ...payload, by: await bothOf(tx, people) }
      refuseBad(request)
      if ((await askAction({ query: tx }, clock, request)) !== null) throw new Refusal('changedMeanwhile')
    },
  })
  const audited = (
    operator: Operator,
    done: { action: string; code: string; note: string; after: Json },
    work: (tx: Tx) => Promise<HaltRefusal | null>,
  ): Promise<true> =>
    db.transaction(async (tx) => {
      orRefuse(await work(tx))
      await console.audit.write(tx, {
        actor: operator.id,
        action: done.action,
        subject: `market:${done.code}`,
        reason: done.note,
        after: done.after,
      })
      return true as const
    })
  console.handle({
    opsMarketEvents: async () => ({
      markets: allMarkets.map(({ code, name, type }) => ({ code, name, stock: type === 3 })),
      halts: (await newestHalts(db)).map(
        (row): MarketHalt => ({
          id: row.id,
          code: row.code,
          reason: row.reason,
          note: row.note,
          haltedBy: row.halted_by,
          haltedAt: iso(row.halted_at),
          liftedBy: row.lifted_by,
          liftedAt: isoOrNull(row.lifted_at),
        }),
      ),
      actions: (await newestActions(db)).map(
        (row): MarketActionShown => ({
          id: row.id,
          code: row.code,
          kind: row.kind,
          at: iso(row.at),
          value: actionValue(row),
          askedBy: row.asked_by,
          appliedAt: isoOrNull(row.applied_at),
          cancelledBy: row.cancelled_by,
          cancelledAt: isoOrNull(row.cancelled_at),
        }),
      ),
    }),
    opsHaltMarket: ({ code, reason, note }, operator) =>
      audited(operator, { action: 'markets.halt', code, note, after: { reason } }, (tx) =>
        haltMarket({ query: tx }, clock, { code, reason, note, by: operator.email }),
      ),
    opsResumeMarket: ({ code, note }, operator) =>
      audited(operator, { action: 'markets.resume', code, note, after: null }, (tx) =>
        resumeMarket({ query: tx }, clock, { code, by: operator.email }),
      ),
    opsProposeAction: async ({ reason, at, ...fields }, operator) => {
      const payload = { ...fields, at: Date.parse(at) }
      refuseBad({ ...payload, by: operator.email })
      const { id } = await console.propose({ kind: 'markets.action', payload, reason }, operator)
      return { id }
    },
  })
}
