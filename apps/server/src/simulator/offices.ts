import type { CaseKindName, OperatorRole } from '@candor/contract'

/** Who decides what, as the operators' README of an installation has it. */
export const offices: Readonly<Record<CaseKindName, readonly OperatorRole[]>> = {
  withdrawal: ['reviewer', 'finance', 'admin'],
  recharge: ['reviewer', 'finance', 'admin'],
  loan: ['reviewer', 'finance', 'admin'],
  kyc: ['reviewer', 'risk', 'admin'],
}
