import type { CallName } from '@candor/contract'

/** A call that is about to be made. */
export type PlannedCall = readonly [name: CallName, input: object]
