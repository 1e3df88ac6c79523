import { hkdfSync } from 'node:crypto'
import { keyBytes, seal, unseal } from './sealing.ts'

declare const sealedBrand: unique symbol
/** A secret as a table holds it: `Secrets` alone makes one, and no table takes a plain text in its place. */
export type Sealed = string & { readonly [sealedBrand]: true }

/** Every column that holds a secret somebody could sign in with, or compute such a thing from, with what names its row. */
export const sealedColumns = {
  'accounts_users.totp_secret': { key: 'id', where: 'true' },
  'accounts_undoings.target': { key: 'id', where: "change IN ('secondFactor', 'secondFactorOn')" },
  'accounts_secrets.value': { key: 'name', where: 'true' },
  'operators_people.totp_secret': { key: 'id', where: 'true' },
  'operators_people.totp_next': { key: 'id', where: 'true' },
  'operators_invitations.totp_secret': { key: 'id', where: 'true' },
} as const
export type SealedColumn = keyof typeof sealedColumns

/** Begins every sealed text; a form that is sealed in another way gets another number. */
export const sealedPrefix = 'sealed:1:'

/** Seals what tables hold with a key made of the installation's. What was sealed for one row opens in no other. */
export class Secrets {
  private readonly key: Buffer

  constructor(installationKey: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', installationKey, '', 'candor: secrets in tables', keyBytes))
  }

  /** Seals the secret of the row that `row` names: the value of its key. */
  seal(column: SealedColumn, row: string, plain: string): Sealed {
    const sealed = seal(this.key, about(column, row), Buffer.from(plain))
    return `${sealedPrefix}${sealed.toString('base64')}` as Sealed
  }

  /** Throws where it is not sealed, was sealed for another row or column, with another key, or was changed. */
  open(column: SealedColumn, row: string, sealed: Sealed): string {
    if (!sealed.startsWith(sealedPrefix))
      throw new Error(`${column} of ${row} holds a secret that is not sealed`)
    try {
      const bytes = Buffer.from(sealed.slice(sealedPrefix.length), 'base64')
      return unseal(this.key, about(column, row), bytes).toString()
    } catch (cause) {
      throw new Error(`${column} of ${row} does not open: it was changed, or sealed for another row`, {
        cause,
      })
    }
  }
}

const about = (column: SealedColumn, row: string): string => `${column} of ${row}`
