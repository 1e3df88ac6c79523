import type { UndoableChange } from '@candor/contract'
import type { Undoing } from './undoings-store.ts'

const aboutSecondFactor: readonly UndoableChange[] = ['secondFactor', 'secondFactorOn', 'recoveryCodes']

/**
 * Later changes that undoing one undoes too. A value returns to what it was before the oldest change, so each later change of it goes. After
 * a change of the email address the account was not its owner's: everything added since goes, and every way in. A second factor turned off
 * since returns only by its own letter: its owner may have lost the device meanwhile.
 */
const undoneToo: Readonly<Record<UndoableChange, readonly UndoableChange[]>> = {
  apiKey: [],
  passkey: [],
  secondFactor: aboutSecondFactor,
  secondFactorOn: aboutSecondFactor,
  recoveryCodes: [],
  phone: ['phone'],
  email: [
    ...['email', 'phone', 'google', 'passkey', 'apiKey', 'secondFactorOn', 'recoveryCodes'],
    ...['address', 'card'],
  ] as const,
  google: [],
  address: [],
  card: [],
  export: [],
}

/** Returns the change and all later ones that followed from it, the oldest first. `later`: in the order in which they were made. */
export function undoneTogether(undoing: Undoing, later: readonly Undoing[]): readonly Undoing[] {
  const together = [undoing]
  for (const change of later) if (together.some((earlier) => follows(change, earlier))) together.push(change)
  return together
}

const follows = (later: Undoing, earlier: Undoing): boolean =>
  undoneToo[earlier.change].includes(later.change) ||
  (earlier.change === 'card' && later.change === 'card' && later.before === earlier.target)

/** Values of which an account has one: undoing several changes of it means undoing the oldest. */
const singleValues: Partial<Readonly<Record<UndoableChange, string>>> = {
  email: 'email',
  phone: 'phone',
  secondFactor: 'secondFactor',
  secondFactorOn: 'secondFactor',
}

/** Leaves out what an older change of the same value returns anyway, and sorts the newest first. */
export function changesToRevert(together: readonly Undoing[]): readonly Undoing[] {
  const isOldest = ({ change }: Undoing, n: number): boolean =>
    singleValues[change] === undefined ||
    together.findIndex((other) => singleValues[other.change] === singleValues[change]) === n
  return together.filter(isOldest).toReversed()
}
