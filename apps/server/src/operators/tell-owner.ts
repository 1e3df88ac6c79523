import type { Logger } from 'pino'
import type { Messenger } from '../outbox/messenger.ts'

/** What changed of how an operator signs in. */
export type OwnChange =
  | 'password'
  | 'second-factor'
  | 'passkey-added'
  | 'passkey-removed'
  | 'sso-linked'
  | 'sso-removed'

const subjects: Readonly<Record<OwnChange, string>> = {
  password: 'Your password for the console was changed',
  'second-factor': 'Your second factor for the console was changed',
  'passkey-added': 'A passkey was added to your console sign-in',
  'passkey-removed': 'A passkey was removed from your console sign-in',
  'sso-linked': 'An account was linked to your console sign-in',
  'sso-removed': 'An account was unlinked from your console sign-in',
}

/** Writes to an operator that how they sign in has changed: a thief who had everything that was asked for does not have their mail. */
export type TellOwner = (email: string, change: OwnChange) => Promise<void>

/** A letter that the mail server does not take stands in the log alone: the change is made, and in the audit log. */
export const tellOwnerBy =
  ({ messenger, log }: { readonly messenger: Messenger; readonly log: Logger }): TellOwner =>
  async (email, change) => {
    const subject = subjects[change]
    const text = [
      `${subject}.`,
      'If it was you, there is nothing to do.',
      'If it was not you, tell an admin at once: they end your sessions, and two of them reset your access.',
    ].join('\n\n')
    await messenger
      .send({ to: email, kind: 'operator-change', subject, text })
      .catch((err: unknown) => log.error({ err, change }, 'a letter to an operator was not taken'))
  }
