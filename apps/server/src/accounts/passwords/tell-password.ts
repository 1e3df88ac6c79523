import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { AccountsDeps } from '../accounts-deps.ts'

/** Stores the letter about a changed password, within the transaction of the change, so that no change goes unnoticed. */
export const keepPasswordLetter = ({ letters }: AccountsDeps, tx: Tx, userId: string): Promise<void> =>
  letters.keep(tx, { userId, kind: 'passwordChanged', once: `password:${newId()}`, facts: {} })
