import { type OperatorRole, operatorRoles } from '@candor/contract'
import { identityProofs } from '../../accounts/identity-proofs.ts'
import {
  type AddedOperator,
  addOperator,
  type OperatorRefusal,
} from '../../back-office/operators/people/add-operator.ts'
import { systemClock } from '../../platform/clock.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import { withData } from '../open-data.ts'
import { PersonAsker } from '../person-prompt.ts'
import { CommandError, say, warn } from '../say.ts'

export const operatorRefusals: Readonly<Record<OperatorRefusal, string>> = {
  email: 'This is not an email address.',
  'password-length': 'A password has 10 to 128 characters.',
  'password-common': 'This password is too common and easily guessed.',
  taken: 'An operator with this email address already exists.',
}

export interface OperatorOptions {
  readonly data: string
  readonly email: string
  readonly role: string
  /** Password as an argument, which every process of the machine can read; absent: the command prompts for it. */
  readonly password?: string
  readonly passwordStdin?: boolean
}

/** Adds an operator and prints the secret of the second factor, which is shown only now. */
export async function createOperatorCommand(options: OperatorOptions): Promise<void> {
  const { data, email, role } = options
  if (!(operatorRoles as readonly string[]).includes(role)) {
    throw new CommandError(`--role must be one of ${operatorRoles.join(', ')}.`)
  }
  const made = await withData(data, async ({ db, ...opened }) => {
    const secrets = await opened.secrets()
    const password = await passwordOf(options)
    const operator = { email, password, role: role as OperatorRole }
    const audit = createAudit(systemClock)
    const accounts = { db, clock: systemClock, audit, identity: identityProofs, secrets }
    return addOperator(accounts, operator, 'command-line')
  })
  if ('refused' in made) throw new CommandError(operatorRefusals[made.refused])
  say(`Operator ${email} (${role}) added.`)
  saySecret(made)
}

export function saySecret({ secret, otpauthUrl }: AddedOperator): void {
  say(`Secret for the authenticator app, shown only now: ${secret}`)
  say(otpauthUrl)
}

async function passwordOf({ email, password, passwordStdin }: OperatorOptions): Promise<string> {
  if (password !== undefined) {
    warn(
      '--password can be read by every process of this machine: omit it and type the password, or use --password-stdin.',
    )
    return password
  }
  const requester = new PersonAsker()
  try {
    if (passwordStdin === true) return await requester.line('')
    return await readNewPassword(requester, email)
  } finally {
    requester.close()
  }
}

/** Prompts for a new password twice, and shows neither. */
export async function readNewPassword(requester: PersonAsker, email: string): Promise<string> {
  const password = await requester.secret(`New password of ${email}: `)
  if ((await requester.secret('Once more: ')) !== password)
    throw new CommandError('The two passwords differ. Nothing was changed.')
  return password
}
