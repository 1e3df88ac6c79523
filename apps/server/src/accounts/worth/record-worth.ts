import type { AccountMode } from '@candor/contract'
import { pastWorth } from '@candor/rules/accounts/worth/past-worth.ts'
import { dayMs, hourMs, secondMs } from '@candor/rules/time-units.ts'
import { assetsOf } from '../../ledger/account-class.ts'
import { customerDaySums } from '../../ledger/reports/customer-balances.ts'
import { forEachCase, type Moved, movedInAll } from '../../platform/jobs/for-each-case.ts'
import { isKnown, type ReadWorth, readWorths, type WorthContext } from './read-worth.ts'
import {
  type AccountOf,
  addPast,
  addPoints,
  customersAfter,
  flowsOf,
  type StoredPoint,
  withoutPoints,
} from './worth-store.ts'

const page = 500
const passes = 3
const job = 'record-worth'

/** Finds customers in the order of their ids, after one of them. */
type FindCustomers = (limit: number, after: string | null) => Promise<readonly string[]>

/** Result of a walk over customers. */
export interface RecordedWorth {
  readonly moved: Moved
  /** Customers with an account that got no point: it could not be read, changed during each reading, or has a part without a price. */
  readonly left: readonly string[]
}

/**
 * Records a point of the accounts of these customers, of both modes, for the hour of `now`; by default of all. A repeated run adds nothing:
 * an account has one point an hour, and none that repeats the one before. An account that changes during each of three readings, or has a
 * part without a price, gets no point rather than a wrong one.
 */
export async function recordWorth(
  context: WorthContext,
  find: FindCustomers = (limit, after) => customersAfter(context.db.query, after, limit),
): Promise<RecordedWorth> {
  const hour = Math.floor(context.clock.now() / hourMs)
  const left = new Set<string>()
  const record = async (userIds: readonly string[]) => {
    const unread = await Promise.all(modes.map((mode) => recordPage(context, { mode, userIds, hour })))
    for (const id of unread.flat()) left.add(id)
    return userIds.length
  }
  const moved = await forEachCase(context, {
    job,
    inOrderOfId: true,
    atOnce: page,
    find: async (limit, after) => (await find(limit, after)).map((id) => ({ id })),
    moveTogether: (customers) => record(customers.map(({ id }) => id)),
    move: async ({ id }) => (await record([id])) > 0,
    onFailure: (err, { id }) => {
      left.add(id)
      context.log.error({ err, job }, 'the worth of a customer was not recorded')
    },
  })
  return { moved, left: [...left].sort() }
}

const modes: readonly AccountMode[] = ['real', 'demo']
const firstWaitMs = secondMs

/**
 * Returns a job's turn: it records every account once as soon as an hour begins, so that the first point of a day is of the end of the day
 * before. Those that got no point are read again after one second, then after twice as long each time until the hour ends.
 */
export function worthRecorder(context: WorthContext): () => Promise<Moved> {
  let recordedHour = -1
  let left: readonly string[] = []
  let waitMs = firstWaitMs
  let retryAt = 0
  const findLeft: FindCustomers = async (limit, after) =>
    left.filter((id) => after === null || id > after).slice(0, limit)
  return async () => {
    const now = context.clock.now()
    const hour = Math.floor(now / hourMs)
    const begins = hour !== recordedHour
    if (!begins && (left.length === 0 || now < retryAt)) return movedInAll([])
    const recorded = await recordWorth(context, begins ? undefined : findLeft)
    recordedHour = hour
    waitMs = begins ? firstWaitMs : waitMs * 2
    retryAt = now + waitMs
    left = recorded.left
    return recorded.moved
  }
}

interface Page {
  readonly mode: AccountMode
  readonly userIds: readonly string[]
  readonly hour: number
}

/** Returns the customers whose account got no point because it could not be read whole. */
async function recordPage(context: WorthContext, account: Page): Promise<readonly string[]> {
  const { mode, userIds } = account
  const fresh = new Set(await withoutPoints(context.db, mode, userIds))
  const worths = new Map<string, ReadWorth>()
  let left = userIds
  // No cases: three readings at most.
  for (let pass = 0; pass < passes && left.length > 0; pass++) {
    const read = await readWorths(context, mode, left)
    await storePoints(context, { ...account, fresh }, read)
    for (const [userId, worth] of read) worths.set(userId, worth)
    left = left.filter((userId) => read.get(userId)?.settled === false)
  }
  return [...worths].flatMap(([userId, worth]) => (isKnown(worth) ? [] : [userId]))
}

/** Stores what was read whole, and the past of each account that is `fresh`. */
async function storePoints(
  context: WorthContext,
  { mode, hour, fresh }: Page & { readonly fresh: Set<string> },
  worths: ReadonlyMap<string, ReadWorth>,
): Promise<void> {
  const points = [...worths].flatMap(([userId, worth]) => pointOf({ userId, mode }, hour, worth) ?? [])
  // No cases: an account's past is written with its first point, and only then.
  for (const { userId } of points) if (fresh.delete(userId)) await recordPast(context, { userId, mode })
  await addPoints(context.db, points)
}

function pointOf(account: AccountOf, hour: number, worth: ReadWorth): StoredPoint | null {
  if (!isKnown(worth)) return null
  const { at, worthMinor, flowMinor } = worth
  // Nothing was ever in it.
  if (worthMinor === 0n && flowMinor === 0n) return null
  return { ...account, hour, at, worthMinor, flowMinor }
}

/** Records the days before an account's first point, as far as its entries alone decide their worth. */
async function recordPast(context: WorthContext, { userId, mode }: AccountOf): Promise<void> {
  const { db, clock, trading } = context
  const untilDay = Math.floor(clock.now() / dayMs)
  const [sums, flows, open] = await Promise.all([
    customerDaySums(db.query, userId, assetsOf[mode], untilDay * dayMs),
    flowsOf(db, { userId, mode }),
    trading.openStretches(userId, mode),
  ])
  const points = pastWorth({
    ...{ sums, open, untilDay },
    flows: flows.map(({ at, worthMinor }) => ({ at, minor: worthMinor })),
    asset: mode === 'demo' ? 'DEMO' : 'USDT',
  })
  await addPast(
    db,
    points.map((point) => ({ userId, mode, hour: point.at / hourMs, ...point })),
  )
}
