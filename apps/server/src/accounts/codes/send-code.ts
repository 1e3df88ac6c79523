import type { Language } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { NamedWithdrawal, NamedWithdrawalInput } from '../../funding/withdrawals/named-withdrawal.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { PayoutPorts } from '../accounts-ports.ts'
import type { UserRow } from '../accounts-store.ts'
import { compared } from '../registration/identity-keys.ts'
import type { CodeMessage, CodesContext } from './code-sender.ts'
import type { CodePurpose } from './codes-store.ts'

type MailPurpose = Exclude<CodePurpose, 'login'>

export interface CodeRequest {
  readonly email: string
  readonly purpose: MailPurpose
  /** The one withdrawal the code shall be good for; left out: for any, once. */
  readonly withdrawal?: NamedWithdrawalInput | undefined
  readonly work?: string | undefined
}

interface SendCodeContext extends CodesContext {
  readonly payouts: PayoutPorts
}

/**
 * Sends a code. Known and unknown addresses take the same steps and get the same response; only the email and its content
 * differ. A visitor who registers an address that has an account learns this only by email, which only the address's owner
 * reads. Refuses `amountInvalid` and `payoutAddressMissing` for an impossible withdrawal.
 */
export async function sendCode(
  context: SendCodeContext,
  request: CodeRequest,
  visitor: Visitor,
): Promise<{ expiresIn: number }> {
  const { codeSender } = context
  const { email, purpose, work } = request
  const admission = await codeSender.admit({ kind: 'mail', to: email, by: visitor, work })
  const recipientKey = compared(email)
  const withdrawal = withdrawalOf(context, request)
  const user = await context.users.byEmail(recipientKey)
  const wanted = { recipientKey, purpose, binding: withdrawal?.binding }
  const letter = await letterFor(purpose, user, withdrawal)
  if (letter === null) return codeSender.send(admission, wanted, null)
  const isKnown = letter.name === 'known'
  const message: CodeMessage = {
    to: user?.email ?? email,
    kind: isKnown ? 'register-known' : `code-${purpose}`,
    language: user === undefined ? visitor.language : (user.language as Language),
    ...letters[letter.name],
    values: letter.values,
    showsCode: !isKnown,
  }
  return codeSender.send(admission, wanted, message)
}

function withdrawalOf({ payouts }: SendCodeContext, { purpose, withdrawal }: CodeRequest) {
  if (withdrawal === undefined) return null
  if (purpose !== 'withdrawal')
    throw new Refusal('invalidInput', { issues: [{ path: 'withdrawal', code: 'purpose' }] })
  return payouts.named(withdrawal)
}

const letters = {
  register: { subject: 'mail.register.subject', text: 'mail.register.text' },
  known: { subject: 'mail.known.subject', text: 'mail.known.text' },
  forget: { subject: 'mail.forget.subject', text: 'mail.forget.text' },
  withdrawal: { subject: 'mail.withdrawal.subject', text: 'mail.withdrawal.text' },
  namedWithdrawal: { subject: 'mail.withdrawal.subject', text: 'mail.namedWithdrawal.text' },
  security: { subject: 'mail.security.subject', text: 'mail.security.text' },
} as const satisfies Record<string, { subject: TextKey; text: TextKey }>

interface CodeLetter {
  readonly name: keyof typeof letters
  readonly values: Readonly<Record<string, string>>
}

/** Chooses the letter; none to an address that requests a service for customers only, or money to another customer's card. */
async function letterFor(
  purpose: MailPurpose,
  user: UserRow | undefined,
  withdrawal: NamedWithdrawal | null,
): Promise<CodeLetter | null> {
  if (purpose === 'register') return { name: user === undefined ? 'register' : 'known', values: {} }
  if (user === undefined) return null
  if (withdrawal === null) return { name: purpose, values: {} }
  const values = await withdrawal.wordsFor(user.id, user.language as Language)
  return values === null ? null : { name: 'namedWithdrawal', values: { ...values } }
}
