import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { announced, lockTariffs, rowsOfChange, type TariffRow, withdrawChange } from '../markets/tariffs.ts'
import type { Operator } from '../operators/operator.ts'
import type { ProposalKind } from '../operators/proposal-kind.ts'
import type { TariffsParts } from './open-tariffs.ts'
import { isLimit } from './propose-fees.ts'
import { isList } from './propose-lists.ts'
import { roles, shownMoment, tellAll } from './propose-tariffs.ts'

/** Every process hears of a withdrawal within seconds: so long before it holds one is still sure that it never does. */
const marginMs = 60_000
const refused = (code: string) => new Refusal('invalidInput', { issues: [{ path: 'changeId', code }] })
const withdrawal = z.object({ changeId: z.string() })
type Withdrawal = z.output<typeof withdrawal>

const namesOf = (rows: readonly TariffRow[]): string => rows.map(({ name }) => name).join(', ')

/** Takes back what is announced and does not hold yet; what was announced after it is made of it and has to go first. */
export function withdrawKind(parts: TariffsParts) {
  const find = async (db: Kysely<Schema>, changeId: string) => {
    const rows = await rowsOfChange(db, changeId)
    const [first] = rows
    if (first === undefined) throw new Refusal('notFound')
    return { rows, first, from: Number(first.holds_from) }
  }
  const judge = async (db: Kysely<Schema>, { changeId }: Withdrawal) => {
    const found = await find(db, changeId)
    if (found.first.withdrawn_at !== null) throw refused('withdrawn')
    if (found.from < parts.clock.now() + marginMs) throw refused('too-late')
    for (const { about, name, id } of found.rows) {
      const last = (await announced(db, about, name)).at(-1)
      if (last?.id !== id) throw refused('not-last')
    }
    return found
  }
  const kind: ProposalKind<Withdrawal> = {
    kind: 'tariffs.withdraw',
    roles,
    parse: (payload) => withdrawal.parse(payload),
    show: async (db, { changeId }) => {
      const { rows, first, from } = await find(db, changeId)
      const plain = (label: string, value: string) => ({ label, value, tone: 'plain' as const })
      return {
        summary: `Withdraw what is announced for ${namesOf(rows)} from ${shownMoment(from)}`,
        sections: [
          {
            title: 'Announcement',
            rows: [
              plain('About', namesOf(rows)),
              plain('Would hold from', shownMoment(from)),
              plain('Announced because', first.reason),
              plain('Then', 'what holds now goes on, and every customer is told'),
            ],
            images: [],
          },
        ],
      }
    },
    judge,
    apply: async (tx, change, { proposalId, reason, proposedBy, approvedBy }) => {
      await lockTariffs(tx)
      const { rows, first, from } = await judge(tx, change)
      const at = parts.clock.now()
      await withdrawChange(tx, change.changeId, { reason, proposedBy, approvedBy, at })
      const about =
        first.about !== 'fee'
          ? 'withdrawn'
          : isList(first.name)
            ? 'withdrawnList'
            : isLimit(first.name)
              ? 'withdrawnLimit'
              : 'withdrawnFee'
      const facts = {
        from: new Date(from).toISOString(),
        about,
        names: namesOf(rows),
        orders: String(rows.length),
      }
      await tellAll(tx, proposalId, at, null, facts)
    },
  }
  const propose = async (changeId: string, reason: string, operator: Operator) => {
    await judge(parts.db.query, { changeId })
    return (await parts.console.propose({ kind: kind.kind, payload: { changeId }, reason }, operator)).id
  }
  return { kind, propose }
}
