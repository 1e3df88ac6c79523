import { auditOps } from './audit-ops.ts'
import { contentOps } from './content-ops.ts'
import { countriesOps } from './countries-ops.ts'
import { customersOps } from './customers-ops.ts'
import { fundingOps } from './funding-ops.ts'
import { holdingsOps } from './holdings-ops.ts'
import { incidentsOps } from './incidents-ops.ts'
import { jobsOps } from './jobs-ops.ts'
import { loansOps } from './loans-ops.ts'
import { marketsOps } from './markets-ops.ts'
import { moneyOps } from './money-ops.ts'
import { namesOps } from './names-ops.ts'
import { nftOps } from './nft-ops.ts'
import { operatorsOps } from './operators-ops.ts'
import { parametersOps } from './parameters-ops.ts'
import { passkeysOps } from './passkeys-ops.ts'
import { peopleOps } from './people-ops.ts'
import { reversalsOps } from './reversals-ops.ts'
import { savingsOps } from './savings-ops.ts'
import { singleSignOnOps } from './single-sign-on-ops.ts'
import { smartOps } from './smart-ops.ts'
import { supportOps } from './support-ops.ts'
import { tariffsOps } from './tariffs-ops.ts'
import { treasuryOps } from './treasury-ops.ts'

/** Every call of the operators' API by its name. Never part of the customers' `calls`. */
export const opsCalls = {
  ...operatorsOps,
  ...passkeysOps,
  ...singleSignOnOps,
  ...peopleOps,
  ...auditOps,
  ...marketsOps,
  ...fundingOps,
  ...holdingsOps,
  ...parametersOps,
  ...tariffsOps,
  ...countriesOps,
  ...savingsOps,
  ...customersOps,
  ...moneyOps,
  ...treasuryOps,
  ...reversalsOps,
  ...contentOps,
  ...incidentsOps,
  ...jobsOps,
  ...supportOps,
  ...namesOps,
  ...nftOps,
  ...smartOps,
  ...loansOps,
} as const
export type OpsCalls = typeof opsCalls
export type OpsCallName = keyof OpsCalls
