import type { Tx } from '../db/database.ts'
import type { KycDeps } from './kyc-deps.ts'
import { dropDraft } from './kyc-store.ts'

/** Makes everything a person showed and told of themselves unreadable, for good: their key is destroyed (trust T20). That they were checked stays. */
export async function eraseIdentity(deps: KycDeps, tx: Tx, userId: string): Promise<void> {
  await dropDraft(tx, userId)
  await deps.files.erase(tx, userId)
}
