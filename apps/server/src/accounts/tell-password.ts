import { v7 as newId } from 'uuid'
import type { Tx } from '../db/database.ts'
import type { AccountsDeps } from './accounts-deps.ts'

/** Keeps the letter that the password was changed, within the transaction of the change: nobody does it unseen. */
export const keepPasswordLetter = ({ letters }: AccountsDeps, tx: Tx, userId: string): Promise<void> =>
  letters.keep(tx, { userId, kind: 'passwordChanged', once: `password:${newId()}`, facts: {} })
