import type { Calls, ParsedInputOf } from '@candor/contract'
import { type Price, parseLots, parsePrice } from '@candor/money'
import { accept, type Decision, type Exits, type Market, type PlacementAsk, refuse } from '@candor/rules'
import type { PriceBoard } from '../markets/board.ts'
import { type PromisedQuote, quoteGoodForMs } from './quote-token.ts'

type ContractInput = ParsedInputOf<Calls['buyContract']>

/** A parsed body as the rules take it, and the market it names. */
export interface ReadAsk {
  readonly market: Market
  readonly ask: PlacementAsk
}

const issue = (path: string, code: string) => refuse(11001, { issues: [{ path, code }] })

/** Refused plainly, not ignored: what the calls page names and this version does not do yet. */
export const notOffered = (path: string) => issue(path, 'not_offered')

/**
 * Reads the body in the order of its fields. What is not offered yet is refused plainly rather than ignored: limit and
 * stop entry, trailing stops and expiry times.
 */
export function readAsk(
  input: ContractInput,
  board: PriceBoard,
  promised: PromisedQuote | null,
  now: number,
): Decision<ReadAsk> {
  const market = board.market(input.code)
  if (market === null) return issue('code', 'unknown_market')
  const absent = absentField(input)
  if (absent !== null) return notOffered(absent)
  const prices = readPrices(input)
  if (!prices.ok) return prices
  return accept({
    market,
    ask: {
      direction: input.direction,
      kind: input.kind,
      lots: parseLots(input.lots),
      leverage: input.leverage,
      protected: input.protected,
      ...prices.value,
      quotedPrice: promised?.price ?? null,
      quoteExpired: isExpired(input, promised, now),
    },
  })
}

function absentField(input: ContractInput): string | null {
  if (input.kind !== 'market') return 'kind'
  if (input.trailing != null) return 'trailing'
  return input.expiresAt == null ? null : 'expiresAt'
}

function readPrices(
  input: ContractInput,
): Decision<{ stopLoss: Price | null; takeProfit: Price | null; maxSlippage: Price | null }> {
  const stopLoss = readPrice(input.stopLoss)
  const takeProfit = readPrice(input.takeProfit)
  const maxSlippage = readPrice(input.maxSlippage)
  if (stopLoss === undefined) return refuse(11040)
  if (takeProfit === undefined) return refuse(11041)
  if (maxSlippage === undefined || (maxSlippage ?? 0n) < 0n) return issue('maxSlippage', 'invalid')
  return accept({ stopLoss, takeProfit, maxSlippage })
}

/** Undefined when the text is finer than any price. */
export function readPrice(text: string | null | undefined): Price | null | undefined {
  if (text == null) return null
  return parsePrice(text) ?? undefined
}

/** A promise is for one market and one side; another's, a forged one and an old one are all no promise any more (11048). */
function isExpired(input: ContractInput, promised: PromisedQuote | null, now: number): boolean {
  if (input.quoteId == null) return false
  if (promised === null || promised.code !== input.code || promised.direction !== input.direction) return true
  return now - promised.at > quoteGoodForMs
}

/** What an edit changes: null removes, absent keeps (calls page, editContract). */
export function readExits(input: ParsedInputOf<Calls['editContract']>): Decision<Partial<Exits>> {
  if (input.trailing != null) return notOffered('trailing')
  if (input.price != null) return notOffered('price')
  const stopLoss = readPrice(input.stopLoss)
  const takeProfit = readPrice(input.takeProfit)
  if (stopLoss === undefined) return refuse(11040)
  if (takeProfit === undefined) return refuse(11041)
  return accept({
    ...(input.stopLoss !== undefined && { stopLoss }),
    ...(input.takeProfit !== undefined && { takeProfit }),
  })
}
