import type { CaseKindName, OperatorRole } from '@candor/contract'

/** The roles that decide each kind of case, as the operators' README of an installation has it. */
export const offices: Readonly<Record<CaseKindName, readonly OperatorRole[]>> = {
  withdrawal: ['reviewer', 'finance', 'admin'],
  recharge: ['reviewer', 'finance', 'admin'],
  loan: ['reviewer', 'finance', 'admin'],
  names: ['reviewer', 'risk', 'admin'],
  kyc: ['reviewer', 'risk', 'admin'],
}
