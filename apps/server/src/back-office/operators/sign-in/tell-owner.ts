import type { Logger } from 'pino'
import type { Messenger } from '../../../platform/email/messenger.ts'

/** Change of an operator's ways to sign in. */
export type OwnChange =
  | 'password'
  | 'second-factor'
  | 'passkey-added'
  | 'passkey-removed'
  | 'sso-linked'
  | 'sso-removed'

const subjects: Readonly<Record<OwnChange, string>> = {
  password: 'Your password for the console was changed',
  'second-factor': 'Two-factor authentication for your console sign-in was changed',
  'passkey-added': 'A passkey was added to your console sign-in',
  'passkey-removed': 'A passkey was removed from your console sign-in',
  'sso-linked': 'An account was linked to your console sign-in',
  'sso-removed': 'An account was unlinked from your console sign-in',
}

/** Notifies an operator by mail of a change of their sign-in: a thief with all required factors still lacks their mail. */
export type TellOwner = (email: string, change: OwnChange) => Promise<void>

/** Sends the letter. One that the mail server rejects only appears in the log: the change is made, and in the audit log. */
export const tellOwnerBy =
  (messenger: Messenger, log: Logger): TellOwner =>
  async (email, change) => {
    const subject = subjects[change]
    const text = [
      `${subject}.`,
      'If it was you, there is nothing to do.',
      'If it was not you, tell an admin at once: they end your sessions, and two of them reset your access.',
    ].join('\n\n')
    await messenger
      .send({ to: email, kind: 'operator-change', language: 'en', toOperator: true, subject, text })
      .catch((err: unknown) =>
        log.error({ err, change }, 'a letter to an operator was not accepted by the mail server'),
      )
  }
