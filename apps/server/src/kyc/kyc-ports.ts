import type { Language } from '@candor/contract'
import type { IdentityStatus } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { OwnUpload } from '../platform/files/files.ts'
import type { PersonKeys } from '../platform/files/person-keys.ts'

/** The state of a customer's identity check and the tier it gives them; stored with their account. */
export interface Standing {
  readonly userId: string
  readonly userName: string
  readonly email: string
  readonly language: Language
  readonly status: IdentityStatus
  readonly tier: number
}

export interface IdentityStandings {
  of(userId: string): Promise<Standing>
  lock(tx: Tx, userId: string): Promise<Standing>
  set(tx: Tx, userId: string, status: IdentityStatus, tier: number): Promise<void>
  setCountry(tx: Tx, userId: string, country: string): Promise<void>
  /** True where accounts are closed in this country (ADR-195). */
  isClosedCountry(country: string): Promise<boolean>
  namesOf(userIds: readonly string[], reader: Kysely<Schema>): Promise<ReadonlyMap<string, string>>
}

/** Customers’ standing, their files and keys, and the lists their names are compared with. */
export interface KycPorts {
  readonly standings: IdentityStandings
  /** Compares the name of the check that was just sent or approved with the lists (ADR-196). */
  readonly checkNames: (tx: Tx, userId: string) => Promise<void>
  readonly files: {
    claim(tx: Tx, upload: OwnUpload, path?: string): Promise<void>
    remove(tx: Tx, fileIds: readonly string[]): Promise<void>
    read(fileId: string): Promise<{ readonly bytes: Buffer; readonly contentType: string } | null>
  }
  readonly secrets: {
    readonly keys: PersonKeys
    /** A secret of the installation, which outlives its keys: the key of the marks that compare persons. */
    readonly markKey: Buffer
  }
}
