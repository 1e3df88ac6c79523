import type { Language, SmsPurpose } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { networkOf, rangeOf } from '../../platform/limits/network-of.ts'
import { spend } from '../../platform/limits/spend.ts'
import type { UserRow } from '../accounts-store.ts'
import { messageText } from '../message-text.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { codeValidSeconds } from './codes-store.ts'
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
  context: OpenedAccounts,
  request: SmsRequest,
  visitor: Visitor,
): Promise<{ expiresIn: number }> {
  const { sms } = context.messages
  if (sms === null) throw new Refusal('signInMethodNotOffered')
  const number = phoneNumberOf(request.areaCode, request.phone)
  await spend(context.limits.sms, networkOf(visitor.address))
  await spend(context.limits.smsOfRange, rangeOf(visitor.address))
  await context.work.require('sms', request.work)
  await spend(context.limits.codes, number)
  const user = await context.users.byPhone(number)
  const code = await context.codes.issue(number, request.purpose)
  const words = wordsFor(request.purpose, user)
  if (words !== null) {
    const spoken =
      request.purpose === 'login' && user !== undefined ? (user.language as Language) : visitor.language
    await sms.send({
      to: number,
      kind: words === known ? 'sms-known' : `sms-${request.purpose}`,
      subject: '',
      text: messageText(spoken, words, { code, minutes: codeValidSeconds / 60 }),
      ...(words === known ? {} : { code }),
    })
    await context.messageDays.count('sms')
  }
  return { expiresIn: codeValidSeconds }
}

const known: TextKey = 'mail.sms.known'

/** Chooses the text, if any: to sign in only for a number proven by its owner, to sign up or to change only for a free one. */
function wordsFor(purpose: SmsPurpose, user: UserRow | undefined): TextKey | null {
  if (purpose === 'login') return user?.phone_proven_at == null ? null : 'mail.sms.code'
  // An unverified number can be verified by the person who holds the phone.
  return user?.phone_proven_at == null ? 'mail.sms.code' : known
}
