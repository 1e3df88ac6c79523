import type { Calls, ParsedInputOf } from '@candor/contract'
import { type Price, parseLots, parsePrice } from '@candor/money'
import { accept, type Decision, type Market, type PlacementRequest, refuse } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import { type PromisedQuote, quoteGoodForMs } from '../quotes/quote-token.ts'
import type { Changes } from './order-editor.ts'

type ContractInput = ParsedInputOf<Calls['buyContract']>

/** A parsed body as the rules take it, and the market it names. */
export interface ReadRequest {
  readonly market: Market
  readonly request: PlacementRequest
}

const issue = (path: string, code: string) => refuse('invalidInput', { issues: [{ path, code }] })

/** Reads the body in the order of its fields. A market order takes neither a level nor a time to end at. */
export function readPlacement(
  input: ContractInput,
  board: PriceBoard,
  promised: PromisedQuote | null,
  now: number,
): Decision<ReadRequest> {
  const market = board.market(input.code)
  if (market === null) return issue('code', 'unknown_market')
  const prices = readPrices(input)
  if (!prices.ok) return prices
  const expiresAt = readEnd(input, now)
  if (!expiresAt.ok) return expiresAt
  return accept({
    market,
    request: {
      direction: input.direction,
      kind: input.kind,
      lots: parseLots(input.lots),
      leverage: input.leverage,
      protected: input.protected,
      ...prices.value,
      expiresAt: expiresAt.value,
      quotedPrice: promised?.price ?? null,
      // A promise is about the price of now, which an order that waits does not fill at.
      quoteExpired: input.kind === 'market' && isExpired(input, promised, now),
    },
  })
}

/** Only what waits can end by time, and only later than now. */
function readEnd({ kind, expiresAt }: ContractInput, now: number): Decision<number | null> {
  if (expiresAt == null) return accept(null)
  if (kind === 'market') return issue('expiresAt', 'only_for_limit_and_stop')
  const at = Date.parse(expiresAt)
  return at > now ? accept(at) : issue('expiresAt', 'past')
}

function readPrices(input: ContractInput): Decision<{
  price: Price | null
  stopLoss: Price | null
  takeProfit: Price | null
  trailing: Price | null
  maxSlippage: Price | null
}> {
  const price = input.kind === 'market' ? null : readPrice(input.price)
  const stopLoss = readPrice(input.stopLoss)
  const takeProfit = readPrice(input.takeProfit)
  const trailing = readPrice(input.trailing)
  const maxSlippage = readPrice(input.maxSlippage)
  if (price === undefined) return refuse('triggerPriceInvalid')
  if (stopLoss === undefined || trailing === undefined) return refuse('stopLossInvalid')
  if (takeProfit === undefined) return refuse('takeProfitInvalid')
  if (maxSlippage === undefined || (maxSlippage ?? 0n) < 0n) return issue('maxSlippage', 'invalid')
  return accept({ price, stopLoss, takeProfit, trailing, maxSlippage })
}

/** Undefined when the text is finer than any price. */
export function readPrice(text: string | null | undefined): Price | null | undefined {
  if (text == null) return null
  return parsePrice(text) ?? undefined
}

/** A promise is for one market and one side; another's, a forged one and an old one are all no promise any more (`quoteExpired`). */
function isExpired(input: ContractInput, promised: PromisedQuote | null, now: number): boolean {
  if (input.quoteId == null) return false
  if (promised === null || promised.code !== input.code || promised.direction !== input.direction) return true
  return Math.abs(now - promised.at) > quoteGoodForMs
}

/** Parses the changes of an edit: null removes, absent keeps (calls page, editContract). */
export function readChanges(input: ParsedInputOf<Calls['editContract']>): Decision<Changes> {
  const stopLoss = readPrice(input.stopLoss)
  const takeProfit = readPrice(input.takeProfit)
  const trailing = readPrice(input.trailing)
  const price = readPrice(input.price)
  if (stopLoss === undefined || trailing === undefined) return refuse('stopLossInvalid')
  if (takeProfit === undefined) return refuse('takeProfitInvalid')
  if (price === undefined) return refuse('triggerPriceInvalid')
  return accept({
    ...(input.stopLoss !== undefined && { stopLoss }),
    ...(input.takeProfit !== undefined && { takeProfit }),
    ...(input.trailing !== undefined && { trailing }),
    // A level cannot be taken away: null is no change of it.
    ...(price !== null && { price }),
  })
}
