import type { Language } from '@candor/contract'
import type { AccountsDeps } from './accounts-deps.ts'

/** Tells the customer by mail that their password was changed, so that nobody does it unseen. */
export async function tellPasswordChanged(deps: AccountsDeps, userId: string): Promise<void> {
  const user = await deps.users.byId(userId)
  const language = user.language as Language
  await deps.messenger.send({
    to: user.email,
    kind: 'password-changed',
    subject: deps.text(language, 'mail.password.subject'),
    text: deps.text(language, 'mail.password.text'),
  })
}
