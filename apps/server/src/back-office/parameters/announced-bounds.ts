import type { AnnouncedKey } from '@candor/contract/fees/announced-terms.ts'
import { parseScaled, rateScale } from '@candor/money'
import type { Json } from '../../platform/json.ts'
import type { Bounds } from './bounds.ts'
import { parameterRules, ruleOf } from './defaults.ts'

/** The range an announced parameter may be changed within; two people and any notice do not reach beyond it. */
export function boundsOf(key: AnnouncedKey): Bounds {
  const { least, most } = parameterRules[key].tariff
  return { least, most }
}

/** Converts an announced value to the parameter's stored form, a number where that is one; null for an invalid one. */
export function parameterValue(key: string, text: string): Json {
  const rule = ruleOf(key)
  if (rule === null) return null
  const value = typeof rule.value === 'number' ? Number(text) : text
  return rule.fits === undefined || rule.fits(value) ? value : null
}

/** Direction in which a number is better for customers; `either`: better for some and worse for others. */
const betterFor: Readonly<Record<AnnouncedKey, 'lower' | 'higher' | 'either'>> = {
  withdrawalRate: 'lower',
  withdrawalFlat: 'lower',
  'withdrawalFeeMinimum.BTC': 'lower',
  'withdrawalFeeMinimum.ETH': 'lower',
  convertRate: 'lower',
  minBalance: 'lower',
  'withdrawalMinimum.USDT': 'lower',
  'withdrawalMinimum.BTC': 'lower',
  'withdrawalMinimum.ETH': 'lower',
  'depositMinimum.USDT': 'lower',
  'depositMinimum.BTC': 'lower',
  'depositMinimum.ETH': 'lower',
  convertMinimum: 'lower',
  'withdrawal.deadlineHours': 'lower',
  'withdrawal.newAddressHours': 'lower',
  exitPenalty: 'lower',
  'options.settleWithinSeconds': 'either',
  'tariff.noticeHours': 'higher',
  'kyc.reviewHours': 'lower',
  'kyc.neededFrom': 'higher',
  'options.stakeMin': 'lower',
  'options.stakeMax': 'higher',
  'options.openMost': 'higher',
  marginCloseOut: 'either',
  marginCall: 'either',
  'contracts.openMost': 'higher',
  'contracts.waitingMost': 'higher',
  'invites.feeShare': 'higher',
  'invites.months': 'higher',
  'invites.enterDays': 'higher',
  'nft.bidStep': 'either',
  'nft.softCloseSeconds': 'either',
  'nft.feeRate': 'lower',
}

/** Checks that an announced number is worse for every customer than the one it replaces. */
export function isWorse(key: AnnouncedKey, before: string, after: string): boolean {
  const [was, is] = [parseScaled(before, rateScale) ?? 0n, parseScaled(after, rateScale) ?? 0n]
  const better = betterFor[key]
  return better === 'lower' ? is > was : better === 'higher' && is < was
}
