import { parsePrice, price, writePrice } from '@candor/money'
import {
  byMoment,
  type CarriedOutSplit,
  highestPrice,
  type Market,
  type MarketAction,
  type ScheduledAction,
  type SplitRatio,
} from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/new-id.ts'
import { findListed } from '../instruments/instruments-store.ts'
import type { ActionRow } from '../markets-tables.ts'
import { forgetStuckAction } from './stuck-actions.ts'

export type ActionRefusal =
  | 'unknown-market'
  | 'not-a-stock'
  | 'bad-ratio'
  | 'bad-amount'
  | 'in-the-past'
  | 'too-soon'
  | 'asked-already'

export interface ActionRequest {
  readonly code: string
  readonly kind: 'split' | 'dividend'
  /** A split's ratio, `4:1`, or a dividend's amount for one share. */
  readonly value: string
  /** The time at which it takes effect, epoch ms. */
  readonly at: number
  /** The operator. */
  readonly by: string
}

/**
 * Least time between the request of an action and its moment. Every process reads the calendar each second, so it knows the action before its
 * moment: no order is placed on the new scale and adjusted as if it were of the old one (ADR-231).
 */
export const actionNoticeMs = 5_000
const mostTimes = 1_000n

/** `4:1`: four new shares for one old. Null unless both are whole numbers from 1 to 1 000 and differ. */
export function parseRatio(text: string): SplitRatio | null {
  const [, fresh, old] = /^(\d{1,4}):(\d{1,4})$/.exec(text) ?? []
  if (fresh === undefined || old === undefined) return null
  const ratio = { fresh: BigInt(fresh), old: BigInt(old) }
  const within = (value: bigint) => value >= 1n && value <= mostTimes
  return within(ratio.fresh) && within(ratio.old) && ratio.fresh !== ratio.old ? ratio : null
}

function termsOf({ kind, value }: ActionRequest): Record<string, string> | null {
  if (kind === 'split') {
    const ratio = parseRatio(value)
    return ratio && { fresh: String(ratio.fresh), old: String(ratio.old) }
  }
  const amount = parsePrice(value)
  return amount === null || amount <= 0n || amount > highestPrice ? null : { amount: writePrice(amount) }
}

/** Validates a requested action of a market, null for one that is not listed; returns null when nothing is wrong. */
export function refusalOf(request: ActionRequest, market: Market | null, now: number): ActionRefusal | null {
  if (market === null) return 'unknown-market'
  if (market.type !== 3) return 'not-a-stock'
  if (termsOf(request) === null) return request.kind === 'split' ? 'bad-ratio' : 'bad-amount'
  if (request.at < now) return 'in-the-past'
  return request.at < now + actionNoticeMs ? 'too-soon' : null
}

/**
 * Puts a split or a dividend on the calendar; the running server carries it out at its moment, once. Null when done. Within a
 * transaction of the caller's when given one.
 */
