import type { AccountMode } from '@candor/contract'
import type { KycDeps } from './kyc-deps.ts'
import { caseById } from './kyc-store.ts'

const modes: readonly AccountMode[] = ['demo', 'real']

/** Tells the customer that their check was decided: every open tab, and a mail that says nothing of what was in it. */
export async function tellDecision(deps: KycDeps, caseId: string): Promise<void> {
  const row = await caseById(deps.db.query, caseId, false)
  if (row === undefined || row.status === 'pending') return
  const { email, language } = await deps.standings.of(row.user_id)
  for (const mode of modes) {
    deps.events.publish(row.user_id, mode, 'notification', { about: 'identity', status: row.status })
  }
  const letter = row.status === 'approved' ? 'identityApproved' : 'identityRejected'
  await deps.messenger.send({
    to: email,
    kind: `identity-${row.status}`,
    subject: deps.text(language, `mail.${letter}.subject`),
    text: deps.text(language, `mail.${letter}.text`),
  })
}
