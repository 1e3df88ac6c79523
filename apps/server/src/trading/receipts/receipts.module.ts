import { receiptsCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { HandlersOf } from '../../platform/http/handlers.ts'
import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'
import type { UnsignedReceipt } from '../options/option-receipt.ts'

/** Receipts of one kind of order; null: this kind has no such order. */
export interface ReceiptSource {
  own(db: Database, id: string, caller: Caller): Promise<UnsignedReceipt | null>
  public(db: Database, id: string): Promise<UnsignedReceipt | null>
}

/** Receipts of orders that only a real account has. */
export const ofRealAccounts = (
  own: (db: Database, id: string, userId: string) => Promise<UnsignedReceipt | null>,
  publicReceipt: ReceiptSource['public'],
): ReceiptSource => ({
  own: async (db, id, { userId, mode }) => (mode === 'demo' ? null : own(db, id, userId)),
  public: publicReceipt,
})

export interface ReceiptsPorts {
  /** Asked one after the other. */
  readonly sources: readonly ReceiptSource[]
  /** The calls that show receipts of contracts: any other order is one. */
  readonly contracts: HandlersOf<typeof receiptsCalls>
  readonly sign: (document: Readonly<Record<string, unknown>>) => Receipt
}

/** One address for the receipts of every kind of order. */
export const receiptsModule = defineModule({
  name: 'receipts',
  calls: receiptsCalls,
  open: ({ db }: ServerContext, { sources, contracts, sign }: ReceiptsPorts) => {
    const { getReceipt, publicReceipt, receiptAccount } = contracts
    const signed = ({ document, publicId }: UnsignedReceipt) => ({ ...sign(document), publicId })
    const find = async (read: (source: ReceiptSource) => Promise<UnsignedReceipt | null>) => {
      for (const source of sources) {
        const receipt = await read(source)
        if (receipt !== null) return signed(receipt)
      }
      return null
    }
    return {
      handlers: {
        getReceipt: async (input, caller, idempotency) =>
          (await find((source) => source.own(db, input.orderId, caller))) ??
          getReceipt(input, caller, idempotency),
        publicReceipt: async (input, visitor, idempotency) =>
          (await find((source) => source.public(db, input.id))) ?? publicReceipt(input, visitor, idempotency),
        receiptAccount,
      },
    }
  },
})
