import type { LanguageCode } from '@candor/texts/languages.ts'
import type { Translate } from '@candor/texts/translate.ts'
import type { Kysely } from 'kysely'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Json } from '../back-office/parameters/json.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReservesFunds } from '../ledger/reserves-funds.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { RunOnce } from '../platform/http/handlers.ts'
import type { LoanNews } from './loan-news.ts'

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

/** Uploaded pictures of drawn signatures, from the module that stores files. */
export interface Signatures {
  /** Ties an upload of this customer's to the loan; refuses with `fileRejected`. */
  claim(tx: Tx, userId: string, fileId: string): Promise<void>
  /** A PNG or JPEG; null when it was erased. */
  picture(fileId: string): Promise<Uint8Array | null>
}

/** Notices to a customer about their loans. */
export interface LoanNotices {
  /** Stores notices within the transaction of their event. */
  keep(tx: Tx, userId: string, news: readonly LoanNews[]): Promise<void>
  /** Pushes notices to every open tab after the commit. */
  push(userId: string, news: readonly LoanNews[]): Promise<void>
}

export interface LoansDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly runOnce: RunOnce
  /** Reserves the money of repayments and debits. */
  readonly funds: ReservesFunds
  readonly parameters: {
    value(key: ParameterKey): Promise<Json>
    valueAt(db: Kysely<Schema>, key: ParameterKey, atMs: number): Promise<Json>
  }
  readonly text: (language: LanguageCode) => Translate
  readonly customerOf: (userId: string, reader: Kysely<Schema>) => Promise<LoanCustomer>
  readonly signatures: Signatures
  readonly notices: LoanNotices
  readonly newId: () => string
}
