import type { ContractOrder } from '@candor/contract'

/** Actions on an order; each asks for confirmation first. */
export type Deed = 'edit' | 'close' | 'reverse' | 'cancel' | 'breakEven' | 'tags'

/** An action that the customer opened on an order. */
export interface ChosenDeed {
  readonly deed: Deed
  readonly order: ContractOrder
}

export type OpenDeed = (deed: Deed, order: ContractOrder) => void

/** Returns the key of the text on an action's button. */
export const wordOf = (deed: Deed) =>
  deed === 'tags' ? ('orders.tags.edit' as const) : (`orders.${deed}.open` as const)
