import { type OperatorRole, opsCalls } from '@candor/contract'

const roles: readonly OperatorRole[] = opsCalls.opsReserve.roles

/** Checks that a role sees the capital that pays customers' profits. */
export const seesReserve = (role: OperatorRole): boolean => roles.includes(role)
