import type { Tx } from '../platform/database/database.ts'
import type { KycDeps } from './kyc-deps.ts'
import { dropDraft } from './kyc-store.ts'

/**
 * Makes all identity data of a person unreadable for good, by destroying their key (trust T20). The fact that they were checked remains.
 */
export async function eraseIdentity(deps: KycDeps, tx: Tx, userId: string): Promise<void> {
  await dropDraft(tx, userId)
  await deps.files.erase(tx, userId)
}
