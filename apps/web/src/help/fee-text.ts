import type { AnnouncedKey } from '@candor/contract'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { shareText } from '../markets/changed-terms.ts'

const assets: Partial<Record<AnnouncedKey, string>> = {
  'options.stakeMin': 'USDT',
  'options.stakeMax': 'USDT',
  'kyc.neededFrom': 'USDT',
  withdrawalFlat: 'USDT',
  minBalance: 'USDT',
  convertMinimum: 'USDT',
  'withdrawalMinimum.USDT': 'USDT',
  'withdrawalMinimum.BTC': 'BTC',
  'withdrawalMinimum.ETH': 'ETH',
  'depositMinimum.USDT': 'USDT',
  'depositMinimum.BTC': 'BTC',
  'depositMinimum.ETH': 'ETH',
  'withdrawalFeeMinimum.BTC': 'BTC',
  'withdrawalFeeMinimum.ETH': 'ETH',
}

const units: Partial<Record<AnnouncedKey, 'second' | 'hour' | 'day' | 'month'>> = {
  'kyc.reviewHours': 'hour',
  'nft.softCloseSeconds': 'second',
  'invites.enterDays': 'day',
  'invites.months': 'month',
  'withdrawal.deadlineHours': 'hour',
  'withdrawal.newAddressHours': 'hour',
  'tariff.noticeHours': 'hour',
  'options.settleWithinSeconds': 'second',
}

/** Plain numbers. */
const counts: readonly AnnouncedKey[] = ['options.openMost', 'contracts.openMost', 'contracts.waitingMost']

/** Formats a fee or limit: an amount of its coin, a time, a number, or a share; kept together within right-to-left text. */
export function feeText(key: AnnouncedKey, value: string, tag: string): string {
  return `\u2068${figureText(key, value, tag)}\u2069`
}

function figureText(key: AnnouncedKey, value: string, tag: string): string {
  const [asset, unit] = [assets[key], units[key]]
  if (unit !== undefined)
    return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(value))
  if (counts.includes(key)) return formatDecimal(value, tag)
  return asset === undefined ? shareText(value, tag) : `${formatDecimal(value, tag)} ${asset}`
}
