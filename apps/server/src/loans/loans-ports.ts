import type { Kysely } from 'kysely'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'

/** Customer data that the module needs. */
export interface LoanCustomer {
  readonly userName: string
  /** Identity approved. */
  readonly verified: boolean
  /** 2: a reviewer raised it. */
  readonly tier: number
  /** Signed in before the freeze: may not borrow (`accountFrozen`), but may repay. */
  readonly frozen: boolean
}

/** Uploaded pictures of drawn signatures. */
export interface Signatures {
  /** Ties an upload of this customer's to the loan; refuses with `fileRejected`. */
  claim(tx: Tx, userId: string, fileId: string): Promise<void>
  /** Returns a PNG or JPEG; null when it was erased. */
  read(fileId: string): Promise<{ readonly bytes: Buffer; readonly contentType: string } | null>
}

/** Borrowers, their signatures, and their money as far as it is free. */
export interface LoansPorts {
  /** Reserves the money of repayments and debits. */
  readonly funds: ReservesFunds
  readonly customerOf: (userId: string, reader: Kysely<Schema>) => Promise<LoanCustomer>
  readonly signatures: Signatures
}