export async function requestAction(
  reader: Reader,
  clock: Clock,
  request: ActionRequest,
): Promise<ActionRefusal | null> {
  const now = clock.now()
  const refused = refusalOf(request, await findListed(reader, request.code, now), now)
  const terms = termsOf(request)
  if (refused !== null || terms === null) return refused
  const { numInsertedOrUpdatedRows } = await reader
    .insertInto('markets_actions')
    .values({
      id: newId(),
      code: request.code,
      kind: request.kind,
      at: BigInt(request.at),
      facts: JSON.stringify(terms),
      asked_by: request.by,
      asked_at: BigInt(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? null : 'asked-already'
}

/** An action in whatever state; null: there is none. */
export async function findAction(reader: Reader, id: string): Promise<ActionRow | null> {
  const row = await reader.selectFrom('markets_actions').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The engine may be at work on what begins or began within this time. */
const beingDoneMs = 60_000

/** Returns an action that can be cancelled: its moment is more than a minute away, or more than a minute over, so that it was put off. */
export async function cancellableAction(reader: Reader, clock: Clock, id: string): Promise<ActionRow | null> {
  const row = await reader
    .selectFrom('markets_actions')
    .selectAll()
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('at', '>', BigInt(clock.now() + beingDoneMs)),
        eb('at', '<', BigInt(clock.now() - beingDoneMs)),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}

/**
 * Puts a roll that was put off on the calendar, so that operators see it and can cancel it (ADR-220). It has one entry, however often it is
 * tried.
 */
export async function recordRoll(
  reader: Reader,
  clock: Clock,
  { id, code, at, kind, from, to }: Extract<MarketAction, { kind: 'roll' }>,
): Promise<void> {
  await reader
    .insertInto('markets_actions')
    .values({
      ...{ id, code, kind, at: BigInt(at) },
      facts: JSON.stringify({ from, to }),
      asked_by: 'the calendar',
      asked_at: BigInt(clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes an action off the calendar, once; the row stays. False when it cannot be cancelled any more. */
export async function cancelAction(
  reader: Reader,
  clock: Clock,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<boolean> {
  const row = await cancellableAction(reader, clock, id)
  if (row === null) return false
  const { numUpdatedRows } = await reader
    .updateTable('markets_actions')
    .set({ cancelled_at: BigInt(clock.now()), cancelled_by: by })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await forgetStuckAction(reader, actionOf(row))
  return true
}

/** Checks whether an action was taken off the calendar. */
export async function isCancelled(db: Database, id: string): Promise<boolean> {
  const row = await db.query
    .selectFrom('markets_actions')
    .select('cancelled_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row != null && row.cancelled_at !== null
}

/** Formats a split's ratio, a dividend's amount or a roll's contracts. */
export const actionValue = ({ kind, facts }: Pick<ActionRow, 'kind' | 'facts'>): string => {
  if (kind === 'split') return `${facts.fresh}:${facts.old}`
  return kind === 'dividend' ? String(facts.amount) : `${facts.from} → ${facts.to}`
}

/** Everything on the calendar that was not carried out yet. */
export async function dueActions(db: Database): Promise<ScheduledAction[]> {
  const rows = await db.query
    .selectFrom('markets_actions')
    .selectAll()
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({ ...actionOf(row), isPutOff: row.put_off_at !== null }))
}

/** Records that an action could not be carried out at its moment: from then on its market is suspended, also if the clock is set back. */
export async function recordPutOff(reader: Reader, clock: Clock, id: string): Promise<void> {
  await reader
    .updateTable('markets_actions')
    .set({ put_off_at: BigInt(clock.now()) })
    .where('id', '=', id)
    .where('put_off_at', 'is', null)
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Finds the markets of which a split or a dividend is due at a moment (epoch ms), or was put off, and is neither carried out nor cancelled. */
export async function marketsWithDueAction(
  reader: Reader,
  codes: readonly string[],
  time: number,
): Promise<ReadonlySet<string>> {
  const due = await reader
    .selectFrom('markets_actions')
    .select('code')
    .where('code', 'in', codes)
    .where('kind', '!=', 'roll')
    .where(({ eb, or }) => or([eb('at', '<=', BigInt(time)), eb('put_off_at', 'is not', null)]))
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  return new Set(due.map(({ code }) => code))
}

/** The newest hundred, to come, carried out or cancelled. */
export const newestActions = (db: Database): Promise<ActionRow[]> =>
  db.query.selectFrom('markets_actions').selectAll().orderBy('at', 'desc').limit(100).execute()

/** The splits of markets that were carried out after a moment (epoch ms), by market, the earliest first. */
export async function splitsSince(
  reader: Kysely<Schema>,
  codes: readonly string[],
  sinceMs: number,
): Promise<ReadonlyMap<string, readonly CarriedOutSplit[]>> {
  if (codes.length === 0) return new Map()
  const rows = await reader
    .selectFrom('markets_actions')
    .selectAll()
    .where('kind', '=', 'split')
    .where('code', 'in', [...new Set(codes)])
    .where('applied_at', '>', BigInt(sinceMs))
    .orderBy('applied_at')
    .execute()
  const splits = new Map<string, CarriedOutSplit[]>()
  for (const row of rows) {
    const action = actionOf(row)
    if (action.kind !== 'split') continue
    const one = { ...action.ratio, at: Number(row.applied_at) }
    splits.set(action.code, [...(splits.get(action.code) ?? []), one])
  }
  return splits
}

/** Every split that was carried out. */
export async function appliedSplits(db: Database): Promise<MarketAction[]> {
  const rows = await db.query
    .selectFrom('markets_actions')
    .selectAll()
    .where('kind', '=', 'split')
    .where('applied_at', 'is not', null)
    .execute()
  return rows.map(actionOf)
}

/** By market, the splits that were carried out, each at its own moment, the earliest first. */
export async function splitsByMarket(db: Database): Promise<ReadonlyMap<string, readonly CarriedOutSplit[]>> {
  const splits = new Map<string, CarriedOutSplit[]>()
  for (const action of (await appliedSplits(db)).sort(byMoment))
    if (action.kind === 'split')
      splits.set(action.code, [...(splits.get(action.code) ?? []), { ...action.ratio, at: action.at }])
  return splits
}

/** By futures market, the moment of the newest roll that was carried out, or cancelled: its positions went on as they were. */
export async function newestRolls(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query
    .selectFrom('markets_actions')
    .select(['code', (eb) => eb.fn.max('at').as('at')])
    .where('kind', '=', 'roll')
    .where(({ eb, or }) => or([eb('applied_at', 'is not', null), eb('cancelled_at', 'is not', null)]))
    .groupBy('code')
    .execute()
  return new Map(rows.map(({ code, at }) => [code, Number(at)]))
}

function actionOf({ id, code, kind, at, facts }: ActionRow): MarketAction {
  const text = (name: string): string => String(facts[name] ?? '')
  const base = { id, code, at: Number(at) }
  if (kind === 'split')
    return { ...base, kind, ratio: { fresh: BigInt(text('fresh')), old: BigInt(text('old')) } }
  if (kind === 'dividend') return { ...base, kind, amount: price(text('amount')) }
  return { ...base, kind, from: text('from'), to: text('to') }
}
