import { plainRow } from '@candor/contract'
import { type AnnouncedKey, announcedKeys } from '@candor/contract/fees/announced-terms.ts'
import { limitKeys } from '@candor/contract/fees/operator-set-limits.ts'
import { parseScaled } from '@candor/money'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Operator } from '../../back-office/operators/operator.ts'
import { boundsOf, parameterValue } from '../../back-office/parameters/announced-bounds.ts'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import type { Json } from '../../platform/json.ts'
import { isList } from './propose-lists.ts'
import type { TariffContext } from './propose-terms.ts'
import {
  announcedBy,
  changed,
  holds,
  issue,
  notifyAll,
  refuseEarly,
  roles,
  shownMoment,
} from './propose-terms.ts'
import { announce, announced, lockTariffs } from './tariffs-store.ts'

const feeChange = z.object({ key: z.enum(announcedKeys), value: z.string(), from: z.number() })
type FeeChange = z.output<typeof feeChange>

/** Checks whether a parameter is announced as a limit: fees are announced as fees, minimums and deadlines as limits. */
const isLimit = (key: string): boolean => limitKeys.some((one) => one === key)

/** Returns the kind of an announced parameter as its notices distinguish them. */
export function noticeKindOf(key: string): 'margin' | 'limit' | 'fee' {
  if (key === 'marginCall' || key === 'marginCloseOut') return 'margin'
  return isLimit(key) ? 'limit' : 'fee'
}

/** A fee, a minimum, a limit or a deadline: a parameter that is changed when its moment has come. */
export function feeKind(context: TariffContext) {
  const last = async (db: Kysely<Schema>, key: AnnouncedKey) => {
    const rows = await announced(db, 'fee', key)
    const before = rows.at(-1)?.terms.value ?? (await context.parameters.valueIn(db, key))
    return { rows, before: String(before) }
  }
  const judge = async (db: Kysely<Schema>, { key, value, from }: FeeChange): Promise<void> => {
    const { rows, before } = await last(db, key)
    await refuseEarly(context, db, from, rows)
    refuseOutOfBounds(key, value)
    if (before === value) throw issue('value', 'unchanged')
  }
  const kind: ProposalKind<FeeChange> = {
    kind: 'tariffs.fee',
    roles,
    parse: (payload) => feeChange.parse(payload),
    show: async (db, change) => {
      const { key, value, from } = change
      const { before } = await last(db, key)
      const { least, most } = boundsOf(key)
      const rows = [
        plainRow('Parameter', key),
        changed('Change', `${before} → ${value}`),
        plainRow('Allowed range', `${least} to ${most}`),
      ]
      return {
        summary: `Change ${key} to ${value}, effective ${shownMoment(from)}`,
        sections: [holds(from), { title: isLimit(key) ? 'Limit' : 'Fee', rows, images: [] }],
      }
    },
    judge,
    apply: async (tx, change, people) => {
      await lockTariffs(tx)
      await judge(tx, change)
      const { key, value, from } = change
      const at = context.clock.now()
      await announce(tx, { about: 'fee', name: key, terms: { value }, ...announcedBy(people), from, at })
      const about = noticeKindOf(key)
      const noticeValues = { from: new Date(from).toISOString(), about, names: key, orders: '1' }
      await notifyAll(tx, { changeId: people.proposalId, at, code: null }, noticeValues)
    },
  }
  const propose = async (change: FeeChange, reason: string, operator: Operator) => {
    await judge(context.db.query, change)
    return (await context.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}

/** A decimal within the bounds that are stated for it, as fine as it goes. */
function refuseOutOfBounds(key: AnnouncedKey, value: string): void {
  const { least, most } = boundsOf(key)
  const [given, low, high] = [value, least, most].map((text) => parseScaled(text, 12) ?? null)
  if (given == null || given < 0n) throw issue('value', 'decimal')
  if (low == null || given < low) throw issue('value', 'too-low', { least })
  if (high == null || given > high) throw issue('value', 'too-high', { most })
  if (parameterValue(key, value) === null) throw issue('value', 'too-fine')
}

/** Job: applies each announced change once, when its moment has come. Returns the number it applied. */
export async function applyFees(context: ServerContext): Promise<Moved> {
  const { db, clock, parameters } = context
  const moved = await forEachCase(context, {
    job: 'apply-fees',
    atOnce: 50,
    find: async (limit) => (await dueFees(db.query, clock.now())).slice(0, limit),
    move: ({ id }) => applyFee(context, id),
  })
  if (moved > 0) parameters.readAgain()
  return moved
}

/** One after another for each parameter: what was announced later never comes before what was announced earlier. */
function applyFee({ db, clock, parameters, console }: ServerContext, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockTariffs(tx)
    const due = await dueFees(tx, clock.now())
    const row = due.find((one) => one.id === id)
    if (row === undefined || due.find(({ name }) => name === row.name) !== row) return false
    const value = isList(row.name)
      ? (row.terms.value as Json)
      : parameterValue(row.name, String(row.terms.value))
    const made = { value, reason: row.reason, changedBy: row.proposed_by, approvedBy: row.approved_by }
    const written = await parameters.changeIn(tx, { key: row.name, ...made })
    if ('refused' in written) throw new Error(`the fee ${row.name} cannot be ${value}: ${written.refused}`)
    await tx
      .updateTable('markets_tariffs')
      .set({ applied_at: BigInt(clock.now()) })
      .where('id', '=', row.id)
      .execute()
    await console.audit.write(tx, {
      actor: 'system',
      action: 'tariffs.fee.hold',
      subject: `parameter:${row.name}`,
      reason: row.reason,
      after: value,
    })
    return true
  })
}

const dueFees = (db: Kysely<Schema> | Database['query'], now: number) =>
  db
    .selectFrom('markets_tariffs')
    .selectAll()
    .where('about', '=', 'fee')
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('holds_from', '<=', BigInt(now))
    .orderBy('holds_from')
    .execute()
