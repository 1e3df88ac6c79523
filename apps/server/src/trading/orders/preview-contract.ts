import type { Calls, ContractPreview, ParsedInputOf } from '@candor/contract'
import { type Price, writePrice, writeUsdt } from '@candor/money'
import {
  decidePlacement,
  type OrderQuote,
  openingPrice,
  ownPrices,
  quoteAtEntry,
  quoteOrder,
} from '@candor/rules'
import type { Caller } from '../../platform/http/caller.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import type { QuoteTokens } from '../quotes/quote-token.ts'
import { unrealisedOf } from '../risk/funds/account-funds.ts'
import { readPlacement } from './read-request.ts'

interface PreviewContext {
  readonly runtime: TradingRuntime
  readonly tokens: QuoteTokens
  readonly now: number
}

/** Shows the cost and effect of an order, by the same rule that will charge it. Guarantees the price for five seconds. */
export async function previewContract(
  { runtime, tokens, now }: PreviewContext,
  input: ParsedInputOf<Calls['previewContract']>,
  caller: Caller,
): Promise<ContractPreview> {
  const { market, request } = orRefuse(readPlacement({ ...input, quoteId: null }, runtime.board, null, now))
  const seen = runtime.board.latestTradable(market.code, caller.mode)
  const quote = seen === null ? null : ownPrices(market, seen)
  const conversion = runtime.valuation.of(caller.mode).conversion(market)
  const unavailable = runtime.availability.unavailableFor({ ...request, market, quote, mode: caller.mode })
  const placement = orRefuse(decidePlacement(request, { market, quote, unavailable, conversion }))
  if (quote === null || conversion === null) throw new Refusal('unavailable', { reason: 'stale' })
  // What waits is shown as a fill exactly at its level.
  const at = request.price === null ? quote : quoteAtEntry(request.direction, request.price, quote)
  const account = await runtime.known(caller.userId, caller.mode)
  const equity = await runtime.look(
    () =>
      (account.balanceMinor ?? 0n) + unrealisedOf(account, runtime.valuation).minor - account.heldOtherMinor,
  )
  const figures = quoteOrder(
    { ...request, lots: placement.lots },
    market,
    { quote: at, conversion },
    { equityMinor: equity, closeOutSum: account.closeOutSum },
  )
  const promised = {
    code: market.code,
    direction: request.direction,
    price: openingPrice(request.direction, quote),
    at: now,
  }
  return { quoteId: tokens.issue(promised), source: quote.source, ...written(figures, market.digits) }
}

function written(figures: OrderQuote, digits: number): Omit<ContractPreview, 'quoteId' | 'source'> {
  const price = (value: Price | null) => (value === null ? null : writePrice(value, digits))
  const amount = (value: bigint | null) => (value === null ? null : writeUsdt(value))
  return {
    openPrice: writePrice(figures.openPrice, digits),
    margin: writeUsdt(figures.marginMinor),
    commission: writeUsdt(figures.commissionMinor),
    spreadCost: writeUsdt(figures.spreadCostMinor),
    swapPerDay: writeUsdt(figures.swapPerDayMinor),
    liquidationPrice: price(figures.liquidationPrice),
    maxLoss: writeUsdt(figures.maxLossMinor),
    lossAtStopLoss: amount(figures.lossAtStopLossMinor),
    profitAtTakeProfit: amount(figures.profitAtTakeProfitMinor),
    pipValue: writeUsdt(figures.pipValueMinor),
    stopLossMin: price(figures.stopLossMin),
    stopLossMax: price(figures.stopLossMax),
    takeProfitMin: price(figures.takeProfitMin),
    takeProfitMax: price(figures.takeProfitMax),
  }
}
