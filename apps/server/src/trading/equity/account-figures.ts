import type { AccountMode } from '@candor/contract'
import { divide, writeRate, writeScaled, writeUsdt } from '@candor/money'
import { accountLevel, writeLevelSum } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Account } from '../engine/position.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { freeOf, unrealisedOf } from '../risk/funds/account-funds.ts'
import { type EquityPoint, equityAt, openingOf } from './past-equity.ts'

/** The figures of an account that follow prices; in USDT, as decimal texts. */
export interface AccountFigures {
  readonly equity: string
  readonly marginUsed: string
  readonly marginLevel: string | null
  /** Margin levels of the margin call and of the stop-out: of its positions, by their margin; without any, of a position opened now. */
  readonly callLevel: string
  readonly closeOutLevel: string
  /** Equity of the stop-out, exact: each position's margin times its own level. */
  readonly closeOutAt: string
  readonly expectedProfit: string
  readonly todayEarnings: string
  /** Amount that may leave the account or back new risk (rulebook, Contracts). */
  readonly free: string
  /** True when `free` contains an estimate for a market without a quote. */
  readonly stale: boolean
}

const equityEveryMs = 5 * 60_000

/**
 * Equity = balance + unrealised profit, before closing commission; the margin level leaves out what is set aside for other than
 * trading (rulebook, Contracts).
 */
export async function accountFigures(
  runtime: TradingRuntime,
  userId: string,
  mode: AccountMode,
  now: number,
): Promise<AccountFigures> {
  const dayStart = Math.floor(now / dayMs) * dayMs
  const [account, earned] = await Promise.all([
    runtime.reread(userId, mode),
    runtime.store.earnedSince(userId, mode, dayStart),
  ])
  return runtime.look(() => ({ ...figuresOf(runtime, account), todayEarnings: writeUsdt(earned) }))
}

function figuresOf(
  { board, valuation }: TradingRuntime,
  account: Account,
): Omit<AccountFigures, 'todayEarnings'> {
  const unrealised = unrealisedOf(account, valuation).minor
  const used = account.usedMarginMinor
  const equity = (account.balanceMinor ?? 0n) + unrealised
  const free = freeOf(account, valuation)
  return {
    equity: writeUsdt(equity),
    marginUsed: writeUsdt(used),
    marginLevel:
      used === 0n
        ? null
        : writeScaled(divide((equity - account.heldOtherMinor) * 10n ** 4n, used, 'down'), 4),
    callLevel: used === 0n ? writeRate(board.marginLevels().call) : accountLevel(account.callSum, used),
    closeOutLevel:
      used === 0n ? writeRate(board.marginLevels().closeOut) : accountLevel(account.closeOutSum, used),
    closeOutAt: writeLevelSum(account.closeOutSum),
    free: writeUsdt(free.minor),
    stale: free.stale,
    expectedProfit: writeUsdt(unrealised),
  }
}

/**
 * Equity over the last days, oldest first: the account's opening (its first money) or where the stretch begins, what was
 * recorded since (at most one point in five minutes), exactly 24 hours ago, and this moment.
 */
export async function equityHistory(
  runtime: TradingRuntime,
  db: Database,
  whose: { readonly userId: string; readonly mode: AccountMode },
  { days, now }: { readonly days: number; readonly now: number },
): Promise<[number, string][]> {
  const { userId, mode } = whose
  const account = await runtime.reread(userId, mode)
  const equity = await runtime.look(
    () => (account.balanceMinor ?? 0n) + unrealisedOf(account, runtime.valuation).minor,
  )
  await runtime.store.equity.record(userId, mode, Math.floor(now / equityEveryMs) * equityEveryMs, equity)
  const since = now - days * dayMs
  const dayAgo = now - dayMs
  const opening = await openingOf(db, userId, mode)
  const at = async (moment: number): Promise<EquityPoint> => [
    moment,
    await equityAt(db, userId, mode, moment),
  ]
  const first = opening === null || opening[0] >= since ? opening : await at(since)
  const begin = first?.[0] ?? Number.NEGATIVE_INFINITY
  const recorded = await runtime.store.equity.since(userId, mode, since)
  const recordedPoints = recorded.map((point): EquityPoint => [Number(point.at), point.equity])
  const between = recordedPoints.filter(([moment]) => moment > begin && moment < now && moment !== dayAgo)
  if (first !== null && dayAgo > begin) between.push(await at(dayAgo))
  between.sort(([a], [b]) => a - b)
  const points: EquityPoint[] = [...(first === null ? [] : [first]), ...between, [now, equity]]
  return points.map(([moment, was]) => [moment, writeUsdt(was)])
}

const recordedAtOnce = 500

/** One point for every account with open positions: the timetable calls it every five minutes. */
export async function recordEquityOfAll(runtime: TradingRuntime, now: number): Promise<void> {
  const at = Math.floor(now / equityEveryMs) * equityEveryMs
  const accounts = [...new Set([...runtime.book.positions.values()].map(({ account }) => account))]
  // No cases: pages of points that are drawn, not owed.
  for (let from = 0; from < accounts.length; from += recordedAtOnce) {
    // Valued page by page, so that other work has its turn while a page is written.
    const pointOf = (account: Account) => {
      const { userId, mode, balanceMinor } = account
      return balanceMinor === null
        ? []
        : [{ userId, mode, equityMinor: balanceMinor + unrealisedOf(account, runtime.valuation).minor }]
    }
    const points = await runtime.look(() => accounts.slice(from, from + recordedAtOnce).flatMap(pointOf))
    if (points.length > 0) await runtime.store.equity.recordAll(at, points)
  }
}
