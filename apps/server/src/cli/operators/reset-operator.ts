import { identityProofs } from '../../accounts/identity-proofs.ts'
import { resetOperator } from '../../back-office/operators/people/reset-operator.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import { CommandError, say } from '../say.ts'
import { signedIn } from '../treasury.ts'
import { operatorRefusals, readNewPassword, saySecret } from './create-operator.ts'

export interface ResetOptions {
  readonly data: string
  readonly email: string
  /** Email address of the admin who does it. */
  readonly by: string
}

const refusals = {
  ...operatorRefusals,
  absent: 'There is no operator with this email address who can sign in.',
  self: 'Another admin must do this: you cannot reset your own access.',
} as const

/** Gives an operator who lost the password or second factor new ones; another admin signs in for it. */
export const resetOperatorCommand = ({ data, email, by }: ResetOptions): Promise<void> =>
  signedIn({ data, email: by }, async ({ operator }, requester, { db, clock, secrets }) => {
    if (operator.role !== 'admin')
      throw new CommandError('Only an admin can reset another operator’s access.')
    const password = await readNewPassword(requester, email)
    const accounts = { db, clock, audit: createAudit(clock), identity: identityProofs, secrets }
    const made = await resetOperator(accounts, { email, password }, operator.id)
    if ('refused' in made) throw new CommandError(refusals[made.refused])
    say(
      `${email} has a new password and a new authenticator secret; sessions, passkeys and the linked account have ended.`,
    )
    saySecret(made)
  })
