import type { FeeKey } from '@candor/contract'
import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { shareText } from '../markets/changed-terms.ts'

const assets: Partial<Record<FeeKey, string>> = {
  withdrawalFlat: 'USDT',
  'withdrawalFeeMinimum.BTC': 'BTC',
  'withdrawalFeeMinimum.ETH': 'ETH',
}

/** A fee in the reader's figures: an amount of its coin, or a share; kept together among right-to-left words. */
export function feeText(key: FeeKey, value: string, tag: string): string {
  const asset = assets[key]
  const text = asset === undefined ? shareText(value, tag) : `${formatDecimal(value, tag)} ${asset}`
  return `\u2068${text}\u2069`
}
