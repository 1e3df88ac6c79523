import type { Tx } from '../../platform/database/database.ts'
import type { PersonKeys } from '../../platform/files/person-keys.ts'
import type { Caller } from '../../platform/http/caller.ts'

export interface NewPlace {
  readonly change: 'address' | 'card'
  readonly target: string
  /** Card that the new one took the place of. */
  readonly before?: string | null
}

/** Addresses and cards that customers are paid out to, as accounts protect them. */
export interface PayoutPlaces {
  /** Seals with the person's key, and opens again; null once the person was erased. */
  readonly keys: Pick<PersonKeys, 'seal' | 'open'>
  /** A secret of the installation: the key of the marks that compare the numbers of cards. */
  readonly markKey: Buffer
  /** Adds a payout destination and stores the letter about it, with a link that removes it, in one transaction. */
  readonly notifyOfNew: <T>(
    userId: string,
    make: (tx: Tx) => Promise<{ readonly made: T; readonly change: NewPlace }>,
  ) => Promise<T>
  /** Refuses `secondFactorRequired` where the account has a second factor and `totp` is not its code now. */
  readonly proveSecondFactor: (totp: string | undefined, caller: Caller) => Promise<void>
}

/** Protection of the cards that customers bind. */
export interface BankPorts {
  readonly places: PayoutPlaces
}
