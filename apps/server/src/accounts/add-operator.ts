import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { isCommonPassword } from './common-passwords.ts'
import { compared } from './identity-keys.ts'
import { hashPassword } from './passwords.ts'
import { newTotpSecret, otpauthUrl } from './second-factor.ts'

export const operatorRoles = ['reviewer', 'support', 'manager', 'admin'] as const
type Role = AccountsTables['accounts_operators']['role']

export interface NewOperator {
  readonly email: string
  readonly role: Role
  readonly password: string
}

export type OperatorRefusal = 'password-length' | 'password-common' | 'email' | 'taken'

/** An operator signs in with a password and always with a second factor; its secret is given out once, here. */
export async function addOperator(
  db: Database,
  clock: Clock,
  operator: NewOperator,
): Promise<{ secret: string; otpauthUrl: string } | { refused: OperatorRefusal }> {
  const refused = refusalOf(operator)
  if (refused !== null) return { refused }
  const secret = newTotpSecret()
  const added = await db.query
    .insertInto('accounts_operators')
    .values({
      id: uuidv7(),
      email: operator.email,
      email_key: compared(operator.email),
      role: operator.role,
      password_hash: await hashPassword(operator.password),
      totp_secret: secret,
      created_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return { refused: 'taken' }
  return { secret, otpauthUrl: otpauthUrl(secret, operator.email) }
}

function refusalOf({ email, password }: NewOperator): OperatorRefusal | null {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'email'
  if (password.length < 10 || password.length > 128) return 'password-length'
  return isCommonPassword(password) ? 'password-common' : null
}
