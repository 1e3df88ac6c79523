import { z } from 'zod'
import { call } from '../call.ts'
import { id } from '../fields.ts'

/** The signed settlement receipt; the trust README describes its exact content. */
export const receipt = z.object({
  keyId: z.string(),
  signature: z.string(),
  document: z.record(z.string(), z.unknown()),
  /** Public id under which anyone can view it. */
  publicId: z.string(),
})

const orders = '/swx/customer/order'

/** Receipts of orders of every kind. */
export const receiptsCalls = {
  getReceipt: call({
    method: 'GET',
    path: `${orders}/getReceipt/{orderId}`,
    summary: 'The signed receipt of an order: quotes, formula, fees, events',
    access: 'customer',
    input: z.object({ orderId: id }),
    result: receipt,
  }),
  receiptAccount: call({
    method: 'GET',
    path: `${orders}/receiptAccount/{orderId}`,
    summary:
      'All positions of the customer’s account at each stop-out of an order: what the `positionsHash` of its receipt is over, a line each',
    access: 'customer',
    input: z.object({ orderId: id }),
    result: z.object({
      orderId: z.string(),
      events: z.array(z.object({ event: z.number().int(), lines: z.array(z.string()) })),
      /** Rule sets of those of the positions' markets that the operator added. */
      markets: z
        .array(
          z.object({
            code: z.string(),
            type: z.number().int(),
            quoteCurrency: z.string(),
            contractSize: z.string(),
            maxQuoteAgeMs: z.number().int(),
          }),
        )
        .optional(),
    }),
  }),
  publicReceipt: call({
    method: 'GET',
    path: '/swx/customer/index/publicReceipt/{id}',
    summary: 'The same receipt at its unguessable public address, without the customer’s name',
    access: 'visitor',
    input: z.object({ id }),
    result: receipt,
  }),
} as const
