import type { Kysely } from 'kysely'
import type { LegalHold } from '../accounts/freezes/legal-holds.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { PersonKeys } from '../platform/files/person-keys.ts'
import type { CheckedName } from './find-matches.ts'

/** Names that are compared with the lists. */
export interface CustomerNames {
  /** User names. */
  of(userIds: readonly string[], reader: Kysely<Schema>): Promise<ReadonlyMap<string, string>>
  /** Returns the name and birth date of the identity check that waits or was approved; null: there is none. */
  legal(tx: Tx, userId: string): Promise<CheckedName | null>
}

/** Freezes of customers who are on a list. */
export interface LegalHolds {
  place(tx: Tx, hold: LegalHold): Promise<void>
  /** Makes a hold felt everywhere, after the commit. */
  afterCommit(userId: string): void
}

/** Withdrawals that waited for the decision. */
export interface HeldWithdrawals {
  release(tx: Tx, userId: string): Promise<void>
  /** Updates open tabs after the commit. */
  afterRelease(userId: string): Promise<void>
}

/** Customers' names and keys, and the decisions about them that act elsewhere. */
export interface ScreeningPorts {
  readonly keys: PersonKeys
  readonly names: CustomerNames
  readonly legalHolds: LegalHolds
  readonly withdrawals: HeldWithdrawals
}
