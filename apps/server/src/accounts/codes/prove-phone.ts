import { Refusal } from '../../platform/http/refusal.ts'
import type { AccountsDeps } from '../accounts-deps.ts'

/** Uses up the code sent to a number, and refuses `textMessageCodeWrong` for a wrong one; 429 for guessing from this address. */
export async function proveByCode(
  deps: AccountsDeps,
  sent: { readonly number: string; readonly purpose: 'register' | 'security'; readonly code: string },
  from: string,
): Promise<void> {
  const { number, purpose, code } = sent
  const attempt = await deps.loginThrottle.admit(number, from)
  if (!(await deps.codes.redeem(number, purpose, code))) throw new Refusal('textMessageCodeWrong')
  await attempt.withdraw()
}
