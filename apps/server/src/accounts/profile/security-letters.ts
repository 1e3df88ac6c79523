import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { EmailOutbox, SecurityLetter } from '../../platform/email/letters.ts'
import type { Users } from '../accounts-store.ts'
import { formerAddresses } from './undoings-store.ts'

/** Customers, and the outbox of letters to them. */
export interface SecurityLettersContext {
  readonly clock: Clock
  readonly letters: EmailOutbox
  readonly users: Users
}

/**
 * Returns the addresses that read a customer's security letters: the present one, and those of the last seven days. A person who took over
 * the account with an address of their own must not be the only reader.
 */
export async function securityReaders(
  { clock, users }: SecurityLettersContext,
  tx: Tx,
  userId: string,
): Promise<Pick<SecurityLetter, 'to' | 'language'>> {
  const { email, language } = await users.byId(userId, tx)
  return { to: [...new Set([email, ...(await formerAddresses(tx, clock, userId))])], language }
}

/** Stores a security letter to all its readers within the transaction of its event. */
export async function keepSecurityLetter(
  context: SecurityLettersContext,
  tx: Tx,
  letter: Omit<SecurityLetter, 'to' | 'language'>,
): Promise<void> {
  await context.letters.keep(tx, { ...letter, ...(await securityReaders(context, tx, letter.userId)) })
}
