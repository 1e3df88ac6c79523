import { plainRow } from '@candor/contract'
import { announcedKeys } from '@candor/contract/fees/announced-terms.ts'
import { areWorse } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Operator } from '../../back-office/operators/operator.ts'
import { isWorse } from '../../back-office/parameters/announced-bounds.ts'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { noticeKindOf } from './propose-fees.ts'
import { isList } from './propose-lists.ts'
import type { TariffContext } from './propose-terms.ts'
import { notifyAll, roles, shownMoment } from './propose-terms.ts'
import { readTerms } from './tariff-response.ts'
import {
  announced,
  lastTerms,
  lockTariffs,
  rowsOfChange,
  type TariffRow,
  withdrawChange,
} from './tariffs-store.ts'

/** Latest time before a change applies at which it can be withdrawn: every process reads the withdrawal within seconds. */
const marginMs = 60_000
const refused = (code: string) => new Refusal('invalidInput', { issues: [{ path: 'changeId', code }] })
const withdrawal = z.object({ changeId: z.string() })
type Withdrawal = z.output<typeof withdrawal>

const namesOf = (rows: readonly TariffRow[]): string => rows.map(({ name }) => name).join(', ')

const withdrawnKinds = { margin: 'withdrawnMargin', limit: 'withdrawnLimit', fee: 'withdrawnFee' } as const

function unitOf({ about, name }: TariffRow): string {
  if (about !== 'fee') return 'withdrawn'
  if (isList(name)) return 'withdrawnList'
  return withdrawnKinds[noticeKindOf(name)]
}

async function refuseRow(context: TariffContext, db: Kysely<Schema>, row: TariffRow): Promise<void> {
  const known = await announced(db, row.about, row.name)
  if (known.at(-1)?.id !== row.id) throw refused('not-last')
  if (Number(row.holds_from) >= context.clock.now() + dayMs) return
  if (!(await isAgainstCustomers(context, db, row, known.at(-2)))) throw refused('waited-for')
}

/** Checks that an announced change is worse for every customer than the present terms, so that no customer waits for it. */
async function isAgainstCustomers(
  { board, parameters }: TariffContext,
  db: Kysely<Schema>,
  { about, name, terms }: TariffRow,
  before: TariffRow | undefined,
): Promise<boolean> {
  if (about === 'market') {
    const listed = board.listed(name)
    if (listed === null) return false
    const previous = lastTerms(listed, before === undefined ? [] : [before])
    return areWorse(previous, { ...previous, ...readTerms(terms) })
  }
  const key = announcedKeys.find((one) => one === name)
  if (key === undefined) return false
  const previous = before?.terms.value ?? (await parameters.valueIn(db, key))
  return isWorse(key, String(previous), String(terms.value))
}

/**
 * Takes back what is announced and does not hold yet; what was announced after it is made of it and has to go first. What is better for
 * some customers is waited for: within a day of the moment it stays.
 */
export function withdrawKind(context: TariffContext) {
  const find = async (db: Kysely<Schema>, changeId: string) => {
    const rows = await rowsOfChange(db, changeId)
    const [first] = rows
    if (first === undefined) throw new Refusal('notFound')
    return { rows, first, from: Number(first.holds_from) }
  }
  const judge = async (db: Kysely<Schema>, { changeId }: Withdrawal) => {
    const found = await find(db, changeId)
    if (found.first.withdrawn_at !== null) throw refused('withdrawn')
    if (found.from < context.clock.now() + marginMs) throw refused('too-late')
    for (const row of found.rows) await refuseRow(context, db, row)
    return found
  }
  const kind: ProposalKind<Withdrawal> = {
    kind: 'tariffs.withdraw',
    roles,
    parse: (payload) => withdrawal.parse(payload),
    show: async (db, { changeId }) => {
      const { rows, first, from } = await find(db, changeId)
      return {
        summary: `Withdraw the change announced for ${namesOf(rows)}, effective ${shownMoment(from)}`,
        sections: [
          {
            title: 'Announcement',
            rows: [
              plainRow('Changes', namesOf(rows)),
              plainRow('Effective from', shownMoment(from)),
              plainRow('Reason for the announcement', first.reason),
              plainRow('On approval', 'the current terms stay in force, and every customer is notified'),
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
      const at = context.clock.now()
      await withdrawChange(tx, change.changeId, { reason, proposedBy, approvedBy, at })
      const about = unitOf(first)
      const noticeValues = {
        from: new Date(from).toISOString(),
        about,
        names: namesOf(rows),
        orders: String(rows.length),
      }
      await notifyAll(tx, { changeId: proposalId, at, code: null }, noticeValues)
    },
  }
  const propose = async (changeId: string, reason: string, operator: Operator) => {
    await judge(context.db.query, { changeId })
    return (await context.console.propose({ kind: kind.kind, payload: { changeId }, reason }, operator)).id
  }
  return { kind, propose }
}
