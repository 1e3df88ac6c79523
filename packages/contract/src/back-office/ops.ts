import { customersOps } from '../accounts/customers-ops.ts'
import { contentOps } from '../content/content-ops.ts'
import { newsOps } from '../content/news-ops.ts'
import { tariffsOps } from '../fees/tariffs-ops.ts'
import { fundingOps } from '../funding/funding-ops.ts'
import { reversalsOps } from '../funding/reversals-ops.ts'
import { namesOps } from '../kyc/names-ops.ts'
import { loansOps } from '../loans/loans-ops.ts'
import { instrumentsOps } from '../markets/instruments-ops.ts'
import { marketsOps } from '../markets/markets-ops.ts'
import { nftOps } from '../nft/nft-ops.ts'
import { savingsOps } from '../savings/savings-ops.ts'
import { smartOps } from '../smart/smart-ops.ts'
import { supportOps } from '../support/support-ops.ts'
import { auditOps } from '../trust/audit-ops.ts'
import { holdingsOps } from '../trust/holdings-ops.ts'
import { incidentsOps } from '../trust/incidents-ops.ts'
import { webhooksOps } from '../webhooks/webhooks-ops.ts'
import { countriesOps } from './countries-ops.ts'
import { dashboardOps } from './dashboard-ops.ts'
import { hedgingOps } from './hedging-ops.ts'
import { jobsOps } from './jobs-ops.ts'
import { moneyBeforeOps } from './money-before-ops.ts'
import { reconciliationOps } from './money-ops.ts'
import { monitoringRulesOps } from './monitoring-rules-ops.ts'
import { operatorsOps } from './operators-ops.ts'
import { parametersOps } from './parameters-ops.ts'
import { passkeysOps } from './passkeys-ops.ts'
import { peopleOps } from './people-ops.ts'
import { proposalsOps } from './proposals-ops.ts'
import { relatedOps } from './related-ops.ts'
import { reportsOps } from './reports/reports-ops.ts'
import { riskOps } from './risk-ops.ts'
import { serviceTokensOps } from './service-tokens/service-tokens-ops.ts'
import { singleSignOnOps } from './single-sign-on-ops.ts'
import { tasksOps } from './tasks-ops.ts'
import { treasuryOps } from './treasury-ops.ts'
import { workMailOps } from './work-mail-ops.ts'

/** Every call of the operators' API by its name. Never part of the customers' `calls`. */
export const opsCalls = {
  ...operatorsOps,
  ...dashboardOps,
  ...workMailOps,
  ...relatedOps,
  ...moneyBeforeOps,
  ...monitoringRulesOps,
  ...proposalsOps,
  ...passkeysOps,
  ...singleSignOnOps,
  ...peopleOps,
  ...serviceTokensOps,
  ...auditOps,
  ...marketsOps,
  ...instrumentsOps,
  ...fundingOps,
  ...holdingsOps,
  ...parametersOps,
  ...tariffsOps,
  ...countriesOps,
  ...savingsOps,
  ...customersOps,
  ...reconciliationOps,
  ...reportsOps,
  ...riskOps,
  ...hedgingOps,
  ...treasuryOps,
  ...reversalsOps,
  ...contentOps,
  ...newsOps,
  ...incidentsOps,
  ...jobsOps,
  ...supportOps,
  ...tasksOps,
  ...namesOps,
  ...nftOps,
  ...smartOps,
  ...loansOps,
  ...webhooksOps,
} as const
export type OpsCalls = typeof opsCalls
export type OpsCallName = keyof OpsCalls
