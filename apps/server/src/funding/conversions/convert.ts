import type { ConversionRecord } from '@candor/contract'
import { Amount } from '@candor/money'
import { type AccountRef, house, type Posting, type PostingOutcome } from '../../ledger/ledger.ts'
import type { ServerContext } from '../../module.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ConversionPorts } from './conversion-ports.ts'
import {
  boardQuotesOf,
  type ConversionInput,
  type HeldQuote,
  heldQuote,
  tradableNow,
} from './conversion-quote.ts'
import { addConversion, toConversionResponse } from './conversion-store.ts'

/**
 * Converts at the held quote. The given amount, less the fee, goes to the operator's conversion account of that coin; the
 * received amount is paid from that of the other coin. A quote is valid once. Refuses, in this order: `quoteExpired`,
 * `accountFrozen`, `unavailable` (`reserve` when the operator has too little), `insufficientFunds`.
 */
export async function convert(
  context: ServerContext & ConversionPorts,
  input: ConversionInput & { readonly quoteId: string },
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<ConversionRecord> {
  const { frozen } = await context.customerOf(caller.userId)
  const spending = { asset: input.from, minor: Amount.parse(input.from, input.amount)?.minor ?? 0n }
  return context.spendOnce(caller, idempotency, spending, async (tx, money) => {
    const now = context.clock.now()
    const held = heldQuote(context.quotes, input, caller.userId, now)
    if (frozen) throw new Refusal('accountFrozen')
    for (const { code } of held.quotes) tradableNow(context.prices, code)
    const id = context.newId()
    refuseShort(await money.post(tx, postingOf(id, held)))
    await context.prices.journal(tx, boardQuotesOf(held))
    const row = await addConversion(tx, {
      id,
      user_id: caller.userId,
      from_asset: held.from,
      to_asset: held.to,
      amount: BigInt(held.amountMinor),
      fee: BigInt(held.feeMinor),
      received: BigInt(held.receivedMinor),
      rate: held.rate,
      quotes: JSON.stringify(held.quotes),
      quoted_at: BigInt(held.at),
      held_quote: held.id,
      // Clocks of two processes may differ a little: a conversion is never before its quote.
      created_at: BigInt(Math.max(now, held.at)),
    })
    if (row === null) throw new Refusal('quoteExpired')
    return toConversionResponse(row)
  })
}

function postingOf(
  id: string,
  { userId, from, to, amountMinor, feeMinor, receivedMinor }: HeldQuote,
): Posting {
  const customer = (asset: typeof from): AccountRef => ({ class: 'customer', owner: userId, asset })
  const conversion = (asset: typeof from): AccountRef => ({ class: 'conversion', owner: house, asset })
  const revenue: AccountRef = { class: 'fee-revenue', owner: house, asset: from }
  const fee = BigInt(feeMinor)
  return {
    id: `conversion:${id}`,
    reference: id,
    steps: [
      // The operator's side first: a short reserve is reported before a short customer (calls page, order of refusals).
      {
        do: 'transfer',
        kind: 'conversion-bought',
        from: conversion(to),
        to: customer(to),
        minor: BigInt(receivedMinor),
      },
      {
        do: 'transfer',
        kind: 'conversion-sold',
        from: customer(from),
        to: conversion(from),
        minor: BigInt(amountMinor) - fee,
      },
      ...(fee > 0n
        ? [{ do: 'transfer', kind: 'conversion-fee', from: customer(from), to: revenue, minor: fee } as const]
        : []),
    ],
  }
}

function refuseShort(outcome: PostingOutcome): void {
  if (outcome.ok) return
  if (outcome.why === 'insufficient' && outcome.account?.class === 'conversion')
    throw new Refusal('unavailable', { reason: 'reserve' })
  throw new Error(`the ledger refused a conversion: ${outcome.why}`)
}
