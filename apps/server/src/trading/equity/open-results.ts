import type { AccountMode } from '@candor/contract'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { unrealisedOf } from '../risk/funds/account-funds.ts'

/** An account as the engine has it at one moment; amounts in USDT's smallest unit, as texts for the wire. */
export interface OpenResult {
  readonly userId: string
  readonly balanceMinor: string
  readonly unrealisedMinor: string
  /** True when a market without a quote is only estimated in it. */
  readonly stale: boolean
  /** False while a decision about it is not yet written: the ledger then has another balance. */
  readonly settled: boolean
}

/** Returns the unrealised results of those accounts that the engine has; of a single one after rereading its balance. */
export async function openResults(
  runtime: TradingRuntime,
  mode: AccountMode,
  userIds: readonly string[],
): Promise<OpenResult[]> {
  const [first] = userIds
  if (first !== undefined && userIds.length === 1) await runtime.reread(first, mode)
  return runtime.look(() => userIds.flatMap((userId) => openResult(runtime, mode, userId) ?? []))
}

function openResult(
  { book, valuation }: TradingRuntime,
  mode: AccountMode,
  userId: string,
): OpenResult | null {
  const account = book.find(userId, mode)
  if (account === null || account.balanceMinor === null) return null
  const { minor, stale } = unrealisedOf(account, valuation)
  return {
    userId,
    balanceMinor: String(account.balanceMinor),
    unrealisedMinor: String(minor),
    stale,
    settled: account.writing === 0,
  }
}
