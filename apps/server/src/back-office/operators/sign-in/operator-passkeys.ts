import type { PasskeyStatements } from '../../../accounts/sign-in/passkey-store.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Statements on the passkeys of operators; the store of passkeys is that of the accounts. */
export const operatorPasskeys = ({ query }: Database): PasskeyStatements => ({
  table: 'operators_passkeys',
  insert: (row, db = query) =>
    db
      .insertInto('operators_passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  select: () => query.selectFrom('operators_passkeys as passkey'),
  update: () => query.updateTable('operators_passkeys as passkey'),
  delete: (db = query) => db.deleteFrom('operators_passkeys as passkey'),
})
