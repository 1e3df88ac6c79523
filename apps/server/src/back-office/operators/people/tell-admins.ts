import type { ServerContext } from '../../../module.ts'
import type { Messenger } from '../../../platform/email/messenger.ts'

/** Writes this letter to every enabled admin. */
export type TellAdmins = (letter: { readonly subject: string; readonly text: string }) => Promise<void>

/** Writes to every enabled admin; a letter that is not accepted only appears in the log. */
export async function tellAdmins(
  { db, log }: ServerContext,
  messenger: Messenger,
  letter: { readonly subject: string; readonly text: string },
): Promise<void> {
  const admins = await db.query
    .selectFrom('operators_people')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute()
  for (const { email } of admins) {
    await messenger
      .send({ to: email, kind: 'operators-alarm', language: 'en', toOperator: true, ...letter })
      .catch((err: unknown) =>
        log.error({ err }, 'an alert to an operator was not accepted by the mail server'),
      )
  }
}
