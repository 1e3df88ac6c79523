import { parseLots } from '@candor/money'
import type { Market } from '@candor/rules'
import type { Translate } from '@candor/texts/translate.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { lotIsOneUnit } from './order-form/order-volume.ts'

type Sized = Pick<Market, 'code' | 'base' | 'contractSize'>

/** Formats a volume: "0.01 BTC", "5 AAPL", "0.1 lots EURUSD". */
export function volumeText(t: Translate, tag: string, lots: string, market: Sized): string {
  const shown = parseLots(lots) === null ? '…' : formatDecimal(lots, tag)
  if (lotIsOneUnit(market)) return t('orders.ticket.what.units', { lots: shown, unit: market.base })
  return t('orders.ticket.what.lots', { lots: shown, lotsCount: Number(lots) || 0, code: market.code })
}

/** Units of the base in a volume, "10000"; null where that adds nothing or cannot be read. */
export function unitsOf(lots: string, market: Sized): string | null {
  const parsed = parseLots(lots)
  if (parsed === null || lotIsOneUnit(market) || market.base === market.code) return null
  const scaled = parsed * market.contractSize
  const whole = scaled / 100_000_000n
  const rest = (scaled % 100_000_000n).toString().padStart(8, '0').replace(/0+$/, '')
  return rest === '' ? whole.toString() : `${whole}.${rest}`
}
