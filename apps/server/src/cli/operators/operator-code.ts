import { Secret, TOTP } from 'otpauth'
import { authenticatorOf } from '../../back-office/operators/people/people-store.ts'
import { isSandbox } from '../../platform/database/installation.ts'
import { withData } from '../open-data.ts'
import { CommandError, say } from '../say.ts'

/** Prints the current code of an authenticator app. For sandboxes only: elsewhere the second factor must be a separate device. */
export async function operatorCodeCommand(options: {
  readonly data: string
  readonly email: string
}): Promise<void> {
  const secret = await withData(options.data, async ({ db, secrets }) => {
    if (!(await isSandbox(db))) throw new CommandError('Only a sandbox can show authenticator codes.')
    const person = await authenticatorOf(db.query, options.email.trim().toLowerCase())
    if (person === undefined) throw new CommandError('There is no operator with this email address.')
    return (await secrets()).open('operators_people.totp_secret', person.id, person.totp_secret)
  })
  say(new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 }).generate())
}
