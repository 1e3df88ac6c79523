import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'

/** Uses up the code that was sent to a number, and refuses 10091 for a wrong one; 429 to whoever guesses from here. */
export async function proveByCode(
  deps: AccountsDeps,
  number: string,
  purpose: 'register' | 'security',
  code: string,
  from: string,
): Promise<void> {
  deps.guessing.admit(number, from)
  if (await deps.codes.redeem(number, purpose, code)) return
  deps.guessing.failed(number, from)
  throw new Refusal(10091)
}
