/** Details of the operator that legal pages, mails and the footer name. Each is the parameter `operator.<detail>`. */
export const operatorDetails = [
  'name',
  'address',
  'registration',
  'country',
  'email',
  'phone',
  'licensedName',
  'licence',
  'authority',
  'services',
  'publicRegister',
  'taxNumber',
  'directors',
  'responsible',
  'complaints',
  'complaintDays',
  'ombudsman',
  'courts',
  'partners',
  'noticeDays',
  'processors',
  'recordYears',
  'dataAuthority',
] as const

export type OperatorDetail = (typeof operatorDetails)[number]
