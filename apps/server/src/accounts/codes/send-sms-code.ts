import type { Language, SmsPurpose } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { UserRow } from '../accounts-store.ts'
import type { CodeMessage, CodesContext } from './code-sender.ts'
import { phoneNumberOf } from './phones.ts'

export interface SmsRequest {
  readonly areaCode: string
  readonly phone: string
  readonly purpose: SmsPurpose
  readonly work?: string | undefined
}

/**
 * Sends a code by text message. Known and unknown numbers take the same steps and get the same response: only the message and its content
 * differ. Messages cost money, so one visitor's address may request few. Refuses `signInMethodNotOffered` where none can be sent,
 * `invalidInput`, 429.
 */
export async function sendSmsCode(
  context: CodesContext,
  request: SmsRequest,
  visitor: Visitor,
): Promise<{ expiresIn: number }> {
  const { codeSender } = context
  if (!codeSender.sendsSms) throw new Refusal('signInMethodNotOffered')
  const number = phoneNumberOf(request.areaCode, request.phone)
  const admission = await codeSender.admit({ kind: 'sms', to: number, by: visitor, work: request.work })
  const user = await context.users.byPhone(number)
  const wanted = { recipientKey: number, purpose: request.purpose }
  return codeSender.send(admission, wanted, messageFor(request.purpose, number, user, visitor.language))
}

/** Chooses the message; none where the number is not one to sign in with. */
function messageFor(
  purpose: SmsPurpose,
  number: string,
  user: UserRow | undefined,
  visitorLanguage: Language,
): CodeMessage | null {
  const text = wordsFor(purpose, user)
  if (text === null) return null
  const language = purpose === 'login' && user !== undefined ? (user.language as Language) : visitorLanguage
  const kind = text === known ? 'sms-known' : `sms-${purpose}`
  return { to: number, kind, language, subject: null, text, showsCode: text !== known }
}

const known: TextKey = 'mail.sms.known'

/** Chooses the text, if any: to sign in only for a number proven by its owner, to sign up or to change only for a free one. */
function wordsFor(purpose: SmsPurpose, user: UserRow | undefined): TextKey | null {
  if (purpose === 'login') return user?.phone_proven_at == null ? null : 'mail.sms.code'
  // An unverified number can be verified by the person who holds the phone.
  return user?.phone_proven_at == null ? 'mail.sms.code' : known
}
