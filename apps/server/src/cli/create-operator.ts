import {
  addOperator,
  type NewOperator,
  type OperatorRefusal,
  operatorRoles,
} from '../accounts/add-operator.ts'
import { systemClock } from '../clock.ts'
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
  const operator = { email, password, role: role as NewOperator['role'] }
  const made = await withData(data, ({ db }) => addOperator(db, systemClock, operator))
  if ('refused' in made) throw new CommandError(reasons[made.refused])
  say(`Operator ${email} (${role}) added.`)
  say(`Second factor, shown only now: ${made.secret}`)
  say(made.otpauthUrl)
}
