import type { Language } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Visitor } from '../http/caller.ts'
import { networkOf } from '../limits/network-of.ts'
import { spend } from '../limits/spend.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { type CodePurpose, codeValidSeconds } from './codes-store.ts'
import { compared } from './identity-keys.ts'

type MailPurpose = Exclude<CodePurpose, 'login'>

export interface CodeAsk {
  readonly email: string
  readonly purpose: MailPurpose
}

/**
 * Sends a code. Known and unknown addresses take the same steps and get the same answer: only whether a letter goes out differs,
 * and what it says. Whoever registers an address that has an account is told so by mail, where only its owner reads it.
 */
export async function sendCode(
  deps: AccountsDeps,
  ask: CodeAsk,
  { language, address }: Pick<Visitor, 'language' | 'address'>,
): Promise<{ expiresIn: number }> {
  const key = compared(ask.email)
  const { codes, codesOfNetwork } = deps.limits
  await spend(codesOfNetwork, networkOf(address))
  await spend(codes, key)
  const user = await deps.users.byEmail(key)
  const code = await deps.codes.issue(key, ask.purpose)
  const letter = letterFor(ask.purpose, user !== undefined)
  if (letter !== null) {
    const spoken = user === undefined ? language : (user.language as Language)
    await deps.messenger.send({
      to: user?.email ?? ask.email,
      kind: letter === 'known' ? 'register-known' : `code-${ask.purpose}`,
      subject: deps.text(spoken, letters[letter].subject),
      text: deps.text(spoken, letters[letter].text, { code, minutes: codeValidSeconds / 60 }),
      ...(letter === 'known' ? {} : { code }),
    })
  }
  return { expiresIn: codeValidSeconds }
}

type Letter = MailPurpose | 'known'

const letters = {
  register: { subject: 'mail.register.subject', text: 'mail.register.text' },
  known: { subject: 'mail.known.subject', text: 'mail.known.text' },
  forget: { subject: 'mail.forget.subject', text: 'mail.forget.text' },
  withdrawal: { subject: 'mail.withdrawal.subject', text: 'mail.withdrawal.text' },
  security: { subject: 'mail.security.subject', text: 'mail.security.text' },
} as const satisfies Record<Letter, { subject: TextKey; text: TextKey }>

/** Which letter goes out; none to an address that asks for something only customers have. */
function letterFor(purpose: MailPurpose, known: boolean): Letter | null {
  if (purpose === 'register') return known ? 'known' : 'register'
  return known ? purpose : null
}
