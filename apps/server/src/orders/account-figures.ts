import type { AccountMode } from '@candor/contract'
import { divide, writeScaled } from '@candor/money'
import type { Database } from '../db/database.ts'
import type { ContractsRoom } from './contracts-room.ts'
import { writeUsdt } from './order-entity.ts'
import { type EquityPoint, equityAt, openingOf } from './past-equity.ts'

/** The figures of an account that follow prices; in USDT, as decimal texts. */
export interface AccountFigures {
  readonly equity: string
  readonly marginUsed: string
  readonly marginLevel: string | null
  readonly expectedProfit: string
  readonly todayEarnings: string
}

const dayMs = 86_400_000
const equityEveryMs = 5 * 60_000

/** Equity = available + held + unrealised profit, before closing commission (rulebook, Contracts). */
export async function accountFigures(
  room: ContractsRoom,
  userId: string,
  mode: AccountMode,
  now: number,
): Promise<AccountFigures> {
  const account = room.book.find(userId, mode)
  const unrealised = account === null ? 0n : room.valuation.unrealised(account)
  const used = account?.usedMarginMinor ?? 0n
  const dayStart = Math.floor(now / dayMs) * dayMs
  const [balance, earned] = await Promise.all([
    room.store.balanceOf(userId, mode),
    room.store.earnedSince(userId, mode, dayStart),
  ])
  const equity = balance + unrealised
  return {
    equity: writeUsdt(equity),
    marginUsed: writeUsdt(used),
    marginLevel: used === 0n ? null : writeScaled(divide(equity * 10n ** 4n, used, 'down'), 4),
    expectedProfit: writeUsdt(unrealised),
    todayEarnings: writeUsdt(earned),
  }
}

/**
 * Equity over the last days, oldest first: the account's opening (its first money) or where the stretch begins, what was
 * recorded since (at most one point in five minutes), exactly 24 hours ago, and this moment.
 */
export async function equityHistory(
  room: ContractsRoom,
  db: Database,
  whose: { readonly userId: string; readonly mode: AccountMode },
  days: number,
  now: number,
): Promise<[number, string][]> {
  const { userId, mode } = whose
  const account = room.book.find(userId, mode)
  const unrealised = account === null ? 0n : room.valuation.unrealised(account)
  const equity = (await room.store.balanceOf(userId, mode)) + unrealised
  await room.store.recordEquity(userId, mode, Math.floor(now / equityEveryMs) * equityEveryMs, equity)
  const since = now - days * dayMs
  const dayAgo = now - dayMs
  const opening = await openingOf(db, userId, mode)
  const at = async (moment: number): Promise<EquityPoint> => [
    moment,
    await equityAt(db, userId, mode, moment),
  ]
  const first = opening === null || opening[0] >= since ? opening : await at(since)
  const begin = first?.[0] ?? Number.NEGATIVE_INFINITY
  const recorded = await room.store.equity(userId, mode, since)
  const kept = recorded.map((point): EquityPoint => [Number(point.at), point.equity])
  const between = kept.filter(([moment]) => moment > begin && moment < now && moment !== dayAgo)
  if (first !== null && dayAgo > begin) between.push(await at(dayAgo))
  between.sort(([a], [b]) => a - b)
  const points: EquityPoint[] = [...(first === null ? [] : [first]), ...between, [now, equity]]
  return points.map(([moment, was]) => [moment, writeUsdt(was)])
}

/** One point for every account with open positions: the timetable calls it every five minutes. */
export async function recordEquityOfAll(room: ContractsRoom, now: number): Promise<void> {
  const at = Math.floor(now / equityEveryMs) * equityEveryMs
  const accounts = new Set([...room.book.positions.values()].map(({ account }) => account))
  for (const account of accounts) {
    if (account.balanceMinor === null) continue
    const equity = account.balanceMinor + room.valuation.unrealised(account)
    await room.store.recordEquity(account.userId, account.mode, at, equity)
  }
}
