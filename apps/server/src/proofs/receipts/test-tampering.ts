import type { Receipt, ReceiptSigner } from './receipt-keys.ts'
import { verifyReceipt } from './verify-receipt.ts'

// Changes every single field of a receipt as an operator with the key could, and reports which changes pass.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Fields nothing is computed from, by their path without numbers, and why. */
const descriptive: readonly (readonly [path: RegExp, why: string])[] = [
  [/^order\.(id|orderNo)$/, 'names the order'],
  [/^order\.mode$/, 'names the account: real money counts every source too, in a sandbox'],
  [/^order\.marginCloseOut$/, 'the level of a stop-out that did not happen'],
  [/^order\.swap(Long|Short)$/, 'rates of nights that were not charged'],
  [
    /^events\.account\.(margin|closeOutAt|positions|nextProfit)$/,
    'sums of other positions, which nobody else may see',
  ],
  [/^events\.account\.positionsHash$/, 'checked with the positions, which its customer alone has'],
  [/^events\.lossOf$/, 'names the order whose loss it pays'],
  [/^events\.cover\./, 'figures of the account: a digit of them changes no decision'],
  [/^order\.(periodSeconds|settleWithinMs)$/, 'terms of an option that this end did not need'],
  [/^events\.(number|at)$/, 'place and time of writing'],
  [/^events\.formula$/, 'the formula in words'],
  [/^events\.(part|order)$/, 'names the part'],
  [/^events\.(quote|trailingQuote)\.(time|receivedAt)$/, 'times of a quote'],
  [
    /^events\.(after|neighbours|since)\.(source|time|receivedAt|judged)$/,
    'origin of a quote beside the one used',
  ],
  [/^events\.conversion\.quote\.(seq|time|receivedAt)$/, 'origin of the quote of a conversion'],
  [/^events\.(quote|trailingQuote|conversion\.quote)\.judged$/, 'may be 2 or 3 where a price is enough'],
  [/^events\.(after|neighbours|since)\.(seq|bid|ask)$/, 'quotes beside the one used'],
  [/^events\.quote\.(seq|bid|ask)$/, 'number, and the side that was not traded on: see the used side below'],
  [/^events\.exits\.(price|stopLoss|takeProfit|trailing|trailingFrom)$/, 'levels that were not reached'],
  [/^events\.(stopLoss|takeProfit)$/, 'levels that were not reached'],
  [/^events\.(expiresAt|held)$/, 'how long an order waited, and what it set aside meanwhile'],
  [/^events\.level$/, 'a market order and a manual close have no level'],
  [/^events\.(settleWithinMs|provable|countsSplits)$/, 'repeats a term'],
  [/^events\.proof\.(before|quotes)\.(source|time|bid|ask|receivedAt|judged)$/, 'quotes that did not decide'],
  [/^events\.proof\.runs$/, 'no run began meanwhile'],
]

/** Fields that decide this document: no exception covers them. */
export type Decisive = readonly string[]

const other: Readonly<Record<string, string>> = {
  buy: 'sell',
  sell: 'buy',
  up: 'down',
  down: 'up',
  demo: 'real',
  any: 'real',
  market: 'limit',
  limit: 'stop',
  open: 'closed',
  closed: 'open',
  close: 'open',
  user: 'stopLoss',
  stopLoss: 'takeProfit',
  takeProfit: 'stopLoss',
  trailing: 'stopLoss',
  stopOut: 'user',
  won: 'lost',
  lost: 'won',
  EURUSD: 'GBPUSD',
  BTCUSDT: 'ETHUSDT',
}

function changed(value: null | boolean | number | string): Json {
  if (value === null) return '1'
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  const word = other[value]
  if (word !== undefined) return word
  const digit = value.replace(/\d(?=\D*$)/, (last) => String((Number(last) + 1) % 10))
  return digit === value ? `${value}x` : digit
}

/** Every leaf of a document with its path. */
function* leaves(
  value: Json,
  path: readonly (string | number)[] = [],
): Generator<readonly (string | number)[]> {
  if (value === null || typeof value !== 'object') yield path
  else
    for (const [name, inner] of Object.entries(value))
      yield* leaves(inner, [...path, Array.isArray(value) ? Number(name) : name])
}

function withChange(document: Json, path: readonly (string | number)[]): Json {
  const copy = structuredClone(document)
  let holder = copy as Record<string | number, Json>
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, Json>
  const last = path.at(-1) ?? ''
  holder[last] = changed(holder[last] as string)
  return copy
}

/** Paths of changes that a newly signed receipt passes with, although they are not listed as descriptive. */
export function unguarded({ keySet, sign }: ReceiptSigner, receipt: Receipt, decisive: Decisive): string[] {
  const document = receipt.document as Json
  const found: string[] = []
  for (const path of leaves(document)) {
    const lie = withChange(document, path) as Receipt['document']
    const name = path.join('.')
    if (verifyReceipt({ ...receipt, document: lie }, keySet).signed) found.push(`${name} is not signed`)
    if (verifyReceipt(sign(lie), keySet).findings.length > 0) continue
    const named = path.filter((step) => typeof step === 'string').join('.')
    if (decisive.includes(name) || !descriptive.some(([known]) => known.test(named))) found.push(name)
  }
  return found
}
