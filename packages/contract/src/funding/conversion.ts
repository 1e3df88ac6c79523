import { assetCodes } from '@candor/money'
import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal } from '../fields.ts'
import { marketSource } from '../markets/markets.ts'

const coin = z.enum(assetCodes)

export const conversionQuote = z.object({
  quoteId: z.string(),
  from: coin,
  to: coin,
  /** The whole amount given, fee included, in the coin given. */
  amount: decimal,
  fee: decimal,
  /** Share of the amount given. */
  feeRate: decimal,
  /** Units of the coin received for one unit of the coin given, before the fee. */
  rate: decimal,
  /** In the coin received. */
  received: decimal,
  /** Origin of the prices (trust T4). */
  sources: z.array(marketSource),
  goodUntil: isoTime,
})
export type ConversionQuote = z.infer<typeof conversionQuote>

export const conversionRecord = z.object({
  id,
  from: coin,
  to: coin,
  amount: decimal,
  fee: decimal,
  rate: decimal,
  received: decimal,
  createdAt: isoTime,
})
export type ConversionRecord = z.infer<typeof conversionRecord>

const user = '/swx/customer/user'
const exchange = { from: coin, to: coin, amount: positiveDecimal }

export const conversionCalls = {
  quoteConvert: call({
    method: 'GET',
    path: `${user}/quoteConvert`,
    summary: 'Quotes a conversion; the quote is held for ten seconds',
    access: 'customer',
    realOnly: true,
    input: z.object(exchange),
    result: conversionQuote,
    fieldCodes: { amount: refusals.amountInvalid },
  }),
  convert: call({
    method: 'POST',
    path: `${user}/convert`,
    summary: 'Converts at the held quote; 11048 once it is over',
    access: 'customer',
    realOnly: true,
    input: z.object({ ...exchange, quoteId: z.string().max(4_000) }),
    result: conversionRecord,
    success: 20004,
    movesMoney: true,
    fieldCodes: { amount: refusals.amountInvalid },
  }),
  listConvert: call({
    method: 'GET',
    path: `${user}/listConvert`,
    summary: 'The customer’s conversions, newest first; a demo account has none',
    access: 'customer',
    input: z.object(pageQuery),
    result: pageOf(conversionRecord),
  }),
} as const
