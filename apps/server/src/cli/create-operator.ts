import { type OperatorRole, operatorRoles } from '@candor/contract'
import { identityParts } from '../accounts/identity-parts.ts'
import { systemClock } from '../clock.ts'
import { addOperator, type OperatorRefusal } from '../operators/add-operator.ts'
import { createAudit } from '../trust/audit.ts'
import { withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

const reasons: Readonly<Record<OperatorRefusal, string>> = {
  email: 'This is not an e-mail address.',
  'password-length': 'A password has 10 to 128 characters.',
  'password-common': 'This password is one of those that are guessed first.',
  taken: 'There is an operator with this e-mail address already.',
}

export interface OperatorOptions {
  readonly data: string
  readonly email: string
  readonly role: string
  readonly password: string
}

/** Adds an operator and prints the secret of the second factor, which is shown only now. */
export async function createOperatorCommand({ data, email, role, password }: OperatorOptions): Promise<void> {
  if (!(operatorRoles as readonly string[]).includes(role)) {
    throw new CommandError(`--role must be one of ${operatorRoles.join(', ')}.`)
  }
  const operator = { email, password, role: role as OperatorRole }
  const deps = {
    clock: systemClock,
    audit: createAudit(systemClock),
    identity: identityParts,
    actor: 'command-line',
  }
  const made = await withData(data, ({ db }) => addOperator({ ...deps, db }, operator))
  if ('refused' in made) throw new CommandError(reasons[made.refused])
  say(`Operator ${email} (${role}) added.`)
  say(`Second factor, shown only now: ${made.secret}`)
  say(made.otpauthUrl)
}
