import { amountWithin, wholeWithin } from './fits.ts'
import { practiceMoney } from './no-terms.ts'
import type { ParameterRule } from './parameter-rule.ts'

const grantRange = { least: '100', most: '10000000' }
const resetsRange = { least: '1', most: '24' }
const uploadRange = { least: '524288', most: '8388608' }

/** Practice money and uploads: what every customer is given, changed at once (ADR-264). */
export const allowanceDefaults = {
  /** Balance of a demo account when it is opened and after a reset, USDT. */
  'demo.grant': {
    noTerm: practiceMoney,
    value: '10000',
    open: true,
    fits: amountWithin('USDT', grantRange),
    range: grantRange,
  },
  /** Resets of a demo account within any 24 hours. */
  'demo.resetsPerDay': {
    noTerm: practiceMoney,
    value: 1,
    open: true,
    fits: wholeWithin(resetsRange),
    range: resetsRange,
  },
  /** Largest picture that a customer uploads: half a megabyte to eight, which every proxy in `deploy/proxies` lets through. */
  'upload.mostBytes': {
    noTerm: 'what was uploaded stays, and a larger picture is made smaller before it is sent',
    value: 2_097_152,
    open: true,
    fits: wholeWithin(uploadRange),
    range: uploadRange,
  },
} as const satisfies Readonly<Record<string, ParameterRule>>
