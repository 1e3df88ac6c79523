import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'

/** Uses up the code sent to a number, and refuses `textMessageCodeWrong` for a wrong one; 429 for guessing from this address. */
export async function proveByCode(
  context: OpenedAccounts,
  sent: { readonly number: string; readonly purpose: 'register' | 'security'; readonly code: string },
  from: string,
): Promise<void> {
  const { number, purpose, code } = sent
  const attempt = await context.loginThrottle.admit(number, from)
  if (!(await context.codes.redeem(number, purpose, code))) throw new Refusal('textMessageCodeWrong')
  await attempt.withdraw()
}
