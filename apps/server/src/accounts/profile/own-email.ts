import type { Language } from '@candor/contract'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { voidProofs } from '../passwords/void-proofs.ts'
import { refuseTaken } from '../registration/check-name.ts'
import { compared } from '../registration/identity-keys.ts'
import { refuseLostRace } from '../registration/open-account.ts'
import { notifyOfChange } from './notify-of-change.ts'

/** Key of a code for one customer's new address: valid for no other customer and no other address. */
const keyOf = (userId: string, email: string) => `email ${userId} ${compared(email)}`

/** Mails a code to the customer's new address. Refuses `emailOrPhoneTaken` where it is a customer's already; `proofOfWorkRequired`; 429 for too many. */
export async function sendEmailCode(
  context: OpenedAccounts,
  { email, work }: { readonly email: string; readonly work?: string | undefined },
  caller: Caller,
): Promise<{ expiresIn: number }> {
  const admission = await context.codeSender.admit({ kind: 'mail', to: email, by: caller, work })
  await refuseTaken(context, { email, userId: caller.userId })
  const user = await context.users.byId(caller.userId)
  const wanted = { recipientKey: keyOf(caller.userId, email), purpose: 'security' } as const
  return context.codeSender.send(admission, wanted, {
    to: email,
    kind: 'code-email',
    language: user.language as Language,
    subject: 'mail.newEmail.subject',
    text: 'mail.newEmail.text',
    values: { name: user.user_name },
    showsCode: true,
  })
}

/**
 * Sets the address verified by the code. The letter that can undo it goes to the previous address. Refuses `codeWrong`,
 * `emailOrPhoneTaken`.
 */
export async function saveEmail(
  context: OpenedAccounts,
  { email, code }: { readonly email: string; readonly code: string },
  caller: Caller,
): Promise<true> {
  const key = keyOf(caller.userId, email)
  const attempt = await context.loginThrottle.admit(key, caller.sessionId)
  if (!(await context.codes.check(key, 'security', code))) throw new Refusal('codeWrong')
  await attempt.withdraw()
  return notifyOfChange(context, caller.userId, async (tx) => {
    if (!(await context.codes.consume(tx, { recipientKey: key, purpose: 'security', code })))
      throw new Refusal('codeWrong')
    const { email: before } = await context.users.byId(caller.userId, tx)
    await context.users.setEmail(tx, caller.userId, email)
    // They were proven with the address that the account no longer has.
    await voidProofs(tx, caller.userId)
    return { made: true as const, change: { change: 'email', target: before } }
  }).catch(refuseLostRace)
}
