import type { AccountMode } from '@candor/contract'
import { divide, writeScaled } from '@candor/money'
import type { ContractsRoom } from './contracts-room.ts'
import { writeUsdt } from './order-entity.ts'

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

/** What was recorded, and the equity of this moment; at most one record in five minutes is kept. */
export async function equityHistory(
  room: ContractsRoom,
  userId: string,
  mode: AccountMode,
  days: number,
  now: number,
): Promise<[number, string][]> {
  const account = room.book.find(userId, mode)
  const unrealised = account === null ? 0n : room.valuation.unrealised(account)
  const equity = (await room.store.balanceOf(userId, mode)) + unrealised
  await room.store.recordEquity(userId, mode, Math.floor(now / equityEveryMs) * equityEveryMs, equity)
  const kept = await room.store.equity(userId, mode, now - days * dayMs)
  const points = kept.map(({ at, equity: was }): [number, string] => [Number(at), writeUsdt(was)])
  return [...points, [now, writeUsdt(equity)]]
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
