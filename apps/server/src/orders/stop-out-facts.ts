import type { TradableQuote } from '@candor/rules'
import { tradingEquityOf, unrealisedOf } from './account-funds.ts'
import { closableAt } from './closable-at.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Facts } from './event-facts.ts'
import { writeUsdt } from './order-entity.ts'
import type { Position } from './position.ts'

/** Positions that are compared for "worst loss first"; with more, the receipt does not show the next one. */
const compared = 50

/**
 * The figures a stop-out was decided on, taken before its position closes: equity, margin in use, and the next worst loss of
 * what could be closed. Sums alone, since anyone with the public address sees the same document.
 */
export function stopOutFacts(parts: EngineParts, position: Position, quote: TradableQuote): Facts {
  const { account } = position
  const equity = tradingEquityOf(account, parts.valuation)
  return {
    account: {
      balance: writeUsdt(account.balanceMinor ?? 0n),
      held: writeUsdt(account.heldOtherMinor),
      unrealised: writeUsdt(unrealisedOf(account, parts.valuation).minor),
      equity: writeUsdt(equity ?? 0n),
      margin: writeUsdt(account.usedMarginMinor),
      positions: account.positions.size,
      nextProfit: nextWorst(parts, position, quote),
    },
  }
}

/** The worst of the others that could be closed now. */
function nextWorst(parts: EngineParts, position: Position, quote: TradableQuote): string | null {
  const { positions } = position.account
  if (positions.size > compared) return null
  let worst: bigint | null = null
  for (const one of positions.values()) {
    if (one === position || closableAt(parts, one, quote) === null) continue
    const profit = parts.valuation.profitOf(one)
    if (profit !== null && (worst === null || profit < worst)) worst = profit
  }
  return worst === null ? null : writeUsdt(worst)
}
