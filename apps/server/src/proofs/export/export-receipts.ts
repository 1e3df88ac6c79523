import type { CallName } from '@candor/contract'
import { z } from 'zod'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type ExportFile, type Item, jsonFile } from './write-export.ts'

/** Makes a call in a customer's name. */
export type CallAs = (name: CallName, input: object, caller: Caller) => Promise<unknown>

/** Receipts read together, with one statement for each kind of data; few enough that writing and signing them delays no other work. */
const receiptsAtOnce = 16

/** Builds the receipts of orders with everything needed to check them. Handles some at once, so that their reads share statements. */
export async function receiptFiles(
  call: CallAs,
  items: readonly Item[],
  caller: Caller,
): Promise<ExportFile[]> {
  const files: ExportFile[] = []
  for (let from = 0; from < items.length; from += receiptsAtOnce) {
    const receipts = items.slice(from, from + receiptsAtOnce).map(async ({ id, type }) => ({
      path: `${caller.mode}/receipts/${String(id)}`,
      receipt: await orAbsent(call('getReceipt', { orderId: String(id) }, caller)),
      account: isLeveraged(type) ? await positionsAt(call, String(id), caller) : null,
    }))
    // An order that never was filled has no receipt.
    for (const { path, receipt, account } of await Promise.all(receipts)) {
      if (receipt !== null) files.push(jsonFile(`${path}.json`, receipt))
      if (account !== null) files.push(jsonFile(`${path}.account.json`, account))
    }
  }
  return files
}

const isLeveraged = (type: unknown): boolean => type === 'contracts' || type === 'futures'

/** All positions of the account at the stop-outs of an order, which its receipt holds the hash of; null where it had none. */
async function positionsAt(call: CallAs, orderId: string, caller: Caller): Promise<unknown> {
  const account = await orAbsent(call('receiptAccount', { orderId }, caller))
  const { events } = z.object({ events: z.array(z.unknown()) }).parse(account ?? { events: [] })
  return events.length === 0 ? null : account
}

/** Null for what this customer does not have (a refusal); a fault stays one. */
export async function orAbsent(response: Promise<unknown>): Promise<unknown> {
  try {
    return await response
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
