import { writeUsdt } from '@candor/money'
import {
  type BoardQuote,
  marginLevelsOf,
  marketLine,
  positionLine,
  type TradableQuote,
  writeLevelSum,
} from '@candor/rules'
import { sha256 } from '../../../platform/sha256.ts'
import type { EngineContext } from '../../engine/engine-context.ts'
import type { Account, Position } from '../../engine/position.ts'
import type { EventDetails } from '../../receipts/event-details.ts'
import { closableAt } from '../../triggers/closable-at.ts'
import { tradingEquityOf, tradingProfitOf } from '../funds/account-funds.ts'

/** An account holds no more (rulebook): only a replay and a benchmark raise the bound, and there the positions are left out. */
const mostListed = 200

/** Positions that are compared for "worst loss first"; with more, the receipt does not show the next one. */
const compared = 50

/**
 * The figures a stop-out was decided on, taken before its position closes: equity, margin in use, the equity at which positions close, and
 * the next worst loss of what could be closed. Sums, and the hash of all positions they were added up from, since anyone with the public address sees the same document;
 * the positions themselves (`accountLines`) are for the customer alone.
 */
export function stopOutDetails(
  context: EngineContext,
  position: Position,
  quote: TradableQuote,
): EventDetails {
  const { account } = position
  const equity = tradingEquityOf(account, context.valuation)
  const lines = account.positions.size > mostListed ? null : linesOf(context, account)
  return {
    ...(lines !== null && { accountLines: lines }),
    account: {
      balance: writeUsdt(account.balanceMinor ?? 0n),
      held: writeUsdt(account.heldOtherMinor),
      // As the equity was decided: what is free counts a silent market for less.
      unrealised: writeUsdt(tradingProfitOf(account, context.valuation) ?? 0n),
      equity: writeUsdt(equity ?? 0n),
      margin: writeUsdt(account.usedMarginMinor),
      closeOutAt: writeLevelSum(account.closeOutSum),
      positions: account.positions.size,
      nextProfit: nextWorst(context, position, quote),
      ...(lines !== null && { positionsHash: sha256(lines.join('\n')) }),
    },
  }
}

/**
 * Returns the quotes that an account was valued at, as they arrived; they are stored as long as the receipts that use them. If one was adjusted
 * for a later split or dividend, the receipt states it.
 */
export function accountQuotes({ valuation }: EngineContext, account: Account): BoardQuote[] {
  const own = valuation.of(account.mode)
  return [...account.legs.values()].flatMap(({ market }) =>
    [own.shownAsItCame(market.code), own.conversionQuote(market)].flatMap((used) => used ?? []),
  )
}

/** Every position of the account, and what each market of it was valued at; null where one has no quote. */
function linesOf({ valuation }: EngineContext, account: Account): string[] | null {
  const own = valuation.of(account.mode)
  const lines: string[] = []
  for (const { market } of account.legs.values()) {
    const quote = own.shown(market.code)
    const conversion = own.conversion(market)
    if (quote === null || conversion === null) return null
    const { ratio = null, dividend = null } = own.adjustedMark(market.code) ?? {}
    const converted = own.conversionQuote(market)
    lines.push(marketLine({ ...quote, conversion, converted, split: ratio, dividend: dividend || null }))
  }
  for (const position of account.positions.values())
    lines.push(
      positionLine({
        ...position,
        code: position.market.code,
        spreadAdded: position.market.spreadAdded,
        closeOut: marginLevelsOf(position.market).closeOut,
      }),
    )
  return lines
}

/** The worst of the others that could be closed now. */
function nextWorst(context: EngineContext, position: Position, quote: TradableQuote): string | null {
  const { positions } = position.account
  if (positions.size > compared) return null
  let worst: bigint | null = null
  for (const one of positions.values()) {
    if (one === position || closableAt(context, one, quote) === null) continue
    const profit = context.valuation.profitOf(one)
    if (profit !== null && (worst === null || profit < worst)) worst = profit
  }
  return worst === null ? null : writeUsdt(worst)
}
