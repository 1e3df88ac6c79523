import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { keepSecurityLetter } from '../profile/security-letters.ts'

/** Stores the letter about a changed password, within the transaction of the change, so that no change goes unnoticed. */
export const keepPasswordLetter = (context: OpenedAccounts, tx: Tx, userId: string): Promise<void> =>
  keepSecurityLetter(context, tx, { userId, kind: 'passwordChanged', once: `password:${newId()}`, facts: {} })
