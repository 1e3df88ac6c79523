import type { OperatorDetail } from '@candor/contract/content/operator-details.ts'
import { words } from './fits.ts'
import type { ParameterRule } from './parameter-rule.ts'

const shown = 'words on legal pages, in mails and in the footer; no money depends on them'
const detail = { noTerm: shown, value: '', open: true, fits: words(0, 200) } as const
/** Identifies the customer's contracting party, so two operators change it. */
const legal = { ...detail, fourEyes: true } as const

/** The operator's own details. Empty until they are filled; the parameters page lists those that are still empty. */
export const operatorDetailDefaults = {
  'operator.name': legal,
  'operator.address': legal,
  'operator.registration': legal,
  'operator.country': legal,
  'operator.email': legal,
  'operator.phone': detail,
  'operator.licensedName': legal,
  'operator.licence': legal,
  'operator.authority': legal,
  'operator.services': legal,
  'operator.publicRegister': legal,
  'operator.taxNumber': detail,
  'operator.directors': detail,
  'operator.responsible': detail,
  'operator.complaints': detail,
  'operator.complaintDays': detail,
  'operator.ombudsman': detail,
  'operator.courts': detail,
  'operator.partners': detail,
  'operator.noticeDays': detail,
  'operator.processors': detail,
  'operator.recordYears': detail,
  'operator.dataAuthority': detail,
} as const satisfies Record<`operator.${OperatorDetail}`, ParameterRule>
