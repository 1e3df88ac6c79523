import type { WorthHistory, WorthRange } from '@candor/contract'
import { Amount, writeUsdt } from '@candor/money'
import type { WorthPoint } from '@candor/rules/accounts/worth/account-return.ts'
import { worthLine } from '@candor/rules/accounts/worth/worth-line.ts'
import { dayMs } from '@candor/rules/time-units.ts'
import { isoOf } from '../../platform/iso-time.ts'
import { isKnown, type ReadWorth, readWorth, type WorthContext } from './read-worth.ts'
import { type AccountOf, flowsOf, pointBefore, pointsWithin, type StoredFlow } from './worth-store.ts'

const lengths: Readonly<Record<Exclude<WorthRange, 'all'>, number>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
}

/** An account from one moment on: its points, the first of them where the stretch begins, and its money in and out. */
export interface AccountCourse {
  readonly points: readonly WorthPoint[]
  readonly flows: readonly StoredFlow[]
}

/**
 * Reads an account's course. It begins with its worth at `from`, which is that of the newest point before, or with nothing, just before its
 * first money; it ends at `to`, or now. Empty where nothing was ever put in and no point recorded.
 */
export async function readCourse(
  context: WorthContext,
  account: AccountOf,
  { from, to }: { readonly from: number; readonly to: number | null },
): Promise<AccountCourse> {
  const { db } = context
  const now = to === null ? await readWorth(context, account) : null
  const until = now?.at ?? to ?? context.clock.now()
  const [flows, before, within] = await Promise.all([
    flowsOf(db, account),
    pointBefore(db, account, from),
    pointsWithin(db, account, { from, to: until }),
  ])
  const [opening] = flows
  const isOpened = opening !== undefined && opening.at > from
  const start = before ?? (isOpened ? { at: opening.at - 1, worthMinor: 0n, flowMinor: 0n } : within[0])
  if (start === undefined) return { points: [], flows: [] }
  const first = { ...start, at: Math.max(from, start.at) }
  const points = [first, ...within, ...endOf(now)].filter(
    (point, index) => index === 0 || (point.at > first.at && point.at <= until),
  )
  return { points, flows: flows.filter(({ at }) => at > first.at && at <= until) }
}

/** An account's present worth as the last point; none while it is not known in full. */
function endOf(now: ReadWorth | null): WorthPoint[] {
  if (now === null || !isKnown(now)) return []
  const { at, worthMinor, flowMinor } = now
  return [{ at, worthMinor, flowMinor }]
}

/** Returns an account's worth over time, and its result without money put in and taken out. */
export async function worthHistory(
  context: WorthContext,
  range: WorthRange,
  account: AccountOf,
): Promise<WorthHistory> {
  const from = range === 'all' ? 0 : context.clock.now() - lengths[range]
  const { points, flows } = await readCourse(context, account, { from, to: null })
  const [first] = points
  if (first === undefined) return { points: [], flows: [] }
  const resultOf = ({ worthMinor, flowMinor }: WorthPoint) =>
    worthMinor - first.worthMinor - (flowMinor - first.flowMinor)
  return {
    points: worthLine(points).map((point) => ({
      at: isoOf(point.at),
      worth: writeUsdt(point.worthMinor),
      result: writeUsdt(resultOf(point)),
    })),
    flows: flows.map(({ at, asset, minor, worthMinor }) => ({
      at: isoOf(at),
      asset,
      amount: new Amount(asset, minor).toString(),
      worth: writeUsdt(worthMinor),
    })),
  }
}
