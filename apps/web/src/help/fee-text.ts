import type { AnnouncedKey } from '@candor/contract'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { shareText } from '../markets/changed-terms.ts'

type Figure = 'share' | 'count' | 'USDT' | 'BTC' | 'ETH' | 'second' | 'hour' | 'day' | 'month'

/** Kind of figure of each fee and limit: a share, a plain number, an amount of a coin, or a time. */
const figures: Readonly<Record<AnnouncedKey, Figure>> = {
  withdrawalRate: 'share',
  withdrawalFlat: 'USDT',
  'withdrawalFeeMinimum.BTC': 'BTC',
  'withdrawalFeeMinimum.ETH': 'ETH',
  convertRate: 'share',
  minBalance: 'USDT',
  'withdrawalMinimum.USDT': 'USDT',
  'withdrawalMinimum.BTC': 'BTC',
  'withdrawalMinimum.ETH': 'ETH',
  'depositMinimum.USDT': 'USDT',
  'depositMinimum.BTC': 'BTC',
  'depositMinimum.ETH': 'ETH',
  convertMinimum: 'USDT',
  'withdrawal.deadlineHours': 'hour',
  'withdrawal.newAddressHours': 'hour',
  exitPenalty: 'share',
  'options.settleWithinSeconds': 'second',
  'tariff.noticeHours': 'hour',
  'kyc.reviewHours': 'hour',
  'kyc.neededFrom': 'USDT',
  'options.stakeMin': 'USDT',
  'options.stakeMax': 'USDT',
  'options.openMost': 'count',
  marginCloseOut: 'share',
  marginCall: 'share',
  'contracts.openMost': 'count',
  'contracts.waitingMost': 'count',
  'invites.feeShare': 'share',
  'invites.months': 'month',
  'invites.enterDays': 'day',
  'nft.bidStep': 'share',
  'nft.softCloseSeconds': 'second',
  'nft.feeRate': 'share',
}

/** Formats a fee or limit as its figure, kept together within right-to-left text. */
export function feeText(key: AnnouncedKey, value: string, tag: string): string {
  return `\u2068${figureText(figures[key], value, tag)}\u2069`
}

function figureText(figure: Figure, value: string, tag: string): string {
  switch (figure) {
    case 'share':
      return shareText(value, tag)
    case 'count':
      return formatDecimal(value, tag)
    case 'USDT':
    case 'BTC':
    case 'ETH':
      return `${formatDecimal(value, tag)} ${figure}`
    default:
      return new Intl.NumberFormat(tag, { style: 'unit', unit: figure, unitDisplay: 'long' }).format(
        Number(value),
      )
  }
}
