import type { AccountMode } from '@candor/contract'
import { pastWorth } from '@candor/rules/accounts/worth/past-worth.ts'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { customerDaySums } from '../../ledger/reports/customer-balances.ts'
import { isKnown, type ReadWorth, readWorths, type WorthContext } from './read-worth.ts'
import { assetsOf } from './value-flows.ts'
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

/**
 * Records a point of every account, of both modes, for the hour of `now`. A repeated run adds nothing: an account has one point an hour, and
 * none that repeats the one before. An account that changes during each of three readings, or has a part without a price, gets no point
 * rather than a wrong one.
 */
export async function recordWorth(context: WorthContext): Promise<void> {
  const hour = Math.floor(context.clock.now() / hourMs)
  // No cases: each page is read and written as a whole, and the next hour reads all again.
  for (const mode of ['real', 'demo'] as const) {
    // No cases: page after page, as above.
    for (let after: string | null = null; ; ) {
      const userIds = await customersAfter(context.db.query, after, page)
      await recordPage(context, { mode, userIds, hour })
      after = userIds.at(-1) ?? null
      if (after === null) break
    }
  }
}

interface Page {
  readonly mode: AccountMode
  readonly userIds: readonly string[]
  readonly hour: number
}

async function recordPage(context: WorthContext, { mode, userIds, hour }: Page): Promise<void> {
  if (userIds.length === 0) return
  const fresh = new Set(await withoutPoints(context.db, mode, userIds))
  let left = userIds
  // No cases: three readings at most.
  for (let pass = 0; pass < passes && left.length > 0; pass++) {
    const worths = await readWorths(context, mode, left)
    const points = left.flatMap((userId) => pointOf({ userId, mode }, hour, worths.get(userId)) ?? [])
    // No cases: an account's past is written with its first point, and only then.
    for (const { userId } of points) if (fresh.delete(userId)) await recordPast(context, { userId, mode })
    await addPoints(context.db, points)
    left = left.filter((userId) => worths.get(userId)?.settled === false)
  }
}

function pointOf(account: AccountOf, hour: number, worth: ReadWorth | undefined): StoredPoint | null {
  if (worth === undefined || !isKnown(worth)) return null
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
