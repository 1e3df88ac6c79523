import { hkdfSync } from 'node:crypto'
import { fromStoredBytes, keyBytes, seal, toStoredBytes, unseal } from './sealing.ts'

/** Every column with a secret that allows a sign-in or from which one can be computed, with the columns that identify its row. */
export const sealedColumns = {
  'accounts_users.totp_secret': { key: 'id', where: 'true' },
  'accounts_undoings.target': { key: 'id', where: "change IN ('secondFactor', 'secondFactorOn')" },
  'accounts_secrets.value': { key: 'name', where: 'true' },
  'operators_people.totp_secret': { key: 'id', where: 'true' },
  'operators_people.totp_next': { key: 'id', where: 'true' },
  'operators_invitations.totp_secret': { key: 'id', where: 'true' },
  'webhooks_endpoints.secret': { key: 'id', where: 'true' },
  'webhooks_endpoints.former_secret': { key: 'id', where: 'true' },
} as const
export type SealedColumn = keyof typeof sealedColumns

declare const sealedBrand: unique symbol
/**
 * A secret as this column holds it. The type is opaque, so that what compiles is right: only `Secrets.seal` creates one, only
 * `Secrets.open` reads it, no other column accepts it, and its own column accepts nothing else. PostgreSQL's driver sees a
 * text.
 */
export interface Sealed<Column extends SealedColumn> {
  readonly [sealedBrand]: Column
}

/** Begins every sealed text; a form that is sealed in another way gets another number. */
export const sealedPrefix = 'sealed:1:'

/** Seals secrets of tables with a key derived from the installation's. A secret sealed for one row opens in no other. */
export class Secrets {
  private readonly key: Buffer

  constructor(installationKey: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', installationKey, '', 'candor: secrets in tables', keyBytes))
  }

  /** Seals the secret of the row that `row` names: the value of its key. */
  seal<Column extends SealedColumn>(column: Column, row: string, plain: string): Sealed<Column> {
    const sealed = toStoredBytes(seal(this.key, about(column, row), Buffer.from(plain)))
    return `${sealedPrefix}${sealed.toString('base64')}` as unknown as Sealed<Column>
  }

  /** Throws where it is not sealed, was sealed for another row or column, with another key, or was changed. */
  open<Column extends SealedColumn>(column: Column, row: string, sealed: Sealed<NoInfer<Column>>): string {
    const text = sealed as unknown as string
    if (!text.startsWith(sealedPrefix))
      throw new Error(`${column} of ${row} holds a secret that is not sealed`)
    try {
      const bytes = Buffer.from(text.slice(sealedPrefix.length), 'base64')
      return unseal(this.key, about(column, row), fromStoredBytes(bytes)).toString()
    } catch (cause) {
      throw new Error(`${column} of ${row} cannot be opened: it was changed, or sealed for another row`, {
        cause,
      })
    }
  }
}

const about = (column: SealedColumn, row: string): string => `${column} of ${row}`
